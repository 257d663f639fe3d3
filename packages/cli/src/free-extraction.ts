/**
 * Forces the free PDF reader, whatever the manifest says: hooks and CI run without anybody to ask, so they never
 * spend.
 */
export const FREE_EXTRACTION_FLAG = '--extract=pypdfium2'
