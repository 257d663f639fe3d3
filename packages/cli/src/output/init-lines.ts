import { displayPath } from '@pinakes/manifest'
import type { InitResult } from '../init/apply-init.js'
import type { InitBackend } from '../init/backends.js'
import { formatBytes } from './bytes.js'
import { shellWord } from './lines.js'

export interface InitView {
  /** The path of the KB as the user wrote it. */
  readonly path: string
  readonly backend: InitBackend
  /** The command that installs the model runtime of the backend, or of its next step; null if it is there. */
  readonly install: string | null
}

/** Of onnxruntime-node in node_modules, which has the binaries of every system. */
const RUNTIME_BYTES = 290e6
/** Of some 100 tokens, on two cores: 2,100 tokens a second beside other work, twice that alone (tools/bench/onnx). */
const SECONDS_PER_1000_PASSAGES = 40

/** What `pnk init` made, what it left alone, what to do next, and how to move up from the built-in model. */
export function initLines(result: InitResult, { path, backend, install }: InitView): string[] {
  const here = path === '.' || path === './'
  const kb = here ? '' : ` --kb ${shellWord(path)}`
  const modelSteps = [...(install === null ? [] : [`  ${install}`]), `  pnk models pull${kb}`]
  return [
    `created ${displayPath(result.root)}`,
    `template ${result.template}`,
    `id ${result.kbId} (permanent: links from elsewhere point to it)`,
    ...(result.workflow === null
      ? []
      : [`workflow ${result.workflow} (runs at the top of a GitHub repository; forces the free extractor)`]),
    ...(result.adopted.length > 0
      ? [`left as they were: ${result.adopted.map(displayPath).join(', ')}`]
      : []),
    ...result.warnings.map((warning) => `warning: ${displayPath(warning)}`),
    '',
    nextTitle(backend),
    ...(backend.stepUp === null ? modelSteps : []),
    `  put documents into ${displayPath(here ? 'docs' : `${path.replace(/\/+$/, '')}/docs`)}`,
    `  pnk sync${kb}`,
    `  pnk search "your question"${kb}`,
    ...(backend.stepUp === null ? [] : ['', stepUpLine(backend.stepUp, install, kb)]),
  ]
}

function nextTitle({ fetched }: InitBackend): string {
  const bytes = fetched.embedding + fetched.rerank
  return bytes === 0 ? 'next:' : `next (the models are about ${formatBytes(bytes)}, fetched once):`
}

/** How an existing KB gets the larger embedder, and what that costs. */
function stepUpLine({ embedding, fetched }: InitBackend, install: string | null, kb: string): string {
  const { provider, model, dim } = embedding
  const steps = [
    ...(install === null ? [] : [`${install} (${formatBytes(RUNTIME_BYTES)})`]),
    `provider = "${provider}", model = "${model}", dim = ${dim} under [embedding] of pinakes.toml`,
    `pnk models pull${kb} (${formatBytes(fetched.embedding)})`,
    `pnk sync --rebuild${kb} (some ${SECONDS_PER_1000_PASSAGES} s for 1,000 passages)`,
  ]
  return `a larger model, when you want one: ${steps.join('; ')}`
}
