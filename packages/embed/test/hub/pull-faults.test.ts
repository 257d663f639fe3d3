import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PullProgress } from '../../src/hub/pull.js'
import { tempFolder } from '../static/temp-folder.js'
import {
  type Answer,
  closedPort,
  type Halting,
  haltAfter,
  type LoopbackHub,
  loopbackHub,
  serveBytes,
  sha256,
  status,
} from './loopback-hub.js'
import { COMMIT, GRAPH, MODEL, tinyModel } from './model-files.js'
import { blobs, mainRef, pull, refused, repoOf, snapshotBytes } from './pull-support.js'

const FILES = tinyModel()
const GRAPH_BYTES = FILES[GRAPH] ?? Buffer.alloc(0)
const SIZE = GRAPH_BYTES.length
const GRAPH_PATH = /model\.onnx$/
const RESUMING = /^bytes=[1-9]\d*-$/
const SECRET = 'hf_secretSecretSecret'

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, FILES)
  cache = join(tempFolder(), 'hub')
})

function expectWhole(): void {
  expect(snapshotBytes(cache, COMMIT, GRAPH).equals(GRAPH_BYTES)).toBe(true)
  expect(mainRef(cache)).toBe(COMMIT)
  expect(blobs(cache).filter((name) => name.endsWith('.incomplete'))).toEqual([])
}

/** The file under its own name is what readers trust; a refused pull must not have made one. */
function expectNothingTaken(): void {
  expect(blobs(cache)).not.toContain(sha256(GRAPH_BYTES))
  expect(mainRef(cache)).toBe(null)
}

function repeat(times: number, answer: Answer): Answer[] {
  return Array.from({ length: times }, () => answer)
}

describe('redirects', () => {
  it('take the token to the hub and not to where it redirects', async () => {
    await pull(hub, cache, { env: { HF_TOKEN: SECRET } })
    const at = (origin: string) => hub.seen.filter((one) => one.at === origin)
    expect(new Set(at('hub').map((one) => one.authorization))).toEqual(new Set([`Bearer ${SECRET}`]))
    expect(at('storage').length).toBeGreaterThan(0)
    expect(new Set(at('storage').map((one) => one.authorization))).toEqual(new Set([undefined]))
  })

  it('do not carry the token in a listing that goes on elsewhere', async () => {
    hub.next('hub', /\/tree\//, (_, response) => {
      response.setHeader('link', `<${hub.storage}/api/models/elsewhere>; rel="next"`)
      response.end('[]')
    })
    hub.next('storage', /elsewhere/, status(200, {}, '[]'))
    await refused(pull(hub, cache, { env: { HF_TOKEN: SECRET } }), 'EMBED_MODEL_UNSUPPORTED')
    expect(hub.seen.at(-1)).toMatchObject({ at: 'storage', authorization: undefined })
  })

  it('are followed within the hub, with the token, as for a model that was renamed', async () => {
    hub.next('hub', /\/revision\/main/, (request, response) => {
      const target = (request.url ?? '').replace('main', COMMIT)
      response.writeHead(307, { location: target })
      response.end()
    })
    await pull(hub, cache, { env: { HF_TOKEN: SECRET } })
    expectWhole()
  })

  it('in a circle are refused', async () => {
    hub.next(
      'hub',
      /\/revision\//,
      ...repeat(20, status(302, { location: '/api/models/acme/tiny/revision/main' })),
    )
    const error = await refused(pull(hub, cache), 'EMBED_HUB_UNREACHABLE')
    expect(error.message).toContain('redirects')
  })

  it('to something that is not the web are refused', async () => {
    hub.next('hub', /\/revision\//, status(302, { location: 'file:///etc/passwd' }))
    await refused(pull(hub, cache), 'EMBED_HUB_UNREACHABLE')
  })
})

