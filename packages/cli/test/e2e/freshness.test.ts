import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openKb } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { freshKb, inTerminal, pnk, pnkJson } from './pnk.js'

const PATH = 'docs/valve.md'
const OLD = '# Valve\n\nThe left valve is open.\n'
/** As long as the old text, to the byte. */
const NEW = '# Valve\n\nThe left valve is shut.\n'
const CHANGED = {
  note: 'the file changed since it was indexed: run pnk sync',
  mark: '(changed since it was indexed)',
}
const GONE = { note: 'the file is gone: run pnk sync', mark: '(file gone)' }

interface Passages {
  readonly passages: readonly { readonly path: string; readonly changed_since_index: boolean }[]
}

function synced(): string {
  const root = freshKb({ [PATH]: OLD, 'docs/other.md': '# Other\n\nThe left valve of another pump.\n' })
  pnk(['sync'], { cwd: root })
  return root
}

/** Whether each surface calls the document changed; the other document never is. */
async function surfaces(root: string, { note, mark } = CHANGED): Promise<Record<string, boolean>> {
  const human = pnk(['search', 'left valve'], { cwd: root }).stdout
  const blockOf = (path: string) => human.split(/^(?=\[\d+\] )/m).find((block) => block.includes(`] ${path}`))
  expect(blockOf('docs/other.md')).not.toContain(note)
  const { passages } = pnkJson<Passages>(['search', 'left valve'], { cwd: root })
  expect(passages.find(({ path }) => path !== PATH)?.changed_since_index).toBe(false)
  const kb = await openKb(root)
  try {
    const api = await kb.search('left valve')
    const piped = pnk(['get', PATH], { cwd: root })
    expect(piped.stderr).toBe(piped.stderr === '' ? '' : `note: ${PATH}: ${note}\n`)
    const listed = pnkJson<{ documents: Passages['passages'] }>(['ls'], { cwd: root })
    return {
      'search, human': blockOf(PATH)?.includes(`! ${note}`) === true,
      'search, JSON': passages.find(({ path }) => path === PATH)?.changed_since_index === true,
      'search, API': api.passages.find(({ path }) => path === PATH)?.changedSinceIndex === true,
      'get, API': (await kb.get(PATH)).changedSinceIndex,
      'get, piped': piped.stderr !== '',
      'get, terminal': inTerminal(['get', PATH], root, { env: { NO_COLOR: '1' } }).stdout.includes(
        `! ${note}`,
      ),
      'get, part': pnk(['get', `${PATH}:0-10`], { cwd: root }).stderr.includes(note),
      'get, JSON': pnkJson<{ changed_since_index: boolean }>(['get', PATH], { cwd: root })
        .changed_since_index,
      'ls, human': pnk(['ls'], { cwd: root }).stdout.includes(mark),
      'ls, JSON': listed.documents.find(({ path }) => path === PATH)?.changed_since_index === true,
    }
  } finally {
    await kb.close()
  }
}

/** Every surface says so, or none. */
async function expectChanged(root: string, isChanged: boolean, words = CHANGED): Promise<void> {
  const found = await surfaces(root, words)
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((surface) => [surface, isChanged])))
}

describe('text of a file that is no longer what was indexed', () => {
  it('is current right after the sync', () => expectChanged(synced(), false))

  it('is marked everywhere after an edit, and current again after a sync', async () => {
    const root = synced()
    writeFileSync(join(root, PATH), `${OLD}\nAnd more.\n`)
    await expectChanged(root, true)
    pnk(['sync'], { cwd: root })
    await expectChanged(root, false)
    expect(pnk(['get', PATH], { cwd: root }).stdout).toContain('And more.')
  })

  it('is marked after an edit that keeps size and time', async () => {
    const root = synced()
    const { atime, mtime } = statSync(join(root, PATH))
    expect(NEW).toHaveLength(OLD.length)
    writeFileSync(join(root, PATH), NEW)
    utimesSync(join(root, PATH), atime, mtime)
    await expectChanged(root, true)
  })

  it('is marked when the file has vanished, moved, or become a folder', async () => {
    const root = synced()
    rmSync(join(root, PATH))
    await expectChanged(root, true, GONE)
    mkdirSync(join(root, PATH))
    await expectChanged(root, true)
    rmSync(join(root, PATH), { recursive: true })
    writeFileSync(join(root, 'docs/moved.md'), OLD)
    await expectChanged(root, true, GONE)
    renameSync(join(root, 'docs/moved.md'), join(root, PATH))
    await expectChanged(root, false)
  })

  it('is current when the file was only touched, or saved again with the same bytes', async () => {
    const root = synced()
    utimesSync(join(root, PATH), new Date(), new Date())
    await expectChanged(root, false)
    writeFileSync(join(root, 'docs/valve.tmp'), readFileSync(join(root, PATH)))
    renameSync(join(root, 'docs/valve.tmp'), join(root, PATH))
    await expectChanged(root, false)
  })

  it('is the indexed text, never a mixture: the offsets of a citation still mean what was cited', () => {
    const root = synced()
    writeFileSync(join(root, PATH), NEW)
    const done = pnk(['get', `${PATH}:9-32`], { cwd: root })
    expect(done.stdout).toBe('The left valve is open.')
    expect(done.stderr).toBe(`note: ${PATH}: ${CHANGED.note}\n`)
    expect(pnk(['search', 'left valve shut'], { cwd: root }).stdout).not.toContain('is shut.')
  })
})
