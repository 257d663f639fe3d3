import { EmbedError } from '../errors.js'
import { hubCacheFolder } from '../hub-cache.js'

/** Where models come from, by which rights, and where they are kept. */
export interface HubSettings {
  /** `HF_ENDPOINT`, else `https://huggingface.co`; without a slash at the end. */
  readonly endpoint: string
  /** `HF_TOKEN`; sent to the endpoint's own origin and nowhere else. */
  readonly token: string | null
  /** `HF_HUB_OFFLINE`, `TRANSFORMERS_OFFLINE`, or the caller's wish: no connection is opened. */
  readonly offline: boolean
  /** The cache's folder: see {@link hubCacheFolder}. */
  readonly cache: string
  /** How long a silent connection is waited for; `HF_HUB_DOWNLOAD_TIMEOUT` in seconds, else 30. */
  readonly stallMs: number
  /** False under `HF_HUB_DISABLE_SYMLINKS`: snapshots hold files instead of symbolic links. */
  readonly symbolicLinks: boolean
  readonly proxies: {
    readonly http: string | undefined
    readonly https: string | undefined
    readonly none: string | undefined
  }
}

const DEFAULT_ENDPOINT = 'https://huggingface.co'
const DEFAULT_STALL_MS = 30_000

/**
 * The settings in the environment, by the names that Python's `huggingface_hub` gives them.
 * @throws EmbedError `EMBED_HUB_SETTING` for a value that cannot be used; the value of a secret is never shown
 */
export function hubSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
  { offline = false }: { readonly offline?: boolean } = {},
): HubSettings {
  return {
    endpoint: endpoint(env.HF_ENDPOINT),
    token: token(env.HF_TOKEN),
    offline: offline || isTrue(env.HF_HUB_OFFLINE) || isTrue(env.TRANSFORMERS_OFFLINE),
    cache: hubCacheFolder(env),
    stallMs: stall(env.HF_HUB_DOWNLOAD_TIMEOUT),
    symbolicLinks: !isTrue(env.HF_HUB_DISABLE_SYMLINKS),
    proxies: {
      http: proxy(env, 'http_proxy'),
      https: proxy(env, 'https_proxy'),
      none: set(env.no_proxy) ?? set(env.NO_PROXY),
    },
  }
}

/** The host that the endpoint names, for messages. */
export function hubName(settings: Pick<HubSettings, 'endpoint'>): string {
  return new URL(settings.endpoint).host
}

/** As `huggingface_hub` reads its switches. */
function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|on|yes|true)$/i.test(value.trim())
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

function endpoint(value: string | undefined): string {
  const text = set(value) ?? DEFAULT_ENDPOINT
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw unusable(
      'HF_ENDPOINT',
      'it is not a plain http or https address',
      `HF_ENDPOINT=${DEFAULT_ENDPOINT}`,
    )
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** A header takes no line break, and the refusal of one would show the token. */
function token(value: string | undefined): string | null {
  const text = set(value)
  if (text === undefined) return null
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw unusable('HF_TOKEN', 'it has characters that no token has', 'HF_TOKEN=hf_…')
}

function stall(value: string | undefined): number {
  const seconds = Number(set(value))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_STALL_MS
}

function proxy(
  env: Readonly<Record<string, string | undefined>>,
  name: 'http_proxy' | 'https_proxy',
): string | undefined {
  const text = set(env[name]) ?? set(env[name.toUpperCase()])
  if (text === undefined) return undefined
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(address)) return address
  throw unusable(name.toUpperCase(), 'it is not an address', `${name.toUpperCase()}=http://proxy:3128`)
}

function unusable(name: string, fault: string, example: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_HUB_SETTING',
    message: `The environment variable ${name} cannot be used: ${fault}`,
    remedy: `Unset it, or set it as in ${example}`,
    details: { name },
  })
}
