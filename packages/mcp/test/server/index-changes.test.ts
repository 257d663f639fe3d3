import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultProviders } from '@pinakes/embed'
import { openIndexWriter } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()
const FILES = { 'docs/pump.md': '# Pump\n\nThe harbour pump.\n' }

describe('a server whose index changes', () => {
  it('asks for a sync where there is none, and answers once there is one', async () => {
    const kb = await makeKb(FILES, { isSynced: false })
    const { answer, failure } = await connect([kb])
    const missing = await failure('pinakes_search', { query: 'pump' })
    expect(missing.error).toMatchObject({ code: 'ServeError', reason: 'SERVE_INDEX_MISSING' })
    expect(missing.text).toContain('pnk sync')
    expect(missing.text).not.toContain(kb.root)
    await kb.sync()
    expect((await answer('pinakes_search', { query: 'pump' })).passages).toHaveLength(1)
  })

  it('sees a sync and a rebuild at the next request', async () => {
    const kb = await makeKb(FILES)
    const { answer } = await connect([kb])
    const found = async (query: string) => (await answer('pinakes_search', { query, k: 1 })).passages[0]?.path
    expect(await found('harbour pump')).toBe('docs/pump.md')
    kb.write('docs/mill.md', '# Mill\n\nAn overshot wheel.\n')
    await kb.sync()
    expect(await found('overshot wheel')).toBe('docs/mill.md')
    kb.write('docs/lens.md', '# Lens\n\nA Fresnel lens.\n')
    await kb.sync('rebuild')
    expect(await found('Fresnel lens')).toBe('docs/lens.md')
    expect((await answer('pinakes_list_kbs')).result[0].documents).toBe(3)
  })

  it('stays up when the index is of another model, and fails those calls alone', async () => {
    const kb = await makeKb(FILES)
    const { answer, failure } = await connect([kb])
    const writer = openIndexWriter(kbPaths(kb.root).index)
    writer.setMeta({ embedding_model: 'another/model' })
    writer.close()
    const refused = await failure('pinakes_search', { query: 'pump' })
    expect(refused.error).toMatchObject({ code: 'RetrieveError', reason: 'RETRIEVE_COHERENCE' })
    expect(await answer('pinakes_get', { doc_id: kb.idOf('docs/pump.md') })).toMatchObject({
      path: 'docs/pump.md',
    })
  })

  it('says what is wrong with a damaged index, without where it lies, and recovers', async () => {
    const kb = await makeKb(FILES)
    const { answer, failure } = await connect([kb])
    const index = kbPaths(kb.root).index
    for (const suffix of ['', '-wal', '-shm']) rmSync(index + suffix, { force: true })
    writeFileSync(index, 'not a database at all')
    const { error, text } = await failure('pinakes_search', { query: 'pump' })
    expect(error.code).toBe('IndexError')
    expect(text).not.toContain(kb.root)
    await kb.sync('rebuild')
    expect((await answer('pinakes_search', { query: 'pump' })).passages).toHaveLength(1)
  })

  it('gives no stack and no path for a defect', async () => {
    const kb = await makeKb(FILES)
    const broken = {
      info: () => {
        throw new TypeError(`boom in ${join(kb.root, 'secret')}`)
      },
    }
    const { failure, logged } = await connect([kb], { embedder: broken as never })
    const { error, text } = await failure('pinakes_search', { query: 'pump' })
    expect(error).toMatchObject({ code: 'InternalError', reason: 'INTERNAL' })
    expect(text).not.toMatch(/boom|secret|\bat /)
    expect(logged).toEqual(['error: pinakes_search: The tool failed unexpectedly'])
  })

  it('says without a path why a model is missing', async () => {
    const kb = await makeKb(FILES)
    const providers = defaultProviders()
    providers.loadEmbedder = () => Promise.reject(new Error(`no model in ${join(kb.root, 'model')}`))
    const { answer } = await connect([kb], { providers })
    const { degraded } = await answer('pinakes_search', { query: 'pump' })
    expect(degraded).toMatch(/^keyword only: no model in model/)
  })
})
