import { createRequire } from 'node:module'

/**
 * Whether `module` can be resolved from `origin`, the URL or path of the file that would import it: packages see
 * different ones. It is never loaded, so one that throws on import still counts as installed; any failure to resolve
 * counts as absent.
 */
export function isModuleInstalled(module: string, origin: string): boolean {
  try {
    createRequire(origin).resolve(module)
    return true
  } catch (error) {
    // A package that exports nothing to `require` is there all the same.
    return (error as { code?: unknown }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}
