import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { addFiles, BIN, freshKb, listed, NODE, pnk, run, scratch, sidecarId } from './pnk.js'

const HOOKS = ['pre-commit', 'post-commit', 'post-merge']

/** A folder for PATH in which `pnk` is what a global installation would put there. */
let bin: string
let env: Record<string, string>

beforeEach(() => {
  bin = scratch()
  writeFileSync(join(bin, 'pnk'), `#!/bin/sh\nexec node '${BIN}' "$@"\n`, { mode: 0o755 })
  writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec '${NODE}' "$@"\n`, { mode: 0o755 })
  env = { PATH: `${bin}:${process.env.PATH}`, HOME: scratch(), GIT_CONFIG_NOSYSTEM: '1' }
  for (const [key, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.org'],
    ['init.defaultBranch', 'main'],
    ['protocol.file.allow', 'always'],
  ] as const) {
    git(scratch(), 'config', '--global', key, value)
  }
})

/** Runs git, which has to succeed, and gives its stdout. */
function git(cwd: string, ...args: string[]): string {
  const done = run('git', args, { cwd, env })
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

/** A knowledge base in its repository, hooks installed, everything committed. */
function kbInRepository(files: Record<string, string> = {}): string {
  const root = freshKb(files)
  git(root, 'init', '--quiet')
  expect(installHooks(root).status).toBe(0)
  git(root, 'add', '.')
  git(root, 'commit', '--quiet', '-m', 'first')
  return root
}

const installHooks = (cwd: string, ...flags: string[]) => pnk(['install-hooks', ...flags], { cwd, env })
const committed = (root: string) =>
  git(root, 'show', '--name-only', '--format=', 'HEAD').trim().split('\n').sort()
const status = (root: string) => git(root, 'status', '--porcelain')

describe('a commit with the hooks', () => {
  it('takes the sidecar of a new document along, leaves the tree clean and the index up to date', () => {
    const root = kbInRepository({ 'docs/a.md': '# A\n\nalpha\n' })
    expect(committed(root)).toContain('docs/a.md.pnk.yaml')
    addFiles(root, { 'docs/über uns.md': '# B\n\nbeta\n' })
    git(root, 'add', 'docs/über uns.md')
    git(root, 'commit', '--quiet', '-m', 'second')
    expect(git(root, 'ls-files', '-z').split('\0')).toContain('docs/über uns.md.pnk.yaml')
    expect(status(root)).toBe('')
    expect(listed(root)).toEqual(['docs/a.md', 'docs/über uns.md'])
    expect(git(root, 'fsck', '--strict', '--no-dangling')).toBe('')
  })

  it('of one named file, by an index of its own, leaves the staged set of the others as it was', () => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    addFiles(root, { 'docs/b.md': 'beta\n', 'docs/c.md': 'gamma\n', 'docs/a.md': 'alpha 2\n' })
    git(root, 'add', 'docs/b.md', 'docs/c.md')
    git(root, 'commit', '--quiet', '-m', 'b alone', 'docs/b.md')
    expect(committed(root)).toEqual(['docs/b.md', 'docs/b.md.pnk.yaml'])
    expect(status(root)).toBe(' M docs/a.md\nA  docs/c.md\n')
    git(root, 'commit', '--quiet', '-m', 'c')
    expect(committed(root)).toEqual(['docs/c.md', 'docs/c.md.pnk.yaml'])
    expect(status(root)).toBe(' M docs/a.md\n')
    expect(git(root, 'fsck', '--strict', '--no-dangling')).toBe('')
  })

  it('keeps partial staging: what was not staged stays in the working tree', () => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    addFiles(root, { 'docs/b.md': 'staged\n' })
    git(root, 'add', 'docs/b.md')
    addFiles(root, { 'docs/b.md': 'staged\nnot staged\n', 'docs/loose.md': 'untracked\n' })
    git(root, 'commit', '--quiet', '-m', 'b')
    expect(git(root, 'show', 'HEAD:docs/b.md')).toBe('staged\n')
    expect(committed(root)).toEqual(['docs/b.md', 'docs/b.md.pnk.yaml'])
    expect(existsSync(join(root, 'docs/loose.md.pnk.yaml'))).toBe(false)
  })

  it('takes the sidecar of an earlier sync along, and no edit of a sidecar that was not staged', () => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    addFiles(root, { 'docs/b.md': 'beta\n' })
    expect(pnk(['sync'], { cwd: root, env }).status).toBe(0)
    const sidecar = join(root, 'docs/a.md.pnk.yaml')
    writeFileSync(sidecar, `${readFileSync(sidecar, 'utf8')}tags: [later]\n`)
    addFiles(root, { 'docs/a.md': 'alpha 2\n' })
    git(root, 'add', 'docs/a.md', 'docs/b.md')
    git(root, 'commit', '--quiet', '-m', 'both')
    expect(committed(root)).toEqual(['docs/a.md', 'docs/b.md', 'docs/b.md.pnk.yaml'])
    expect(status(root)).toBe(' M docs/a.md.pnk.yaml\n')
  })

  it('moves the sidecar of a document that git knows was moved', () => {
    const text = '# A long enough text\n\nThat git takes the file for the same one.\n'
    const root = kbInRepository({ 'docs/a.md': text })
    const id = sidecarId(root, 'docs/a.md')
    mkdirSync(join(root, 'docs/deep'))
    git(root, 'mv', 'docs/a.md', 'docs/deep/b.md')
    git(root, 'commit', '--quiet', '-m', 'move')
    expect(sidecarId(root, 'docs/deep/b.md')).toBe(id)
    expect(git(root, 'ls-files', 'docs').trim().split('\n')).toEqual([
      'docs/deep/b.md',
      'docs/deep/b.md.pnk.yaml',
    ])
    expect(status(root)).toBe('')
  })

  it('fails where the sidecar of a staged document cannot be read, and gives the others their ids', () => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    const broken = 'id: [not closed\n'
    addFiles(root, { 'docs/b.md': 'b\n', 'docs/b.md.pnk.yaml': broken, 'docs/c.md': 'c\n' })
    git(root, 'add', 'docs/b.md', 'docs/c.md')
    const done = run('git', ['commit', '-m', 'b and c'], { cwd: root, env })
    expect(done.status).not.toBe(0)
    expect(done.stderr).toContain('docs/b.md')
    expect(readFileSync(join(root, 'docs/b.md.pnk.yaml'), 'utf8')).toBe(broken)
    expect(sidecarId(root, 'docs/c.md')).toMatch(/^[0-9A-Z]{26}$/)
    git(root, 'reset', '--quiet', 'docs/b.md')
    git(root, 'commit', '--quiet', '-m', 'c')
    expect(committed(root)).toEqual(['docs/c.md', 'docs/c.md.pnk.yaml'])
  })

  it('works where the knowledge base is below the top, and in a linked worktree', () => {
    const top = scratch()
    git(top, 'init', '--quiet')
    const kb = join(top, "it's a kb")
    expect(pnk(['init', kb], { env }).status).toBe(0)
    expect(installHooks(kb).status).toBe(0)
    addFiles(top, { "it's a kb/docs/a.md": 'alpha\n', 'elsewhere.md': 'no document\n' })
    git(top, 'add', '.')
    git(top, 'commit', '--quiet', '-m', 'first')
    expect(git(top, 'ls-files', "it's a kb/docs").split('\n')).toContain("it's a kb/docs/a.md.pnk.yaml")
    expect(status(top)).toBe('')
    const linked = join(scratch(), 'linked')
    git(top, 'worktree', 'add', '--quiet', linked)
    addFiles(linked, { "it's a kb/docs/b.md": 'beta\n' })
    git(linked, 'add', '.')
    git(linked, 'commit', '--quiet', '-m', 'second')
    expect(committed(linked)).toEqual(["it's a kb/docs/b.md", "it's a kb/docs/b.md.pnk.yaml"])
    expect(status(linked)).toBe('')
    addFiles(linked, { "it's a kb/docs/c.md": 'gamma\n' })
    git(linked, 'add', '.')
    git(linked, 'commit', '--quiet', '-m', 'third', "it's a kb/docs/c.md")
    expect(committed(linked)).toEqual(["it's a kb/docs/c.md", "it's a kb/docs/c.md.pnk.yaml"])
    expect(status(linked)).toBe('')
  })

  it.each(['node', 'pnk'])('goes through without %s on PATH, and says what is missing', (program) => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    addFiles(root, { 'docs/b.md': 'beta\n' })
    git(root, 'add', '.')
    const tools = scratch()
    for (const name of ['git', 'sh', 'node', 'pnk'].filter((name) => name !== program)) {
      const where = run('sh', ['-c', `command -v ${name}`], { env }).stdout.trim()
      writeFileSync(join(tools, name), `#!/bin/sh\nexec '${where}' "$@"\n`, { mode: 0o755 })
    }
    const done = run('git', ['commit', '-m', 'b'], { cwd: root, env: { ...env, PATH: tools } })
    expect(done.status).toBe(0)
    expect(done.stderr).toContain(
      `pinakes: ${program} is not on PATH, so new documents are committed without`,
    )
    expect(done.stderr).not.toMatch(/not found|No such file/)
  })

  it('does nothing on a branch without the knowledge base', () => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    git(root, 'checkout', '--quiet', '--orphan', 'other')
    git(root, 'rm', '-rfq', '.')
    addFiles(root, { 'x.txt': 'x\n' })
    git(root, 'add', 'x.txt')
    git(root, 'commit', '--quiet', '-m', 'other')
    expect(committed(root)).toEqual(['x.txt'])
  })
})

