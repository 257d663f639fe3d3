import { chmodSync, symlinkSync } from 'node:fs'
import { sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { unreadBy } from '../../src/walk/unread.js'
import { TestKb } from '../support/kb.js'
import { unprivileged } from '../support/unprivileged.js'

const A = 'docs/a.md'

describe('what cannot be read comes with the remedy that fits', () => {
  async function expectTold(kb: TestKb, error: string, remedy: RegExp) {
    const report = await unprivileged(kb.root, () => kb.sync())
    expect(report.failed.map((failure) => failure.error)).toEqual([error])
    expect(report.hints).toContainEqual(expect.stringMatching(remedy))
  }

  it('a document without permission', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    chmodSync(kb.path(A), 0)
    await expectTold(kb, 'WalkError: permission denied (EACCES)', /^Give yourself read permission/)
  })

  it('a sidecar without permission', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    await kb.sync()
    chmodSync(kb.path(sidecarPath(A)), 0)
    const error = `SidecarError: ${sidecarPath(A)}: permission denied (EACCES)`
    await expectTold(kb, error, /^Give yourself read permission/)
  })

  it('a sidecar that is a link to nowhere', async () => {
    const kb = new TestKb({ [A]: 'alpha\n' })
    symlinkSync('missing', kb.path(sidecarPath(A)))
    const error = `SidecarError: ${sidecarPath(A)}: symbolic link that leads nowhere`
    await expectTold(kb, error, /^Restore what the link leads to/)
  })

  it('a root that is a file', async () => {
    const kb = new TestKb({ 'notes.md': 'alpha\n' })
    kb.setManifest((text) => text.replace('"docs/"', '"notes.md"'))
    const error = 'WalkError: directory notes.md: a file where a directory was expected (ENOTDIR)'
    await expectTold(kb, error, /^Name the directory in `roots`/)
  })
})

it('a code that is not known is named, and asks for no permission', () => {
  expect(unreadBy('EIO')).toEqual({
    why: 'cannot be read (EIO)',
    remedy: expect.stringMatching(/^Check the file and its disk/),
  })
})
