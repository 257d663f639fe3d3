import { defaultProviders } from '@pinakes/embed'
import { INIT_BACKEND_NAMES, initBackend } from './init/backends.js'

/**
 * The names that `init --backend` takes here: those whose model provider this installation has. A provider that gets
 * registered brings its backend with it.
 */
export function offeredBackends(): readonly string[] {
  const providers = defaultProviders()
  return INIT_BACKEND_NAMES.filter((name) => providers.has(initBackend(name).embedding.provider))
}

/** The command that installs what the model provider runs on, or null if nothing is missing. */
export function missingRuntime(provider: string): string | null {
  const providers = defaultProviders()
  if (providers.isInstalled(provider)) return null
  return providers.find(provider).requires?.install ?? null
}
