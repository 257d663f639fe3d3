import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openKbs } from '../../src/kbs/open-kbs.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()

describe('openKbs', () => {
  it('finds each by exact name or id, and the first without a name', async () => {
    const one = await makeKb({}, { name: 'one', isSynced: false })
    const two = await makeKb({}, { name: 'two', isSynced: false })
    const served = await openKbs([one.root, two.root])
    expect(served.find(undefined).kb.name).toBe('one')
    expect(served.find('two').kb.id).toBe(two.id)
    expect(served.find(two.id).kb.name).toBe('two')
    expect(() => served.find('TWO')).toThrow(expect.objectContaining({ code: 'SERVE_UNKNOWN_KB' }))
    await served.close()
  })

  it('refuses two of one name, two of one id, and one that is named twice', async () => {
    const one = await makeKb({}, { name: 'one', isSynced: false })
    const namesake = await makeKb({}, { name: 'one', isSynced: false })
    const copy = await makeKb({}, { name: 'copy', id: one.id, isSynced: false })
    const byId = await makeKb({}, { name: one.id, isSynced: false })
    for (const paths of [[namesake.root], [copy.root], [one.root], [byId.root]]) {
      await expect(openKbs([one.root, ...paths])).rejects.toMatchObject({ code: 'SERVE_DUPLICATE_KB' })
    }
  })

  it('refuses what is no knowledge base, and says so where none is around', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pnk-mcp-'))
    const before = process.cwd()
    try {
      await expect(openKbs([folder])).rejects.toMatchObject({ code: 'KB_NOT_FOUND' })
      process.chdir(folder)
      await expect(openKbs([])).rejects.toMatchObject({ code: 'SERVE_NO_KB' })
    } finally {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    }
  })
})
