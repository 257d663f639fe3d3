import type { SyncReport } from '../contracts.js'

/** The part of the report about linked KBs, of a run that read none. */
export const NOT_SCANNED: SyncReport['linkScan'] = { scanned: [], dropped: [], issues: [] }
