import { EmbedError } from '../errors.js'
import { PassingFault } from './persist.js'
import { type HubSettings, hubName } from './settings.js'

/** An answer whose body is read once, or cancelled. */
export interface HubResponse {
  readonly status: number
  /** Of the last request, behind every redirect. */
  readonly url: URL
  header(name: string): string | null
  text(): Promise<string>
  /** The bytes as they arrive. */
  chunks(): AsyncIterable<Uint8Array>
  /** Lets go of a body that is not wanted. */
  cancel(): Promise<void>
}

/** What can be asked of the hub. */
export interface Transport {
  /**
   * The answer to GET, redirects followed, whatever its status.
   * @throws PassingFault when no answer came; EmbedError `EMBED_HUB_UNREACHABLE` when none can
   */
  get(url: string, options?: GetOptions): Promise<HubResponse>
  close(): Promise<void>
}

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

const MAX_REDIRECTS = 8
const CONNECT_TIMEOUT_MS = 15_000

/** Faults of certificates: time does not mend them. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/

/**
 * Opens the way to the hub, through the proxies that the settings name. The HTTP library is loaded here and nowhere
 * else. Built-in fetch would not do: on Node 20 it knows no proxy.
 */
export async function openTransport(settings: HubSettings): Promise<Transport> {
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  const { http, https, none } = settings.proxies
  const dispatcher = new EnvHttpProxyAgent({
    // Empty strings, so that the library does not turn to the environment of the process.
    httpProxy: http ?? '',
    httpsProxy: https ?? http ?? '',
    noProxy: none ?? '',
    headersTimeout: settings.stallMs,
    bodyTimeout: settings.stallMs,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, settings.stallMs) },
  })
  const origin = new URL(settings.endpoint).origin

  async function once(url: URL, { headers, signal }: GetOptions) {
    try {
      return await fetch(url, {
        dispatcher,
        redirect: 'manual',
        signal: signal ?? null,
        headers: {
          // Sizes and hashes are those of the plain bytes.
          'accept-encoding': 'identity',
          'user-agent': 'pinakes',
          ...headers,
          ...(settings.token !== null && url.origin === origin
            ? { authorization: `Bearer ${settings.token}` }
            : {}),
        },
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw connectionFault(url, error)
    }
  }

  async function get(address: string, options: GetOptions = {}): Promise<HubResponse> {
    let url = new URL(address)
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await once(url, options)
      const target = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || target === null) {
        return {
          status: response.status,
          url,
          header: (name) => response.headers.get(name),
          text: () => received(url, options, () => response.text()),
          chunks: () => bodyOf(url, options, response.body),
          cancel: () => letGo(response.body),
        }
      }
      await letGo(response.body)
      url = redirected(url, target)
    }
    throw unreachable(hubName(settings), `it redirects more than ${MAX_REDIRECTS} times`)
  }

  return { get, close: () => dispatcher.destroy() }
}

/** Cancelling a body that failed, or that is read to its end, is no fault. */
async function letGo(body: { cancel(): Promise<void> } | null): Promise<void> {
  await body?.cancel().catch(() => undefined)
}

function redirected(from: URL, target: string): URL {
  if (!URL.canParse(target, from.href)) throw unreachable(from.host, 'it redirects to what is no address')
  const url = new URL(target, from)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (isWeb && (from.protocol === 'http:' || url.protocol === 'https:')) return url
  throw unreachable(from.host, `it redirects from https to ${url.protocol.replace(/:$/, '')}`)
}

async function received<T>(url: URL, { signal }: GetOptions, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    signal?.throwIfAborted()
    throw connectionFault(url, error)
  }
}

async function* bodyOf(
  url: URL,
  { signal }: GetOptions,
  body: AsyncIterable<Uint8Array> | null,
): AsyncIterable<Uint8Array> {
  if (body === null) return
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await received(url, { signal }, () => chunks.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    // A reader that stops early closes the connection; what it then says is of no interest.
    await chunks.return?.().catch(() => undefined)
  }
}

/** A fault of the connection: passing, unless a certificate is refused. */
function connectionFault(url: URL, error: unknown): PassingFault | EmbedError {
  const reason = reasonOf(error)
  if (CERTIFICATE.test(reason)) {
    return unreachable(
      url.host,
      `its certificate is not accepted (${reason})`,
      'If a proxy signs the connections of this network, give Node its certificate: NODE_EXTRA_CA_CERTS=/path/to/ca.pem',
      error,
    )
  }
  return new PassingFault(unreachable(url.host, reason, undefined, error))
}

/** What the codes of connections mean to whom they meet. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
}

/** The innermost cause that has a code or a message: `fetch failed` says nothing. */
function reasonOf(error: unknown): string {
  let reason = String(error)
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, message } = at as NodeJS.ErrnoException
    reason = typeof code === 'string' ? code : message
  }
  const meaning = MEANINGS[reason]
  return meaning === undefined ? reason : `${meaning} (${reason})`
}

/** The hub, or where it sends its readers, does not answer as it should. */
export function unreachable(host: string, fault: string, remedy?: string, cause?: unknown): EmbedError {
  return new EmbedError({
    code: 'EMBED_HUB_UNREACHABLE',
    message: `Nothing can be had from ${host}: ${fault}`,
    remedy:
      remedy ??
      'Check the network, HTTPS_PROXY and HF_ENDPOINT, then run the same command again: it goes on where it stopped. Without a network: pnk models import FOLDER.',
    details: { host, fault },
    cause,
  })
}
