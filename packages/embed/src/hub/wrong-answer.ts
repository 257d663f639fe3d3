import { EmbedError } from '../errors.js'
import type { Asked } from './refusal.js'
import { type HubSettings, hubName } from './settings.js'

/** True for the beginning of HTML, which is what a login page or a proxy's notice is. */
export function isWebPage(start: string): boolean {
  return /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|head|\?xml)\b/i.test(start)
}

/** A page for people came instead of data. */
export function webPage(settings: HubSettings, asked: Asked): EmbedError {
  return wrongAnswer(
    settings,
    asked,
    'it is a web page',
    'A network that asks to log in, or a proxy, answers in place of the hub: open the address in a browser, or set HTTPS_PROXY, then run the same command again.',
  )
}

/** Something came that is not what the hub would send. Nothing of it was kept. */
export function wrongAnswer(settings: HubSettings, asked: Asked, fault: string, remedy?: string): EmbedError {
  const what = asked.path === undefined ? `about ${asked.model}` : `for ${asked.path} of ${asked.model}`
  return new EmbedError({
    code: 'EMBED_HUB_WRONG_ANSWER',
    message: `The answer of ${hubName(settings)} ${what} is not what it should be: ${fault}`,
    remedy: remedy ?? 'Run the same command again; if it stays like this, check HF_ENDPOINT and the proxy.',
    details: { ...asked, endpoint: settings.endpoint, fault },
  })
}
