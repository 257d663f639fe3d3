import type { DoctorContext } from './context.js'

export type CheckStatus = 'OK' | 'WARN' | 'FAIL'

/** One row of `pnk doctor`. Everything but OK has a remedy that a user can type or do. */
export interface CheckResult {
  readonly name: string
  readonly status: CheckStatus
  readonly detail: string
  readonly remedy: string | null
}

/** One check. It reads and never writes; what it throws becomes its own FAIL row. */
export interface DoctorCheck {
  readonly name: string
  /** What has to be readable for the check to mean anything; it is skipped, by name, when that is damaged. */
  readonly needs: 'nothing' | 'manifest' | 'index'
  /** Usually one row; none when there is nothing to say, several when one subject has several sides. */
  run(
    context: DoctorContext,
  ): Promise<CheckResult | readonly CheckResult[]> | CheckResult | readonly CheckResult[]
}

export function ok(name: string, detail: string): CheckResult {
  return { name, status: 'OK', detail, remedy: null }
}

export function warn(name: string, detail: string, remedy: string): CheckResult {
  return { name, status: 'WARN', detail, remedy }
}

export function fail(name: string, detail: string, remedy: string): CheckResult {
  return { name, status: 'FAIL', detail, remedy }
}
