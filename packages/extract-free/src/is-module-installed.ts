import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Whether `module` can be resolved from here, or from one of `from` (directories). The module is never loaded, so one
 * that throws on import still counts as installed; any failure to resolve counts as absent.
 */
export function isModuleInstalled(module: string, from: readonly string[] = []): boolean {
  const origins = [import.meta.url, ...from.map((directory) => join(directory, 'package.json'))]
  return origins.some((origin) => resolves(module, origin))
}

function resolves(module: string, origin: string): boolean {
  try {
    createRequire(origin).resolve(module)
    return true
  } catch (error) {
    // A package that exports nothing to `require` is there all the same.
    return (error as { code?: unknown }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}
