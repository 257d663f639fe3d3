import { EmbedError } from '../errors.js'
import { askedWaitMs, PassingFault } from './persist.js'
import { type HubSettings, hubName } from './settings.js'
import { type HubResponse, unreachable } from './transport.js'

/** What was asked for, for the words of a refusal. */
export interface Asked {
  readonly model: string
  readonly revision: string | null
  /** A file of the model; absent: its listing. */
  readonly path?: string
}

/** Answers that say "not now". */
const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])

/** The error that an answer other than success stands for; a {@link PassingFault} where another try may help. */
export async function refusal(
  response: HubResponse,
  asked: Asked,
  settings: HubSettings,
): Promise<EmbedError | PassingFault> {
  const said = words(response)
  await response.cancel()
  const { status } = response
  if (status === 429) {
    return new PassingFault(busy(response, asked), askedWaitMs(response.header, Date.now()))
  }
  if (PASSING_STATUS.has(status)) {
    const fault = unreachable(response.url.host, `it answers ${status}${said}`)
    return new PassingFault(fault, askedWaitMs(response.header, Date.now()))
  }
  if (status === 404) return notFound(response, asked, settings)
  if (status === 401 || status === 403) return denied(response, asked, settings, said)
  return unreachable(response.url.host, `it answers ${status}${said}`)
}

/** What the hub says of its own refusal, as a tail for a message. */
function words(response: HubResponse): string {
  const said = response.header('x-error-message')?.trim().slice(0, 200)
  return said === undefined || said === '' ? '' : `, ${JSON.stringify(said)}`
}

function notFound(response: HubResponse, asked: Asked, settings: HubSettings): EmbedError {
  const { model, revision, path } = asked
  const page = `${settings.endpoint}/${model}`
  const [what, remedy] =
    path !== undefined
      ? [`${model} has no file ${path}`, 'Run the same command again: the model may just have changed.']
      : response.header('x-error-code') === 'RevisionNotFound'
        ? [`${model} has no revision ${revision ?? 'main'}`, `Name one that ${page}/commits lists.`]
        : [`There is no model ${model}`, `Check the id, as in ${settings.endpoint}/BAAI/bge-small-en-v1.5`]
  return new EmbedError({
    code: 'EMBED_HUB_NOT_FOUND',
    message: `${what} at ${response.url.host} (404)`,
    remedy,
    details: { ...asked, status: 404 },
  })
}

function denied(response: HubResponse, asked: Asked, settings: HubSettings, said: string): EmbedError {
  const { status } = response
  const what = asked.path === undefined ? asked.model : `${asked.path} of ${asked.model}`
  return new EmbedError({
    code: 'EMBED_HUB_DENIED',
    message: `${response.url.host} does not give ${what}: ${status}${said}`,
    remedy: deniedRemedy(response, asked, settings),
    details: { ...asked, status },
  })
}

function deniedRemedy(response: HubResponse, { model }: Asked, settings: HubSettings): string {
  const page = `${settings.endpoint}/${model}`
  if (response.url.host !== hubName(settings)) return 'Run the same command again for a fresh address.'
  if (response.header('x-error-code') === 'GatedRepo') {
    const ask = `Its owner grants access on request: ask for it at ${page}`
    return settings.token === null
      ? `${ask}, then set HF_TOKEN.`
      : `${ask} with the account that HF_TOKEN belongs to.`
  }
  return settings.token === null
    ? `Check the id; the hub answers like this for models that do not exist, too. For a private one set HF_TOKEN.`
    : `Check the id, and that HF_TOKEN is valid and may read ${page}`
}

function busy(response: HubResponse, asked: Asked): EmbedError {
  const waitMs = askedWaitMs(response.header, Date.now())
  const wait = waitMs === null ? '' : `, and asks to wait ${Math.ceil(waitMs / 1000)} s`
  return new EmbedError({
    code: 'EMBED_HUB_BUSY',
    message: `${response.url.host} takes no more requests for now (429)${wait}`,
    remedy: 'Run the same command later: it goes on where it stopped. HF_TOKEN raises the limit.',
    details: { ...asked, status: 429, waitMs },
  })
}
