import { EmbedError } from '../errors.js'
import type { WantedFile } from '../model-files.js'

/** Of `files`, those that `wanted` names, each role by its best path; and the roles that nothing fills. */
export function selectFiles<T extends { readonly path: string }>(
  files: readonly T[],
  wanted: readonly WantedFile[],
): { readonly selected: readonly T[]; readonly missing: readonly WantedFile[] } {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const selected: T[] = []
  const missing: WantedFile[] = []
  for (const want of wanted) {
    const path = want.paths.find((candidate) => byPath.has(candidate))
    const file = path === undefined ? undefined : byPath.get(path)
    if (file !== undefined) selected.push(file)
    else if (want.optional !== true) missing.push(want)
  }
  return { selected, missing }
}

/** The refusal of a model that lacks a file without which it cannot be run; `where` is a hub or a folder. */
export function lacksFiles(model: string, where: string, missing: readonly WantedFile[]): EmbedError {
  const list = missing.map(({ paths }) => paths.slice(0, 2).join(' or ')).join(' and no ')
  const isGraph = missing.some(({ role }) => role === 'graph')
  return new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The model ${model} cannot be used: ${where} has no ${list}`,
    remedy: isGraph
      ? 'Name a model that is published in ONNX format, for example BAAI/bge-small-en-v1.5; many others are at Xenova/ and onnx-community/.'
      : 'Name a model with a tokenizer.json, for example BAAI/bge-small-en-v1.5.',
    details: { model, where, missing: missing.map(({ role }) => role) },
  })
}
