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
