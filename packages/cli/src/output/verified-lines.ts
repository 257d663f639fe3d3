import { displayPath } from '@pinakes/manifest'
import type { VerifiedModel } from '../verify-models.js'
import { count } from './lines.js'
import { commitName } from './model-lines.js'
import type { Style } from './style.js'

/** One line per model, and one more for each thing that is wrong with it; what to do comes last. */
export function verifiedLines(models: readonly VerifiedModel[], style: Style): string[] {
  return models.flatMap((model) => {
    const { lacks, files, remedy } = model
    const name = style.strong(displayPath(model.model))
    const at = model.commit === null ? '' : ` at ${commitName(model.commit, model.refs)}`
    const faults = files.flatMap(({ path, fault }) =>
      fault === null ? [] : [`  ${displayPath(path)}: ${displayPath(fault)}`],
    )
    return [
      `${name}${at}: ${model.isWhole ? wholeText(model, style) : style.bad('not whole')}`,
      ...(lacks === null ? [] : [`  ${displayPath(lacks)}`]),
      ...faults,
      ...(remedy === null ? [] : [`  to mend it: ${remedy}`]),
    ]
  })
}

function wholeText({ files }: VerifiedModel, style: Style): string {
  const unknown = files.filter(({ checkedBy }) => checkedBy === 'shape').length
  const whole = style.good(`${count(files.length, 'file')} whole`)
  return unknown === 0 ? whole : `${whole}; of ${unknown} no hash is known`
}

/** One entry of `pnk models verify --json`. */
export function verifiedPayload(model: VerifiedModel): Record<string, unknown> {
  const { model: id, commit, refs, path, lacks, isWhole, remedy } = model
  const files = model.files.map(({ path: file, bytes, fault, checkedBy }) => ({
    path: file,
    bytes,
    fault,
    checked_by: checkedBy,
  }))
  return { model: id, commit, refs, path, whole: isWhole, lacks, remedy, files }
}
