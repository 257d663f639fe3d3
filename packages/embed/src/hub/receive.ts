import type { FileHandle } from 'node:fs/promises'
import type { Hub } from './hub.js'
import type { HubFile } from './listing.js'
import { PassingFault } from './persist.js'
import { type Asked, refusal } from './refusal.js'
import { type HubResponse, unreachable } from './transport.js'
import { isWebPage, webPage, wrongAnswer } from './wrong-answer.js'

/** A file on its way from the hub to the disk. */
export interface Reception {
  readonly hub: Hub
  readonly model: string
  readonly commit: string
  readonly file: HubFile
  /** Open for writing; what it holds is the file's beginning. */
  readonly handle: FileHandle
  /** The most that was ever here: gaining means to get past it. */
  readonly mark: { bytes: number }
  readonly onBytes: (bytes: number) => void
}

/**
 * Asks once for what is missing, and writes it to its place. Resolves when the file has its listed size.
 * @throws PassingFault if the connection ends before; EmbedError if the answer is not the file
 */
export async function receiveRest(reception: Reception): Promise<void> {
  const have = (await reception.handle.stat()).size
  if (have === reception.file.bytes) return
  const response = await ask(reception, have)
  // No part of the file for an answer: begin with the first byte.
  if (response.status === 416 && have > 0) {
    await response.cancel()
    await reception.handle.truncate(0)
    return receiveRest(reception)
  }
  try {
    await accept(reception, response, have)
  } finally {
    await response.cancel()
  }
}

async function ask({ hub, file, model, commit }: Reception, have: number): Promise<HubResponse> {
  const path = file.path.split('/').map(encodeURIComponent).join('/')
  return hub.transport.get(`${hub.settings.endpoint}/${model}/resolve/${commit}/${path}`, {
    headers: have > 0 ? { range: `bytes=${have}-` } : {},
    signal: hub.signal,
  })
}

async function accept(reception: Reception, response: HubResponse, have: number): Promise<void> {
  const { hub, file, handle } = reception
  const asked = askedFor(reception)
  if (response.status !== 200 && response.status !== 206) throw await refusal(response, asked, hub.settings)
  if (isPage(response) && !isMarkup(file.path)) throw webPage(hub.settings, asked)
  const size = declaredSize(response)
  if (size !== null && size !== file.bytes) throw wrongAnswer(hub.settings, asked, sizeFault(size, file))
  const start = response.status === 206 ? rangeStart(response) : 0
  if (start > have) throw wrongAnswer(hub.settings, asked, `it starts at byte ${start} instead of ${have}`)
  await handle.truncate(start)
  await writeFrom(reception, response, start)
}

/** Writes the answer to the file from `start` on. */
async function writeFrom(reception: Reception, response: HubResponse, start: number): Promise<void> {
  const { hub, file, handle, mark, onBytes } = reception
  const before = mark.bytes
  let have = start
  onBytes(have)
  try {
    for await (const chunk of response.chunks()) {
      if (have === 0) refusePage(reception, chunk)
      if (have + chunk.length > file.bytes) {
        throw wrongAnswer(
          hub.settings,
          askedFor(reception),
          `it goes on after the ${file.bytes} bytes listed`,
        )
      }
      await writeFully(handle, chunk, have)
      have += chunk.length
      mark.bytes = Math.max(mark.bytes, have)
      onBytes(have)
    }
  } catch (error) {
    if (!(error instanceof PassingFault)) throw error
    throw new PassingFault(error.final, error.waitMs, mark.bytes > before)
  }
  if (have === file.bytes) return
  throw new PassingFault(unreachable(response.url.host, sizeFault(have, file)), null, mark.bytes > before)
}

async function writeFully(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written)
    written += bytesWritten
  }
}

/** The size of the whole file as the answer's headers have it, or null. */
function declaredSize(response: HubResponse): number | null {
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(response.header('content-range') ?? '')?.[1]
  if (response.status === 206) return total === undefined ? null : Number(total)
  // Compressed on the way, whatever was asked: the length is that of other bytes.
  if (response.header('content-encoding') !== null) return null
  const length = response.header('content-length')
  return length === null ? null : Number(length)
}

function rangeStart(response: HubResponse): number {
  return Number(/^bytes (\d+)-/.exec(response.header('content-range') ?? '')?.[1] ?? Number.NaN)
}

function isPage(response: HubResponse): boolean {
  return /^text\/html\b/i.test(response.header('content-type') ?? '')
}

function refusePage(reception: Reception, start: Uint8Array): void {
  if (isMarkup(reception.file.path) || !isWebPage(Buffer.from(start).toString('latin1', 0, 64))) return
  throw webPage(reception.hub.settings, askedFor(reception))
}

function isMarkup(path: string): boolean {
  return /\.(?:html?|xml|svg)$/i.test(path)
}

function sizeFault(found: number, file: HubFile): string {
  return `it has ${found} bytes instead of ${file.bytes}`
}

function askedFor({ model, commit, file }: Reception): Asked {
  return { model, revision: commit, path: file.path }
}
