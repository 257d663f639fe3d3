import { quote } from '@pinakes/manifest'
import { ServeError } from '../errors.js'

/**
 * `origins`, each as browsers write it.
 * @throws ServeError `SERVE_ORIGIN_INVALID` for `null`, `*` and everything else that is no http or https origin
 */
export function checkOrigins(origins: readonly string[]): readonly string[] {
  return origins.map((given) => {
    const url = URL.canParse(given) ? new URL(given) : null
    const isWeb = url !== null && /^https?:$/.test(url.protocol)
    if (isWeb && given.replace(/\/$/, '').toLowerCase() === url.origin) return url.origin
    throw new ServeError({
      code: 'SERVE_ORIGIN_INVALID',
      message: `${quote(given)} is no origin of a web page`,
      remedy: 'Write scheme, host and port alone, as in https://app.example.org.',
      details: { origin: given },
    })
  })
}