describe('refusals of the hub', () => {
  it('404: an unknown model is named with its id', async () => {
    const error = await refused(pull(hub, cache, { model: 'acme/none' }), 'EMBED_HUB_NOT_FOUND')
    expect(error.message).toContain('no model acme/none')
  })

  it('404: an unknown revision is named', async () => {
    const error = await refused(pull(hub, cache, { revision: 'v9' }), 'EMBED_HUB_NOT_FOUND')
    expect(error.message).toContain('no revision v9')
    expect(error.remedy).toContain(`${hub.endpoint}/${MODEL}/commits`)
  })

  it('a revision that would lead out of the cache is refused without asking', async () => {
    await refused(pull(hub, cache, { revision: '../../x' }), 'EMBED_HUB_NOT_FOUND')
    expect(hub.seen).toEqual([])
  })

  it('401 without a token says that one may be needed, with one that it is not valid', async () => {
    hub.next(
      'hub',
      /revision/,
      ...repeat(2, status(401, { 'x-error-message': 'Invalid username or password.' })),
    )
    const without = await refused(pull(hub, cache), 'EMBED_HUB_DENIED')
    expect(without.remedy).toContain('set HF_TOKEN')
    const withToken = await refused(pull(hub, cache, { env: { HF_TOKEN: SECRET } }), 'EMBED_HUB_DENIED')
    expect(withToken.remedy).toContain('HF_TOKEN is valid')
    expect(JSON.stringify([withToken.message, withToken.remedy, withToken.details])).not.toContain(SECRET)
  })

  it('403: a gated model says where to ask for access', async () => {
    const answer = status(403, {
      'x-error-code': 'GatedRepo',
      'x-error-message': 'Access to model is restricted',
    })
    hub.next('hub', GRAPH_PATH, answer)
    const error = await refused(pull(hub, cache, { env: { HF_TOKEN: SECRET } }), 'EMBED_HUB_DENIED')
    expect(error.message).toContain('Access to model is restricted')
    expect(error.remedy).toContain(`${hub.endpoint}/${MODEL}`)
    expectNothingTaken()
  })

  it('429 is waited out for as long as Retry-After says', async () => {
    const waits: number[] = []
    hub.next('hub', /revision/, status(429, { 'retry-after': '7' }))
    hub.next('storage', GRAPH_PATH, status(429, { ratelimit: '"resolvers";r=0;t=55' }))
    await pull(hub, cache, { pause: async (ms) => void waits.push(ms) })
    expect(waits).toEqual([7000, 55_000])
    expectWhole()
  })

  it('429 that asks for longer than anybody waits ends at once, and says how long', async () => {
    hub.next('hub', /revision/, status(429, { 'retry-after': '3600' }))
    const error = await refused(pull(hub, cache), 'EMBED_HUB_BUSY')
    expect(error.message).toContain('3600 s')
    expect(hub.seen.length).toBe(1)
  })

  it('503 passes; one that stays ends the pull with its number', async () => {
    hub.next('hub', /revision/, status(503), status(502))
    await pull(hub, cache)
    expectWhole()
    hub.next('hub', /revision/, ...repeat(9, status(503)))
    const error = await refused(pull(hub, cache), 'EMBED_HUB_UNREACHABLE')
    expect(error.message).toContain('503')
  })

  it('a hub that is not there is named', async () => {
    const endpoint = await closedPort()
    const env = { HF_ENDPOINT: endpoint }
    const error = await refused(pull(hub, cache, { env }), 'EMBED_HUB_UNREACHABLE')
    expect(error.message).toContain(new URL(endpoint).host)
    expect(error.message).toContain('nobody answers there (ECONNREFUSED)')
  })
})

/** Cuts the connection whenever a piece of the graph has arrived: what was sent before is then surely here. */
function cutting(halting: Halting) {
  let before = 0
  return ({ path, doneBytes }: PullProgress) => {
    if (path === GRAPH && doneBytes > before) halting.cut()
    before = doneBytes
  }
}

describe('a connection that is cut', () => {
  it('is resumed where it stopped, until the file is whole', async () => {
    const halting = haltAfter(GRAPH_BYTES, 40_000)
    hub.next('storage', GRAPH_PATH, ...repeat(9, halting.answer))
    await pull(hub, cache, { onProgress: cutting(halting) })
    expectWhole()
    const ranges = hub.ranges(GRAPH)
    expect(ranges.length).toBe(10)
    expect(ranges[0]).toBeUndefined()
    expect(ranges.slice(1).filter((range) => !RESUMING.test(range ?? ''))).toEqual([])
  })

  it('ends the pull when nothing more comes; the next pull goes on there', async () => {
    const halting = haltAfter(GRAPH_BYTES, 100_000)
    hub.next('storage', GRAPH_PATH, halting.answer, ...repeat(4, status(500)))
    await refused(pull(hub, cache, { onProgress: cutting(halting) }), 'EMBED_HUB_UNREACHABLE')
    expectNothingTaken()
    const before = hub.ranges(GRAPH).length
    await pull(hub, cache)
    expectWhole()
    expect(hub.ranges(GRAPH).slice(before)).toEqual([expect.stringMatching(RESUMING)])
  })

  it('begins anew at a server that knows no ranges', async () => {
    const halting = haltAfter(GRAPH_BYTES, 40_000)
    hub.next('storage', GRAPH_PATH, halting.answer, (_, response) => response.end(GRAPH_BYTES))
    await pull(hub, cache, { onProgress: cutting(halting) })
    expectWhole()
    expect(hub.ranges(GRAPH)).toEqual([undefined, expect.stringMatching(RESUMING)])
  })

  it('is not begun anew for ever', async () => {
    const halting = haltAfter(GRAPH_BYTES, 40_000, { ranges: false })
    hub.next('storage', GRAPH_PATH, ...repeat(100, halting.answer))
    await refused(pull(hub, cache, { onProgress: cutting(halting) }), 'EMBED_HUB_UNREACHABLE')
    expectNothingTaken()
  })

  it('begins anew when the server says that the range is wrong', async () => {
    const halting = haltAfter(GRAPH_BYTES, 40_000)
    hub.next('storage', GRAPH_PATH, halting.answer, status(416))
    await pull(hub, cache, { onProgress: cutting(halting) })
    expectWhole()
  })

  it('is noticed when it is silent', async () => {
    hub.next('storage', GRAPH_PATH, haltAfter(GRAPH_BYTES, 1000).answer)
    await pull(hub, cache, { env: { HF_HUB_DOWNLOAD_TIMEOUT: '1' } })
    expectWhole()
  })
})

