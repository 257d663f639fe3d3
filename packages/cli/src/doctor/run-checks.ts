import { relativePaths } from '@pinakes/manifest'
import { errorReport } from '../error-report.js'
import { type CheckResult, type DoctorCheck, fail } from './check.js'
import type { DoctorContext } from './context.js'

/**
 * Every check's rows, in the order of `checks`. A check that throws becomes one FAIL row with the error's remedy. A
 * check whose subject cannot be read is skipped, and named in the row of that subject. Paths below the root are
 * relative to it.
 */
export async function runChecks(
  checks: readonly DoctorCheck[],
  context: DoctorContext,
): Promise<readonly CheckResult[]> {
  const missing = await unreadable(context)
  const skipped = checks.filter((check) => missing.has(check.needs))
  const rows: CheckResult[] = []
  for (const check of checks) {
    if (!missing.has(check.needs)) rows.push(...(await runCheck(check, context)))
  }
  return rows
    .map((row) => withSkipped(row, missing, skipped))
    .map((row) => ({ ...row, detail: relativePaths(context.paths.root, row.detail) }))
}

/** The subjects that cannot be read: without a manifest there is no index either. */
async function unreadable(context: DoctorContext): Promise<ReadonlySet<DoctorCheck['needs']>> {
  const manifest = await succeeds(() => context.manifest())
  const index = manifest && (await succeeds(async () => (await context.index()) ?? Promise.reject()))
  return new Set([...(manifest ? [] : (['manifest'] as const)), ...(index ? [] : (['index'] as const))])
}

async function succeeds(read: () => unknown): Promise<boolean> {
  try {
    await read()
    return true
  } catch {
    // Why it failed is the row of the check that is about it.
    return false
  }
}

async function runCheck(check: DoctorCheck, context: DoctorContext): Promise<readonly CheckResult[]> {
  try {
    const rows = await check.run(context)
    return 'status' in rows ? [rows] : rows
  } catch (error) {
    const { message, remedy } = errorReport(error, 'doctor')
    return [fail(check.name, message, remedy)]
  }
}

function withSkipped(
  row: CheckResult,
  missing: ReadonlySet<string>,
  skipped: readonly DoctorCheck[],
): CheckResult {
  const subject = row.name === 'manifest' || row.name === 'index' ? row.name : null
  if (subject === null || !missing.has(subject)) return row
  const names = skipped.filter((check) => check.needs === subject).map((check) => check.name)
  return names.length === 0 ? row : { ...row, detail: `${row.detail}; skipped: ${names.join(', ')}` }
}
