import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { openKbs } from '../../src/kbs/open-kbs.js'
import type { ServedKbs } from '../../src/kbs/served-kb.js'
import { serveStdio } from '../../src/stdio/serve-stdio.js'
import { type FolderKb, useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const open: ServedKbs[] = []
afterEach(async () => {
  for (const kbs of open.splice(0)) await kbs.close()
})

async function serving(kb: FolderKb, signal?: AbortSignal) {
  const kbs = await openKbs([kb.root], { offline: true })
  open.push(kbs)
  const [input, output] = [new PassThrough(), new PassThrough()]
  let text = ''
  output.on('data', (chunk) => {
    text += chunk
  })
  const done = serveStdio({
    kbs,
    input,
    output,
    log: () => undefined,
    ...(signal === undefined ? {} : { signal }),
  })
  const lines = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  return { input, output, done, lines }
}

const FILES = { 'docs/a.md': '# A\n\nThe pump.\n' }
const call = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }

describe('serveStdio', () => {
  it('answers what was asked before the input ended, then ends', async () => {
    const { input, done, lines } = await serving(await makeKb(FILES, { isSynced: false }))
    input.end(call(1, 'initialize', client) + call(2, 'tools/list') + call(3, 'ping'))
    await done
    expect(
      lines()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 3])
  })

  it.each([
    ['garbage\n', -32700, null],
    ['{"jsonrpc":"2.0"\n', -32700, null],
    ['[]\n', -32600, null],
    ['{"id":7,"method":"ping"}\n', -32600, 7],
    ['{"jsonrpc":"1.0","id":"x","method":"ping"}\n', -32600, 'x'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, null],
    ['"text"\n', -32600, null],
    ['\ufffd\u0000\n', -32700, null],
    [`${'['.repeat(100_000)}\n`, -32700, null],
  ])('answers %j with an error and goes on', async (line, code, id) => {
    const { input, done, lines } = await serving(await makeKb(FILES, { isSynced: false }))
    input.write(line)
    input.end(call(1, 'ping'))
    await done
    expect(lines()).toEqual([
      { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
      expect.objectContaining({ id: 1, result: {} }),
    ])
  })

  it('takes Windows line ends and blank lines', async () => {
    const { input, done, lines } = await serving(await makeKb(FILES, { isSynced: false }))
    input.end(`\r\n\n${call(1, 'ping').replace('\n', '\r\n')}`)
    await done
    expect(lines()).toMatchObject([{ id: 1, result: {} }])
  })

  it('refuses an unknown method by its code', async () => {
    const { input, done, lines } = await serving(await makeKb(FILES, { isSynced: false }))
    input.end(call(1, 'no/such'))
    await done
    expect(lines()).toMatchObject([{ id: 1, error: { code: -32601 } }])
  })

  it('ends with its input where nobody reads the output', async () => {
    const kbs = await openKbs([(await makeKb(FILES, { isSynced: false })).root], { offline: true })
    open.push(kbs)
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 10 })]
    const done = serveStdio({ kbs, input, output, log: () => undefined })
    input.end(call(1, 'initialize', client) + call(2, 'tools/list'))
    await done
    expect(output.readableLength).toBeGreaterThan(0)
  })

  it('ends when the output is closed, and by the signal', async () => {
    const closed = await serving(await makeKb(FILES, { isSynced: false }))
    closed.output.destroy()
    await closed.done
    const controller = new AbortController()
    const stopped = await serving(await makeKb(FILES, { isSynced: false }), controller.signal)
    controller.abort()
    await stopped.done
  })
})
