import { displayPath } from '@pinakes/manifest'
import type { CheckResult } from '../doctor/check.js'
import { escapeText } from './escape.js'
import { indent } from './lines.js'
import type { Style } from './style.js'

/** `OK|WARN|FAIL name: detail`, and below it the remedy, indented and marked with an arrow. */
export function doctorLines(results: readonly CheckResult[], style: Style): string[] {
  return results.flatMap((result) => {
    const line = `${label(result, style)} ${style.strong(result.name)}: ${displayPath(result.detail)}`
    return result.remedy === null ? [line] : [line, indent(`→ ${escapeText(result.remedy)}`, 2)]
  })
}

function label(result: CheckResult, style: Style): string {
  const paint = { OK: style.good, WARN: style.caution, FAIL: style.bad }[result.status]
  return paint(result.status)
}

/** The payload of `pnk doctor --json`. */
export function doctorPayload(results: readonly CheckResult[]): Record<string, unknown> {
  return {
    ok: results.every((result) => result.status !== 'FAIL'),
    checks: results.map(({ name, status, detail, remedy }) => ({ name, status, detail, remedy })),
  }
}
