import { loadModelHub, type PulledModel, staticProvider, verifyStaticModel } from '@pinakes/embed'
import { displayPath, isPinakesError, type Manifest } from '@pinakes/manifest'
import { type HubModel, hubModels, namedModels } from '../../manifest-models.js'
import { formatBytes } from '../../output/bytes.js'
import { count } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, fail, ok } from '../check.js'

const NAME = 'model cache'

/** The weights on disk are whole, byte by byte: loading a model checks no more than sizes and headers. */
export const modelCacheCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const manifest = context.manifest()
    return [...packagedRows(manifest), ...(await hubRows(hubModels(manifest)))]
  },
}

/** One row, for embedder and reranker read the same table. */
function packagedRows(manifest: Manifest): readonly CheckResult[] {
  const packaged = namedModels(manifest).find(({ provider }) => provider === staticProvider.name)
  return packaged === undefined ? [] : [packagedRow(packaged.model)]
}

function packagedRow(model: string): CheckResult {
  const { path, bytes, fingerprint } = verifyStaticModel(model)
  return ok(NAME, `${displayPath(path)}: ${bytes} bytes, ${fingerprint} verified`)
}

/** The models of the hub that are here; the network is not asked. What is not here is a row of the model's own check. */
async function hubRows(models: readonly HubModel[]): Promise<readonly CheckResult[]> {
  if (models.length === 0) return []
  const { hubSettings, pullModel } = await loadModelHub()
  const settings = hubSettings(process.env, { offline: true })
  const rows: CheckResult[] = []
  for (const model of models) {
    try {
      rows.push(wholeRow(await pullModel({ ...model, settings })))
    } catch (error) {
      if (!isPinakesError(error)) throw error
      if (error.code !== 'EMBED_MODEL_MISSING') rows.push(fail(NAME, error.message, error.remedy))
    }
  }
  return rows
}

function wholeRow({ folder, files }: PulledModel): CheckResult {
  const bytes = files.reduce((total, file) => total + file.bytes, 0)
  return ok(NAME, `${displayPath(folder)}: ${count(files.length, 'file')}, ${formatBytes(bytes)} verified`)
}
