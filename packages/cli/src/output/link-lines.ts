import type { LinkOutcome } from '@pinakes/graph'
import { displayPath, shorten } from '@pinakes/manifest'
import type { LinkAction } from '../run-link.js'
import { shellWord } from './lines.js'

/** What happened to a link, and what is left to do. */
export function linkLines(action: LinkAction, { written, sidecar, rel, target }: LinkOutcome): string[] {
  const shown = `${displayPath(shorten(rel))} -> ${targetText(target)}`
  const file = displayPath(sidecar)
  if (!written) {
    const state = action === 'link' ? 'is there already' : 'is not there'
    return [`nothing written: ${file}: the link ${state}`, `  ${shown}`]
  }
  const done = action === 'link' ? 'added' : 'removed'
  return [
    `${file}: link ${done}`,
    `  ${shown}`,
    `next: pnk sync, then git add ${displayPath(shellWord(sidecar))} and git commit`,
  ]
}

function targetText({ uri, path, alias }: LinkOutcome['target']): string {
  if (path === null) return uri
  return `${displayPath(alias === null ? path : `${alias}:${path}`)} (${uri})`
}

/** The same for programs; `target_path` and `target_kb` are null for what was not named by a path. */
export function linkPayload(action: LinkAction, outcome: LinkOutcome): Readonly<Record<string, unknown>> {
  const { written, document, docId, sidecar, rel, target } = outcome
  return {
    action,
    written,
    document,
    doc_id: docId,
    sidecar,
    rel,
    to: target.uri,
    target_path: target.path,
    target_kb: target.alias,
  }
}