describe('pnk install-hooks', () => {
  const text = (path: string) => readFileSync(path, 'utf8')

  it('writes executable hooks with the marker, and changes nothing the second time', () => {
    const root = freshKb()
    git(root, 'init', '--quiet')
    expect(installHooks(root)).toMatchObject({ status: 0, stderr: '' })
    const before = HOOKS.map((name) => text(join(root, '.git/hooks', name)))
    for (const name of HOOKS) expect(statSync(join(root, '.git/hooks', name)).mode & 0o111).toBe(0o111)
    for (const hook of before) {
      expect(hook).toMatch(/^#!\/bin\/sh\n# installed by pinakes\n/)
      expect(hook).toContain('--extract=pypdfium2')
    }
    expect(installHooks(root).stdout).toContain('installed already: pre-commit, post-commit, post-merge')
    expect(HOOKS.map((name) => text(join(root, '.git/hooks', name)))).toEqual(before)
  })

  it('brings its own older hook up to date, and gives back the executable bit', () => {
    const root = freshKb()
    git(root, 'init', '--quiet')
    const hook = join(root, '.git/hooks/post-merge')
    writeFileSync(hook, '#!/bin/sh\n# installed by pinakes\nexec pnk sync\n')
    expect(installHooks(root, '--json').stdout).toContain('"post-merge"')
    expect(text(hook)).toContain('--index-only')
    chmodSync(hook, 0o644)
    expect(JSON.parse(installHooks(root, '--json').stdout)).toMatchObject({ written: ['post-merge'] })
  })

  it("leaves somebody else's hook byte for byte, prints the line that it needs, and exits with 1", () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    git(root, 'init', '--quiet')
    const foreign = join(root, '.git/hooks/pre-commit')
    writeFileSync(foreign, '#!/bin/sh\necho theirs\n', { mode: 0o755 })
    const done = installHooks(root)
    expect(done.status).toBe(1)
    expect(text(foreign)).toBe('#!/bin/sh\necho theirs\n')
    const line =
      done.stdout
        .split('\n')
        .find((one) => one.includes('command -v pnk'))
        ?.trim() ?? ''
    writeFileSync(foreign, `#!/bin/sh\necho theirs\n${line}\n`)
    git(root, 'add', '.')
    git(root, 'commit', '--quiet', '-m', 'first')
    expect(committed(root)).toContain('docs/a.md.pnk.yaml')
  })

  it('refuses to take the hooks from another knowledge base of the repository, unless that is gone', () => {
    const top = scratch()
    git(top, 'init', '--quiet')
    for (const name of ['one', 'two']) expect(pnk(['init', join(top, name)], { env }).status).toBe(0)
    expect(installHooks(join(top, 'one')).status).toBe(0)
    const before = text(join(top, '.git/hooks/pre-commit'))
    const second = installHooks(join(top, 'two'))
    expect(second.status).toBe(1)
    expect(second.stdout).toContain('--kb=two')
    expect(text(join(top, '.git/hooks/pre-commit'))).toBe(before)
    rmSync(join(top, 'one'), { recursive: true })
    expect(installHooks(join(top, 'two')).status).toBe(0)
    expect(text(join(top, '.git/hooks/pre-commit'))).toContain('kb=two\n')
  })

  it('goes where git looks: core.hooksPath, a linked worktree, a submodule', () => {
    const root = kbInRepository({ 'docs/a.md': 'alpha\n' })
    const linked = join(scratch(), 'linked')
    git(root, 'worktree', 'add', '--quiet', linked)
    expect(installHooks(linked).stdout).toContain('installed already: pre-commit')
    const outer = scratch()
    git(outer, 'init', '--quiet')
    git(outer, 'submodule', '--quiet', 'add', root, 'sub')
    expect(installHooks(join(outer, 'sub')).stdout).toContain(join('.git', 'modules', 'sub', 'hooks'))
    expect(existsSync(join(outer, '.git/modules/sub/hooks/pre-commit'))).toBe(true)
    git(root, 'config', 'core.hooksPath', '.githooks')
    expect(installHooks(root).status).toBe(0)
    expect(existsSync(join(root, '.githooks/post-merge'))).toBe(true)
  })

  it('refuses an empty core.hooksPath, which would mean the working tree itself', () => {
    const root = freshKb()
    git(root, 'init', '--quiet')
    git(root, 'config', 'core.hooksPath', '')
    const done = installHooks(root)
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('core.hooksPath leads to the working tree itself')
    expect(existsSync(join(root, 'pre-commit'))).toBe(false)
  })

  it('outside of a repository names the ways out', () => {
    const done = installHooks(freshKb())
    expect(done).toMatchObject({ status: 1, stdout: '' })
    expect(done.stderr).toMatch(/not in a git repository\n.*git init.*cron/)
  })

  it('without git says so', () => {
    const done = pnk(['install-hooks'], { cwd: freshKb(), env: { ...env, PATH: scratch() } })
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(/^error: git is not on PATH\n/)
  })
})

describe('pnk sync --stage', () => {
  it('goes with --sidecars-only alone', () => {
    const root = freshKb()
    for (const flags of [['--stage'], ['--stage', '--index-only']]) {
      expect(pnk(['sync', ...flags], { cwd: root, env }).status).toBe(2)
    }
  })

  it('outside of a repository names the ways out', () => {
    const done = pnk(['sync', '--sidecars-only', '--stage'], { cwd: freshKb(), env })
    expect(done).toMatchObject({ status: 1 })
    expect(done.stderr).toMatch(/not in a git repository/)
  })
})

describe('pnk sync --extract', () => {
  it('takes the names of the format, and refuses others before anything is done', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    const refused = pnk(['sync', '--extract=quantum'], { cwd: root })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/"quantum"; known are .*pypdfium2/)
    expect(existsSync(join(root, '.pinakes'))).toBe(false)
    expect(pnk(['sync', '--extract=pypdfium2'], { cwd: root }).status).toBe(0)
    expect(listed(root)).toEqual(['docs/a.md'])
  })
})
