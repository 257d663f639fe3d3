import { displayPath } from '@pinakes/manifest'
import type { IndexStatus, KbStatus, ModelStatus } from '../status/read-status.js'
import type { TreeChanges } from '../status/tree-changes.js'
import { formatBytes } from './bytes.js'
import { escapeText } from './escape.js'
import { failurePayload } from './failure-lines.js'
import { count, firstFew } from './lines.js'
import type { Style } from './style.js'

/** One line a subject, each with the command that changes it where there is something to do. */
export function statusLines(status: KbStatus, style: Style): string[] {
  const { root, name, id, index, models, calibratedFor, linkedKbs, lock } = status
  const rows: readonly (readonly [string, string])[] = [
    ['documents', documentsText(index)],
    ...(index === null || 'error' in index ? [] : indexRows(index, style)),
    ...models.map((model) => [model.role, modelText(model, style)] as const),
    [
      'confidence',
      calibratedFor === null ? 'unknown: pnk calibrate' : `calibrated for ${displayPath(calibratedFor)}`,
    ],
    ['linked KBs', linkedText(linkedKbs)],
    ...(lock === null
      ? []
      : [['sync', style.caution(`the lock is held (${lock.verdict}): pnk doctor`)] as const]),
  ]
  return [
    `${style.strong(displayPath(name))} ${id}`,
    displayPath(root),
    ...rows.map(([subject, text]) => `${subject.padEnd(10)}  ${text}`),
  ]
}

function documentsText(index: KbStatus['index']): string {
  if (index === null) return 'none indexed yet: pnk sync'
  if ('error' in index) return `${displayPath(index.error.message)}: ${escapeText(index.error.remedy)}`
  const { documents, chunks, bytes, isBuilding } = index
  const unfinished = isBuilding ? '; the first sync has not finished: pnk sync' : ''
  return `${documents}, ${count(chunks, 'passage')}, index ${formatBytes(bytes)}${unfinished}`
}

function indexRows(index: IndexStatus, style: Style): (readonly [string, string])[] {
  const { needsRebuild, failures, changes, links } = index
  const failed = firstFew(failures.map(({ path }) => displayPath(path)))
  return [
    ['fresh', freshText(changes, needsRebuild, style)],
    [
      'failed',
      failures.length === 0 ? 'none' : style.bad(`${failures.length}: ${failed}; why: pnk ls --failed`),
    ],
    ['links', `${links.within} within, ${links.out} to other KBs, ${links.in} from other KBs`],
  ]
}

function freshText(changes: TreeChanges, needsRebuild: boolean, style: Style): string {
  if (needsRebuild) return style.bad('no: another embedding model built the index: pnk sync --rebuild')
  const { added, changed, gone, sidecars, unknown } = changes
  const parts = [
    [added.length, 'new'],
    [changed.length, 'changed'],
    [gone.length, 'gone or moved'],
    [sidecars.length, sidecars.length === 1 ? 'sidecar' : 'sidecars'],
  ] as const
  const differences = parts.flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`]))
  const blind = unknown.length === 0 ? [] : [`cannot look into ${firstFew(unknown.map(displayPath))}`]
  if (differences.length === 0 && blind.length === 0) return style.good('yes')
  const todo = differences.length === 0 ? [] : [`${differences.join(', ')}: pnk sync`]
  return style.caution(`no: ${[...todo, ...blind].join('; ')}`)
}

function modelText({ provider, model, missing }: ModelStatus, style: Style): string {
  const name = `${displayPath(provider)} ${displayPath(model)}`
  return missing === null ? name : `${name} ${style.caution(`(not here: ${missing})`)}`
}

function linkedText(linked: KbStatus['linkedKbs']): string {
  if (linked.length === 0) return 'none'
  return linked
    .map(
      ({ name, path, isHere }) => `${displayPath(name)} (${displayPath(path)}${isHere ? '' : ', not here'})`,
    )
    .join(', ')
}

/** The payload of `pnk status --json`. */
export function statusPayload(status: KbStatus): Record<string, unknown> {
  const { root, name, id, index, models, calibratedFor, linkedKbs, lock } = status
  return {
    kb: name,
    kb_id: id,
    root,
    index: index === null || 'error' in index ? index : indexPayload(index),
    models,
    calibrated_for: calibratedFor,
    linked_kbs: linkedKbs.map(({ isHere, ...kb }) => ({ ...kb, here: isHere })),
    lock: lock === null ? null : { verdict: lock.verdict, ...lock.record },
  }
}

function indexPayload(index: IndexStatus): Record<string, unknown> {
  const { documents, chunks, bytes, buildId, isBuilding, needsRebuild, failures, changes, links } = index
  const isFresh = !isBuilding && !needsRebuild && Object.values(changes).every((paths) => paths.length === 0)
  return {
    documents,
    chunks,
    bytes,
    build_id: buildId,
    building: isBuilding,
    needs_rebuild: needsRebuild,
    fresh: isFresh,
    changes,
    failures: failures.map(failurePayload),
    links,
  }
}
