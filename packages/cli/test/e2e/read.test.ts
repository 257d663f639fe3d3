import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, inTerminal, pnk, pnkJson, sidecarId } from './pnk.js'

interface Passage {
  path: string
  citation: string
  chunk_id: string
  char_start: number
  char_end: number
  text: string
}

const NAMES = [
  'a # b & c.md',
  'x [1] (2).md',
  '100% sure?.md',
  '-rf.md',
  '--json.md',
  'two  spaces .md',
  'line\nbreak.md',
  'tab\there.md',
  '🙂 emoji.md',
  'Café.md',
  `${'long'.repeat(58)}.md`,
  'colon:12-30.md',
  'quote\'".md',
  '.hidden.md',
]

/** A knowledge base whose root of documents is its own root, so that a name may stand at the very start of a path. */
function rootLevelKb(files: Readonly<Record<string, string>>): string {
  const root = freshKb(files)
  const manifest = join(root, 'pinakes.toml')
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(
    manifest,
    text.replace('roots = ["docs/"]', 'roots = ["."]').replace(/^include = .*$/m, 'include = ["*.md"]'),
  )
  return root
}

describe('names of documents', () => {
  it('come back whole from search, citation, get and ls, whatever they are', () => {
    const root = rootLevelKb(Object.fromEntries(NAMES.map((name, i) => [name, `# T\n\nunique${i} word\n`])))
    const done = pnk(['sync'], { cwd: root })
    expect(done.status, done.stdout + done.stderr).toBe(0)
    NAMES.forEach((name, i) => {
      const { passages } = pnkJson<{ passages: Passage[] }>(['search', `unique${i}`, '-k', '1'], {
        cwd: root,
      })
      const [found] = passages
      expect(found?.path).toBe(name)
      for (const reference of [name, found?.citation ?? '', found?.chunk_id ?? '', sidecarId(root, name)]) {
        expect(pnkJson<{ path: string }>(['get', '--kb', root, '--', reference]).path, reference).toBe(name)
      }
    })
    const { documents } = pnkJson<{ documents: { path: string }[] }>(['ls'], { cwd: root })
    expect(documents.map(({ path }) => path).sort()).toEqual([...NAMES, 'README.md'].sort())
    const lines = pnk(['ls'], { cwd: root }).stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(NAMES.length + 1)
    expect(lines.some((line) => line.startsWith('line\\nbreak.md\t'))).toBe(true)
  })

  it('that start with a dash are names, not options', () => {
    const root = rootLevelKb({ '-rf.md': 'dashed\n', '--json.md': 'dashed too\n' })
    pnk(['sync'], { cwd: root })
    expect(pnk(['get', '-rf.md'], { cwd: root })).toMatchObject({ status: 0, stdout: 'dashed\n' })
    expect(pnk(['get', '--json.md'], { cwd: root })).toMatchObject({ status: 0, stdout: 'dashed too\n' })
    expect(pnkJson<{ path: string }>(['get', '-rf.md'], { cwd: root }).path).toBe('-rf.md')
  })
})

describe('pnk get', () => {
  it('prints the text exactly when piped, and the part that a citation names', () => {
    const text = '# Pump\n\n🙂 Ask Ines first.\n\n## Repair\n\nThen open the valve.\n'
    const root = freshKb({ 'docs/pump.md': text })
    pnk(['sync'], { cwd: root })
    expect(pnk(['get', 'docs/pump.md'], { cwd: root })).toEqual({ status: 0, stdout: text, stderr: '' })
    const { passages } = pnkJson<{ passages: Passage[] }>(['search', 'valve'], { cwd: root })
    const [found] = passages
    expect(pnk(['get', found?.citation ?? ''], { cwd: root }).stdout).toBe(found?.text)
    expect([...text].slice(found?.char_start, found?.char_end).join('')).toBe(found?.text)
  })

  it('says where the document ends when a citation ends beyond it', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    pnk(['sync'], { cwd: root })
    const note = 'cut: the document ends at 6, and 2-99999 was asked for'
    expect(pnk(['get', 'docs/a.md:2-99999'], { cwd: root })).toEqual({
      status: 0,
      stdout: 'pha\n',
      stderr: `note: docs/a.md: ${note}\n`,
    })
    expect(pnkJson(['get', 'docs/a.md:2-99999'], { cwd: root })).toMatchObject({
      char_end: 6,
      notices: [note],
    })
    expect(inTerminal(['get', 'docs/a.md:2-99999'], root, { env: { NO_COLOR: '1' } }).stdout).toContain(
      `! ${note}`,
    )
  })

  it('says which document is not there, and how to find out', () => {
    const root = freshKb({ 'docs/a.md': 'x\n' })
    pnk(['sync'], { cwd: root })
    const done = pnk(['get', 'docs/gone.md'], { cwd: root })
    expect(done).toMatchObject({ status: 1, stdout: '' })
    expect(done.stderr).toContain('docs/gone.md')
    const json = pnk(['get', 'docs/gone.md', '--json'], { cwd: root })
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'RETRIEVE_NOT_FOUND' } })
  })
})

describe('pnk ls', () => {
  it('lists in the order of paths, filters, and is empty without complaint', () => {
    const root = freshKb({ 'docs/b.md': 'x\n', 'docs/a.txt': 'x\n' })
    pnk(['sync'], { cwd: root })
    expect(
      pnk(['ls'], { cwd: root })
        .stdout.split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(['docs/a.txt', 'docs/b.md', ''])
    expect(pnk(['ls', '--type', 'text'], { cwd: root }).stdout).toMatch(/^docs\/a\.txt\t1 chunk\t\ta\n$/)
    expect(pnk(['ls', '--tag', 'none'], { cwd: root })).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(pnkJson(['ls', '--failed'], { cwd: root })).toEqual({ failures: [] })
  })

  it('narrows by tag, path, type and day, all at once', () => {
    const old = new Date('2020-05-05T12:00:00Z')
    const root = freshKb({
      'docs/in/a.md': 'x\n',
      'docs/in/b.md': 'x\n',
      'docs/in/c.txt': 'x\n',
      'docs/d.md': 'x\n',
    })
    for (const name of ['in/a.md', 'in/c.txt', 'd.md']) utimesSync(join(root, 'docs', name), old, old)
    addFiles(root, { 'docs/in/a.md.pnk.yaml': 'id: 01JV3M8Q6ZT4XN0R5K7WBYC2DE\ntags: [sea, light]\n' })
    pnk(['sync'], { cwd: root })
    const paths = (...flags: string[]) =>
      pnkJson<{ documents: { path: string }[] }>(['ls', ...flags], { cwd: root }).documents.map(
        ({ path }) => path,
      )
    expect(paths('--path', 'docs/in/')).toEqual(['docs/in/a.md', 'docs/in/b.md', 'docs/in/c.txt'])
    expect(paths('--before', '20200505')).toEqual(['docs/d.md', 'docs/in/a.md', 'docs/in/c.txt'])
    expect(paths('--after', '20200506')).toContain('docs/in/b.md')
    expect(paths('--after', '20200506')).not.toContain('docs/in/a.md')
    expect(paths('--tag', 'sea', '--tag', 'light')).toEqual(['docs/in/a.md'])
    const all = ['--path', 'docs/in/', '--type', 'markdown', '--after', '20200505', '--before', '20200505']
    expect(paths(...all, '--tag', 'sea')).toEqual(['docs/in/a.md'])
    expect(paths(...all, '--tag', 'se')).toEqual([])
  })
})
