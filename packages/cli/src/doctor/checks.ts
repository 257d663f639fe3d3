import type { DoctorCheck } from './check.js'
import { calibrationCheck } from './checks/calibration.js'
import { chunkingCoherenceCheck } from './checks/chunking-coherence.js'
import { duplicateIdsCheck } from './checks/duplicate-ids.js'
import { edgeHubsCheck } from './checks/edge-hubs.js'
import { embeddingModelCheck } from './checks/embedding-model.js'
import { excludeDivergenceCheck } from './checks/exclude-divergence.js'
import { extractionCacheCheck } from './checks/extraction-cache.js'
import { failuresCheck } from './checks/failures.js'
import { gitHooksCheck } from './checks/git-hooks.js'
import { gitignoreCheck } from './checks/gitignore.js'
import { headingCoverageCheck } from './checks/heading-coverage.js'
import { indexCheck } from './checks/index.js'
import { indexIdentitiesCheck } from './checks/index-identities.js'
import { leftoversCheck } from './checks/leftovers.js'
import { linkedKbsCheck } from './checks/linked-kbs.js'
import { linksCheck } from './checks/links.js'
import { manifestCheck } from './checks/manifest.js'
import { modelCacheCheck } from './checks/model-cache.js'
import { modelCoherenceCheck } from './checks/model-coherence.js'
import { nameCollisionsCheck } from './checks/name-collisions.js'
import { orphanedSidecarsCheck } from './checks/orphaned-sidecars.js'
import { pdfExtractorCheck } from './checks/pdf-extractor.js'
import { rerankerCheck } from './checks/reranker.js'
import { scaleCheck } from './checks/scale.js'
import { sidecarValuesCheck } from './checks/sidecar-values.js'
import { sidecarsCheck } from './checks/sidecars.js'
import { sidecarsInGitCheck } from './checks/sidecars-in-git.js'
import { sqliteCheck } from './checks/sqlite.js'
import { syncLockCheck } from './checks/sync-lock.js'
import { templateCheck } from './checks/template.js'
import { titlesCheck } from './checks/titles.js'
import { vectorTierCheck } from './checks/vector-tier.js'

/** Every check, in the order in which its rows are printed: the ground first, then what stands on it. */
export const CHECKS: readonly DoctorCheck[] = [
  sqliteCheck,
  manifestCheck,
  templateCheck,
  linkedKbsCheck,
  embeddingModelCheck,
  rerankerCheck,
  calibrationCheck,
  modelCacheCheck,
  pdfExtractorCheck,
  sidecarsCheck,
  sidecarValuesCheck,
  duplicateIdsCheck,
  orphanedSidecarsCheck,
  indexCheck,
  indexIdentitiesCheck,
  extractionCacheCheck,
  modelCoherenceCheck,
  chunkingCoherenceCheck,
  titlesCheck,
  linksCheck,
  edgeHubsCheck,
  headingCoverageCheck,
  scaleCheck,
  vectorTierCheck,
  failuresCheck,
  syncLockCheck,
  gitHooksCheck,
  sidecarsInGitCheck,
  gitignoreCheck,
  excludeDivergenceCheck,
  nameCollisionsCheck,
  leftoversCheck,
]
