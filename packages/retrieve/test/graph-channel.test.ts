import { createRequire } from 'node:module'
import { ProviderRegistry } from '@pinakes/embed'
import { deriveGraph } from '@pinakes/graph'
import type { DocUlid, KbUlid } from '@pinakes/manifest'
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenKbOptions, SearchOptions, SearchResult } from '../src/contracts.js'
import { bagEmbedder } from './support/bag-embedder.js'
import { KB_ID, type TestDocument, type TestKb } from './support/test-kb.js'
import { channelOf, pathsOf, useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()

/** Only a link leads from the pump to the rota; only the folder leads on to the stores. */
const DOCUMENTS: Record<string, TestDocument> = {
  'ops/pump.md': { text: 'The pump stands in the cellar', title: 'Pump' },
  'ops/stores.md': { text: 'Shelves are painted green' },
  'people/rota.md': { text: 'Grace is on call this week', tags: ['Duty'] },
  'z/other.md': { text: 'Nothing of interest whatsoever' },
}

const ON = 'rerank = "none"\ngraph_channel = "expand"'

/** A KB with its edges derived and a link from pump to rota. */
async function linked(retrieval = ON): Promise<TestKb> {
  const kb = await make(DOCUMENTS, { retrieval })
  const id = (path: string) => kb.ids.get(path) as DocUlid
  kb.write((writer) => {
    const row = writer.documents().find(({ path }) => path === 'ops/pump.md')
    if (row === undefined) return
    const link = { srcKbId: KB_ID as KbUlid, srcDocId: row.id, dstKbId: KB_ID as KbUlid, rel: 'cites' }
    writer.updateDocument(row, [{ ...link, dstDocId: id('people/rota.md'), origin: 'sidecar' }])
    writer.replaceGraph(deriveGraph(writer.outlines()))
  })
  return kb
}

/** What a user sees of a search, the report of channels aside. */
function answer({ channels: _, ...rest }: SearchResult): unknown {
  return rest
}

/** By keywords alone unless an embedder is given, so that nothing but the pump is found without the graph. */
async function ask(kb: TestKb, options: OpenKbOptions = {}, search: SearchOptions = {}) {
  const view = await open(kb, { providers: new ProviderRegistry(), ...options })
  return view.search('pump cellar', search)
}

describe('graph_channel = "expand"', () => {
  it('finds what is linked with what was found, without being given a channel', async () => {
    const result = await ask(await linked())
    expect(pathsOf(result)).toEqual(
      expect.arrayContaining(['ops/pump.md', 'people/rota.md', 'ops/stores.md']),
    )
    expect(pathsOf(result)).not.toContain('z/other.md')
    expect(channelOf(result, 'graph')).toEqual({
      channel: 'graph',
      ran: true,
      detail: 'expansion over links and structure',
    })
    const rota = result.passages.find(({ path }) => path === 'people/rota.md')
    expect(rota?.scores).toMatchObject({ bm25Rank: null, graphDistance: 1, graphRank: expect.any(Number) })
  })

  it('gives way to a channel of the caller', async () => {
    const echo = { name: 'echo', expand: () => [] }
    const result = await ask(await linked(), { expansion: echo })
    expect(channelOf(result, 'graph')).toMatchObject({ ran: true, detail: 'echo' })
    expect(pathsOf(result)).toEqual(['ops/pump.md'])
  })

  it('over an index without edges answers as without the channel, to the last score', async () => {
    const kb = await linked()
    kb.write((writer) => writer.replaceGraph({ nodes: {}, edges: {} }))
    const embedder = bagEmbedder()
    const on = await ask(kb, { embedder })
    expect(channelOf(on, 'graph')).toMatchObject({ ran: true })
    expect(on.passages.length).toBeGreaterThan(1)
    expect(answer(on)).toEqual(answer(await ask(kb, { embedder, graph: { channel: 'off' } })))
  })

  it('starts from documents that an entity names, too', async () => {
    const kb = await linked()
    const from = { entities: ['DUTY'] }
    const graph = { drop: ['authored', 'shared-tag'] }
    const plain = await open(kb, { providers: new ProviderRegistry(), graph })
    await kb.put({ 'people/list.md': { text: 'Names and numbers' } })
    kb.write((writer) => writer.replaceGraph(deriveGraph(writer.outlines())))
    expect(pathsOf(await plain.search('pump cellar'))).not.toContain('people/list.md')
    expect(pathsOf(await plain.search('pump cellar', from))).toContain('people/list.md')
  })
})

describe('options that measure', () => {
  it('turn the channel on and off, whatever the manifest says', async () => {
    const off = await linked('rerank = "none"')
    expect(pathsOf(await ask(off))).toEqual(['ops/pump.md'])
    expect(pathsOf(await ask(off, { graph: { channel: 'expand' } }))).toContain('people/rota.md')
    const result = await ask(await linked(), { graph: { channel: 'off' } })
    expect(pathsOf(result)).toEqual(['ops/pump.md'])
    expect(channelOf(result, 'graph')).toMatchObject({ ran: false })
  })

  it('leave kinds of edges out, and refuse one that does not exist', async () => {
    const kb = await linked()
    expect(pathsOf(await ask(kb, { graph: { drop: ['authored'] } }))).not.toContain('people/rota.md')
    await expect(ask(kb, { graph: { drop: ['author'] } })).rejects.toMatchObject({
      code: 'EDGE_KIND_UNKNOWN',
    })
  })
})

/** Every statement that SQLite is given in this process, by the driver's own entry points. */
class StatementLog {
  readonly statements: string[] = []
  readonly #restore: () => void

  constructor() {
    const driver = createRequire(new URL('../../index/package.json', import.meta.url))('better-sqlite3')
    const { prepare, exec } = driver.prototype
    const { statements } = this
    driver.prototype.prepare = function (sql: string, ...rest: unknown[]) {
      statements.push(sql)
      return prepare.call(this, sql, ...rest)
    }
    driver.prototype.exec = function (sql: string) {
      statements.push(sql)
      return exec.call(this, sql)
    }
    this.#restore = () => Object.assign(driver.prototype, { prepare, exec })
  }

  get ofTheGraph(): string[] {
    return this.statements.filter((sql) => /\b(nodes|edges)\b/i.test(sql))
  }

  close(): void {
    this.#restore()
  }
}

describe('the statements of a search', () => {
  let log: StatementLog | null = null
  afterEach(() => {
    log?.close()
    log = null
  })

  const everything: SearchOptions = {
    filters: { pathPrefix: 'ops/', tags: [], modifiedAfter: '20000101' },
    entities: ['Pump'],
    concepts: ['water'],
    maxPerDocument: 1,
  }

  it('none of them reads nodes or edges while the channel is off', async () => {
    const kb = await linked('rerank = "none"')
    log = new StatementLog()
    await ask(kb, { embedder: bagEmbedder() })
    await ask(kb, { embedder: bagEmbedder() }, everything)
    expect(log.statements.length).toBeGreaterThan(10)
    expect(log.ofTheGraph).toEqual([])
  })

  it('the log sees them when it is on', async () => {
    const kb = await linked()
    log = new StatementLog()
    await ask(kb, { embedder: bagEmbedder() }, everything)
    expect(log.ofTheGraph.length).toBeGreaterThan(0)
  })
})