describe('an answer that is not the file', () => {
  it('of another size is refused by its header, before it is read', async () => {
    hub.next('storage', GRAPH_PATH, (_, response) => {
      response.writeHead(200, { 'content-length': 2500 })
      response.end('x'.repeat(2500))
    })
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain(`2500 bytes instead of ${SIZE}`)
    expectNothingTaken()
  })

  it('that goes on for ever is stopped at the listed size', async () => {
    hub.next('storage', GRAPH_PATH, (_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 1)));
      }
      response.on('drain', more)
      more()
    })
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain(`goes on after the ${SIZE} bytes`)
    expectNothingTaken()
  })

  it('of the right size and another hash is fetched once more, and then refused', async () => {
    const wrong: Answer = (request, response) => serveBytes(Buffer.alloc(SIZE, 9), request, response)
    hub.next('storage', GRAPH_PATH, wrong, wrong)
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain(`instead of ${sha256(GRAPH_BYTES)}`)
    expect(hub.ranges(GRAPH)).toEqual([undefined, undefined])
    expectNothingTaken()
    expect(blobs(cache).filter((name) => name.endsWith('.incomplete'))).toEqual([])
  })

  it('that was wrong once is fetched again in full', async () => {
    hub.next('storage', GRAPH_PATH, (request, response) =>
      serveBytes(Buffer.alloc(SIZE, 9), request, response),
    )
    await pull(hub, cache)
    expectWhole()
  })

  const page = '<!DOCTYPE html><html><title>Log in to the hotel network</title></html>'
  it.each([
    ['named as such', { 'content-type': 'text/html; charset=utf-8' }],
    ['not named as such', { 'content-type': 'application/octet-stream' }],
  ])('a web page with status 200, %s, is named as one', async (_, headers) => {
    hub.next('storage', GRAPH_PATH, (_request, response) =>
      response.writeHead(200, headers).end(page.padEnd(SIZE)),
    )
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain('it is a web page')
    expect(error.remedy).toContain('log in')
    expectNothingTaken()
  })

  it('a web page in place of the listing is named as one', async () => {
    hub.next('hub', /revision/, status(200, { 'content-type': 'text/html' }, page))
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain('it is a web page')
  })

  it.each([
    ['no commit', '{"id":"acme/tiny"}', 'names no commit'],
    ['no JSON', 'OK', 'not JSON'],
  ])('a description with %s is refused', async (_, body, fault) => {
    hub.next('hub', /revision/, status(200, {}, body))
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain(fault)
  })

  it.each(['{}', 'null', '7', '[null]', '[{}]', '[{"type":"file","path":"x","size":-1,"oid":"0"}]'])(
    'a listing that is %s is refused',
    async (body) => {
      hub.next('hub', /\/tree\//, status(200, {}, body))
      await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    },
  )

  it('a listing whose pages go round is refused', async () => {
    const entries = Array.from({ length: 5000 }, (_, i) => ({
      type: 'file',
      path: `${i}`,
      size: 1,
      oid: '1'.repeat(40),
    }))
    const page = JSON.stringify(entries)
    const again: Answer = (request, response) => {
      response.setHeader('link', `<${hub.endpoint}${request.url}>; rel="next"`)
      response.end(page)
    }
    hub.next('hub', /\/tree\//, ...repeat(20, again))
    const error = await refused(pull(hub, cache), 'EMBED_HUB_WRONG_ANSWER')
    expect(error.message).toContain('does not end')
  })

  it.each(['../../../.bashrc', '/etc/passwd', 'a/../../b', 'C:\\x', 'a\\..\\b', ''])(
    'a listed path that leads out of the cache (%j) is left out',
    async (path) => {
      const odd = { type: 'file', path, size: 1, oid: '1'.repeat(40) }
      hub.next('hub', /\/tree\//, (request, response) => {
        response.setHeader('link', `<${hub.endpoint}${request.url}>; rel="next"`)
        response.end(JSON.stringify([odd]))
      })
      await pull(hub, cache)
      expectWhole()
      const tree = readFileSync(join(repoOf(cache), 'trees', `${COMMIT}.json`), 'utf8')
      expect(Object.keys(JSON.parse(tree).files).sort()).toEqual(Object.keys(FILES).sort())
    },
  )
})

describe('a signal', () => {
  it('stops the pull; what came is kept for the next', async () => {
    const stop = new AbortController()
    const onProgress = ({ path, doneBytes }: PullProgress) => {
      if (path === GRAPH && doneBytes > 1000) stop.abort()
    }
    hub.next('storage', GRAPH_PATH, haltAfter(GRAPH_BYTES, 40_000).answer)
    await expect(pull(hub, cache, { signal: stop.signal, onProgress })).rejects.toThrow(/abort/i)
    expectNothingTaken()
    const partial = blobs(cache).filter((name) => name.endsWith('.incomplete'))
    expect(partial.length).toBe(1)
    await pull(hub, cache)
    expectWhole()
  })
})
