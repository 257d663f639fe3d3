import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()
const FILES = { 'docs/pump.md': '# Pump\n\nThe harbour pump.\n' }

describe('the handshake', () => {
  it('says who serves, what it can, and how to use it', async () => {
    const { client } = await connect([await makeKb(FILES)])
    expect(client.getServerVersion()).toMatchObject({
      name: 'pinakes',
      version: expect.stringMatching(/^\d/),
    })
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      prompts: { listChanged: false },
      logging: {},
    })
    expect(client.getInstructions()).toContain('pinakes_search')
  })
})

describe('resources', () => {
  it('list each knowledge base, and describe it', async () => {
    const TWO = mintUlid<'kb'>()
    const linked = (id: string) => `[[links.kb]]\nid = "${id}"\nname = "other"\npath = "../other"\n`
    const away = mintUlid<'kb'>()
    const one = await makeKb(FILES, {
      name: 'one',
      manifest: linked(TWO) + linked(away).replace('"other"', '"away"'),
    })
    const two = await makeKb({}, { name: 'two', id: TWO, isSynced: false })
    const { client } = await connect([one, two])
    const { resources } = await client.listResources()
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      [`pinakes://kb/${one.id}`, 'one'],
      [`pinakes://kb/${TWO}`, 'two'],
    ])
    expect(await read(client, `pinakes://kb/${one.id}`)).toEqual({
      ...{ name: 'one', id: one.id, documents: 1, chunks: 1, calibrated: false },
      linked_kbs: [
        { id: TWO, alias: 'other', served: true },
        { id: away, alias: 'away', served: false },
      ],
    })
    expect(await read(client, `pinakes://kb/${TWO}`)).toMatchObject({ documents: 0, chunks: 0 })
  })

  it('give a document by a template, as pinakes_get does', async () => {
    const kb = await makeKb(FILES)
    const { client } = await connect([kb])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['pnk://{kb_id}/{doc_id}'])
    const id = kb.idOf('docs/pump.md')
    expect(await read(client, `pnk://${kb.id}/${id}`)).toMatchObject({
      id,
      path: 'docs/pump.md',
      kb_id: kb.id,
    })
  })

  it('are not found, with the code for that, when they are not served', async () => {
    const kb = await makeKb(FILES)
    const { client } = await connect([kb])
    const other = mintUlid<'kb'>()
    const doc = kb.idOf('docs/pump.md')
    for (const uri of [
      `pinakes://kb/${other}`,
      `pnk://${other}/${doc}`,
      `pnk://${kb.id}/${mintUlid()}`,
      `pnk://self/${doc}`,
      `pnk://${kb.id}/../../etc/passwd`,
      'file:///etc/passwd',
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32002 })
    }
  })
})

describe('prompts', () => {
  it('are text around the question, with nothing of a knowledge base', async () => {
    const { client } = await connect([await makeKb(FILES)])
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['pinakes_research', 'pinakes_cite'])
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({
        name,
        arguments: { question: 'Who repairs it?', kb: 'notes' },
      })
      const [message] = messages
      const text = message?.content.type === 'text' ? message.content.text : ''
      expect(text).toContain('Who repairs it?')
      expect(text).toContain('kb "notes"')
      expect(text).not.toContain('harbour')
    }
  })

  it.each([
    ['no_such', { question: 'x' }, /no such prompt/],
    ['pinakes_cite', {}, /question is missing/],
    ['pinakes_cite', { question: 'x', lang: 'de' }, /no argument "lang"/],
    ['pinakes_cite', { question: 'x'.repeat(9000) }, /9000 characters/],
  ])('refuse %s %j', async (name, args: Record<string, string>, message) => {
    const { client } = await connect([await makeKb(FILES)])
    const refused = client.getPrompt({ name, arguments: args })
    await expect(refused).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringMatching(message),
    })
  })
})

describe('requests that are wrong', () => {
  it('are refused in a sentence: unknown tool, parameters of another shape, a cursor that nobody gave', async () => {
    const { client } = await connect([await makeKb(FILES)])
    await expect(client.callTool({ name: 'pinakes_serch' })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringMatching(/no such tool: "pinakes_serch"; the tools are pinakes_search, /),
    })
    const malformed = { name: 'pinakes_search', arguments: 'pump' } as unknown as { name: string }
    await expect(client.callTool(malformed)).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringMatching(/malformed parameters: params\.arguments: /),
    })
    await expect(client.listTools({ cursor: 'x' })).rejects.toMatchObject({ code: ErrorCode.InvalidParams })
  })
})

describe('progress', () => {
  it('is told where it was asked for: rising, of a fixed total, and not after the result', async () => {
    const { client } = await connect([await makeKb(FILES)])
    const told: { progress: number; total?: number | undefined }[] = []
    await client.callTool({ name: 'pinakes_search', arguments: { query: 'pump' } }, undefined, {
      onprogress: (progress) => told.push(progress),
    })
    const atResult = told.length
    await client.ping()
    expect(told).toHaveLength(atResult)
    expect(told.map(({ progress }) => progress)).toEqual([1, 2, 4])
    expect(new Set(told.map(({ total }) => total))).toEqual(new Set([4]))
  })
})

describe('cancellation', () => {
  it('ends a call without an answer, and the server goes on', async () => {
    const { client, answer } = await connect([await makeKb(FILES)])
    const controller = new AbortController()
    const call = client.callTool({ name: 'pinakes_search', arguments: { query: 'pump' } }, undefined, {
      signal: controller.signal,
    })
    controller.abort('no longer wanted')
    await expect(call).rejects.toThrow()
    expect((await answer('pinakes_search', { query: 'pump' })).passages).toHaveLength(1)
  })
})

describe('the log', () => {
  it('reaches the server and the client, without a word of the documents', async () => {
    const { client, failure, logged } = await connect([await makeKb(FILES)])
    const told: unknown[] = []
    client.setNotificationHandler(await loggingSchema(), ({ params }) => {
      told.push(params)
    })
    await failure('pinakes_search', { query: '' })
    await client.ping()
    expect(logged).toEqual([
      expect.stringMatching(/^warning: pinakes_search: ServeError SERVE_ARGUMENT_INVALID/),
    ])
    expect(told).toEqual([
      { level: 'warning', logger: 'pinakes', data: expect.stringMatching(/^pinakes_search: /) },
    ])
    await client.setLoggingLevel('error')
    await failure('pinakes_search', { query: '' })
    await client.ping()
    expect(told).toHaveLength(1)
  })
})

async function loggingSchema() {
  return (await import('@modelcontextprotocol/sdk/types.js')).LoggingMessageNotificationSchema
}

async function read(client: Awaited<ReturnType<typeof connect>>['client'], uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri })
  const [content] = contents
  expect(content).toMatchObject({ uri, mimeType: 'application/json' })
  return JSON.parse(content !== undefined && 'text' in content ? content.text : '')
}
