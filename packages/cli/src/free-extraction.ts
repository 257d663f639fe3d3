/**
 * The free PDF reader. Hooks, CI and a watch run without anybody to ask, so they force it, whatever the manifest says,
 * and never spend.
 */
export const FREE_EXTRACTION = 'pypdfium2'

/** The option that forces it. */
export const FREE_EXTRACTION_FLAG = `--extract=${FREE_EXTRACTION}`
