/** Loader hooks of recorder.mjs; they run on Node's loader thread. */
import { appendFileSync } from 'node:fs'

let log = ''

export function initialize(data) {
  log = data.log
}

export async function resolve(specifier, context, next) {
  try {
    const found = await next(specifier, context)
    if (!found.url.startsWith('node:')) appendFileSync(log, `module ${found.url}\n`)
    return found
  } catch (error) {
    appendFileSync(log, `module ${specifier}\n`)
    throw error
  }
}
