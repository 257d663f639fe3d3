import { createRequire } from 'node:module'

/**
 * Whether `module` can be resolved from this package. It is never loaded, so one that throws on import still counts
 * as installed; any failure to resolve counts as absent.
 */
export function isModuleInstalled(module: string): boolean {
  try {
    createRequire(import.meta.url).resolve(module)
    return true
  } catch (error) {
    // A package that exports nothing to `require` is there all the same.
    return (error as { code?: unknown }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}
