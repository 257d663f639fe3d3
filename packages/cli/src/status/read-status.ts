import { existsSync, statSync } from 'node:fs'
import { defaultProviders, staticProvider } from '@pinakes/embed'
import {
  type FailureRow,
  type IndexReader,
  type LinkCounts,
  openIndexReader,
  readLock,
  type SyncLockState,
} from '@pinakes/index'
import {
  findKbRoot,
  isPinakesError,
  kbPaths,
  loadManifest,
  type Manifest,
  resolveLinkedKb,
  type Selection,
  selectFiles,
  Tree,
} from '@pinakes/manifest'
import { embeddingDifferences } from '@pinakes/retrieve'
import { installedModels } from '../installed-models.js'
import type { CommandIo } from '../io.js'
import { missingRuntime } from '../offered-backends.js'
import { type TreeChanges, treeChanges } from './tree-changes.js'

/** What an index holds, and how far it is from the files. */
export interface IndexStatus {
  readonly documents: number
  readonly chunks: number
  readonly bytes: number
  readonly buildId: string | null
  /** The first sync has not finished. */
  readonly isBuilding: boolean
  /** The manifest names another embedder than the one that built it. */
  readonly needsRebuild: boolean
  readonly failures: readonly FailureRow[]
  readonly changes: TreeChanges
  readonly links: LinkCounts
}

/** A model that the manifest asks for. */
export interface ModelStatus {
  readonly role: 'embedding' | 'rerank'
  readonly provider: string
  readonly model: string
  /** The command that brings what it lacks; null when it can run. */
  readonly missing: string | null
}

export interface LinkedKbStatus {
  readonly name: string
  readonly id: string
  /** As the manifest has it. */
  readonly path: string
  readonly isHere: boolean
}

/** One look at a knowledge base. */
export interface KbStatus {
  readonly root: string
  readonly name: string
  readonly id: string
  /** Null before the first sync; an error where the index cannot be read. */
  readonly index:
    | IndexStatus
    | { readonly error: { readonly message: string; readonly remedy: string } }
    | null
  readonly models: readonly ModelStatus[]
  /** The reranker that the thresholds of confidence were fitted for; null when there are none. */
  readonly calibratedFor: string | null
  readonly linkedKbs: readonly LinkedKbStatus[]
  readonly lock: SyncLockState | null
}

/**
 * How the knowledge base around `path` stands. Loads no model, reads no file that its size and times prove unchanged,
 * writes nothing and opens no network connection.
 * @throws ManifestError
 */
export async function readStatus(path: string, env: CommandIo['env']): Promise<KbStatus> {
  const paths = kbPaths(findKbRoot(path))
  const manifest = loadManifest(paths.root)
  return {
    root: paths.root,
    name: manifest.kb.name,
    id: manifest.kb.id,
    index: await indexStatus(paths, manifest),
    models: await modelStatus(manifest, env),
    calibratedFor: manifest.retrieval.confidence?.fittedFor ?? null,
    linkedKbs: manifest.links.kb.map((kb) => ({ ...kb, isHere: isHere(paths.root, kb.path) })),
    lock: readLock(paths.stateDir),
  }
}

async function indexStatus(
  { root, index }: { readonly root: string; readonly index: string },
  manifest: Manifest,
): Promise<KbStatus['index']> {
  try {
    const reader = openIndexReader(index)
    try {
      const selection = selectFiles(root, manifest.sources, new Tree(root))
      return await readIndex(reader, { root, manifest, selection })
    } finally {
      reader.close()
    }
  } catch (error) {
    if (isPinakesError(error, 'INDEX_MISSING')) return null
    if (!isPinakesError(error)) throw error
    return { error: { message: error.message, remedy: error.remedy } }
  }
}

interface Kept {
  readonly root: string
  readonly manifest: Manifest
  readonly selection: Selection
}

async function readIndex(reader: IndexReader, { root, manifest, selection }: Kept): Promise<IndexStatus> {
  const { embedding, kb } = manifest
  const read = reader.snapshot(() => {
    const files = [...selection.documents.keys(), ...selection.sidecars.keys()]
    return {
      counts: reader.counts(),
      meta: reader.meta(),
      failures: reader.failures(),
      documents: reader.documents(),
      stamps: reader.stamps(files),
      links: reader.linkCounts(kb.id),
    }
  })
  const { counts, meta, failures, links } = read
  const isBuilding = meta.get('build_state') === 'building' || !meta.has('embedding_model')
  const wanted = { ...embedding, provider: defaultProviders().ownName(embedding.provider) }
  return {
    documents: counts.documents,
    chunks: counts.chunks,
    bytes: statSync(reader.path).size,
    buildId: meta.get('build_id') ?? null,
    isBuilding,
    needsRebuild: !isBuilding && embeddingDifferences(meta, wanted).length > 0,
    failures,
    changes: await treeChanges(root, selection, read),
    links,
  }
}

async function modelStatus(
  { embedding, rerank, retrieval }: Manifest,
  env: CommandIo['env'],
): Promise<ModelStatus[]> {
  const asked = [
    { role: 'embedding' as const, ...embedding },
    ...(retrieval.rerank === 'local' ? [{ role: 'rerank' as const, ...rerank }] : []),
  ]
  const isPackaged = (provider: string) => defaultProviders().ownName(provider) === staticProvider.name
  // Looking through the cache takes time, which a knowledge base that needs nothing of it can save.
  const cached = asked.every(({ provider }) => isPackaged(provider))
    ? []
    : (await installedModels(env)).models
  const usable = new Set(cached.flatMap(({ model, lacks }) => (lacks === null ? [model] : [])))
  return asked.map(({ role, provider, model }) => {
    const brought = isPackaged(provider) || usable.has(model)
    return {
      role,
      provider,
      model,
      missing: missingRuntime(provider) ?? (brought ? null : 'pnk models pull'),
    }
  })
}

function isHere(root: string, path: string): boolean {
  const place = resolveLinkedKb(root, path)
  return !('unresolvable' in place) && existsSync(kbPaths(place.path).manifest)
}
