/** What stands beside text whose file is no longer what was indexed, or is gone: it must not pass for current. */
export const CHANGED_NOTE = 'the file changed since it was indexed: run pnk sync'
