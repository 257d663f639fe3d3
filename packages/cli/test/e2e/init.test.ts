import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, pnk, pnkJson, scratch, snapshot } from './pnk.js'

const MODEL = 'BAAI/bge-small-en-v1.5'
/** What npm installed has no model runtime, this checkout has: so it is the weights that are missing here. */
const INSTALLED = process.env.PNK_BIN !== undefined
const RUNTIMES = {
  fastembed: 'onnxruntime-node',
  'sentence-transformers': '@huggingface/transformers',
} as const

describe('pnk init', () => {
  it('makes a knowledge base that syncs and answers', () => {
    const root = join(scratch(), 'my-kb')
    const done = pnk(['init', root])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toMatch(/^created .*my-kb\ntemplate notes@2\.0\nid [0-9A-Z]{26} \(permanent/)
    const manifest = readFileSync(join(root, 'pinakes.toml'), 'utf8')
    expect(manifest).toContain('name = "my-kb"')
    expect(manifest).toContain('provider = "static"')
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toMatch(/^\.pinakes\/$/m)
    expect(existsSync(join(root, '.pinakes'))).toBe(false)
    addFiles(root, { 'docs/a.md': '# Beacon\n\nThe beacon is lit at dusk.\n' })
    expect(pnk(['sync'], { cwd: root }).status).toBe(0)
    expect(pnkJson(['search', 'beacon'], { cwd: root }).passages).toHaveLength(1)
  })

  it('prints next steps that work as they stand', () => {
    const folder = scratch()
    const next = pnk(['init', 'my kb'], { cwd: folder })
      .stdout.split('\n')
      .filter((line) => line.startsWith('  pnk '))
    expect(next).toEqual(["  pnk sync --kb 'my kb'", '  pnk search "your question" --kb \'my kb\''])
    expect(pnk(['sync', '--kb', 'my kb'], { cwd: folder }).status).toBe(0)
  })

  it('takes a name that TOML has to escape', () => {
    const root = join(scratch(), 'kb')
    expect(pnk(['init', '--name', 'the "old" \\ archive', root]).status).toBe(0)
    expect(
      pnkJson<{ checks: { name: string; detail: string }[] }>(['doctor', '--kb', root]).checks,
    ).toContainEqual(
      expect.objectContaining({ name: 'manifest', detail: expect.stringContaining('the "old" \\ archive') }),
    )
  })

  it('adopts a folder and leaves every file as it was', () => {
    const root = scratch()
    addFiles(root, { 'README.md': 'mine\n', 'docs/a.md': 'text\n', '.gitignore': 'dist\n' })
    const before = snapshot(root)
    const done = pnk(['init', root])
    expect(done.status).toBe(0)
    expect(done.stdout).toMatch(/^left as they were: .*README\.md/m)
    expect(done.stdout).toMatch(/^warning: .*\.pinakes\//m)
    const after = snapshot(root)
    for (const [path, bytes] of before) expect(after.get(path)).toBe(bytes)
  })

  it('refuses a knowledge base, and touches nothing', () => {
    const root = scratch()
    expect(pnk(['init', root]).status).toBe(0)
    const before = snapshot(root)
    const again = pnk(['init', root])
    expect(again).toMatchObject({ status: 1, stdout: '' })
    expect(again.stderr).toMatch(/^error: .*already a knowledge base/)
    expect(snapshot(root)).toEqual(before)
  })

  it('refuses a file as its target', () => {
    const file = join(scratch(), 'file')
    writeFileSync(file, 'x')
    const done = pnk(['init', file])
    expect(done.status).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe('x')
  })

  it('lists the templates when the one asked for is unknown, and leaves no trace', () => {
    const root = join(scratch(), 'kb')
    const done = pnk(['init', '--template', '../../etc', root])
    expect(done).toMatchObject({ status: 1, stdout: '' })
    expect(done.stderr).toContain('available: notes')
    expect(existsSync(root)).toBe(false)
  })

  it.each<[string, keyof typeof RUNTIMES]>([
    ['onnx', 'fastembed'],
    ['light', 'fastembed'],
    ['fastembed', 'fastembed'],
    ['transformers', 'sentence-transformers'],
    ['st', 'sentence-transformers'],
    ['sentence-transformers', 'sentence-transformers'],
  ])('--backend %s stamps %s, which both editions know, and says what to fetch', (backend, provider) => {
    const root = join(scratch(), 'kb')
    const done = pnk(['init', '--backend', backend, root])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toContain('the models are about 1.3 GB, fetched once')
    expect(done.stdout).toContain(`  pnk models pull --kb ${root}\n`)
    const manifest = readFileSync(join(root, 'pinakes.toml'), 'utf8')
    expect(manifest.match(/^(?:provider|model|dim|rerank) = .*$/gm)).toEqual([
      `provider = "${provider}"`,
      'model = "BAAI/bge-small-en-v1.5"',
      'dim = 384',
      'model = "claude-opus-5"',
      'rerank = "local"',
      `provider = "${provider}"`,
      'model = "BAAI/bge-reranker-base"',
    ])
    addFiles(root, { 'docs/a.md': 'The beacon is lit at dusk.\n' })
    const synced = pnk(['sync'], { cwd: root, env: { HF_HOME: scratch() } })
    expect(synced.status).toBe(1)
    expect(synced.stderr).toContain(
      INSTALLED ? `npm install ${RUNTIMES[provider]}\n` : `pnk models pull ${MODEL}`,
    )
  })

  it('names the way up from the built-in model in one line, with what it costs', () => {
    const line = pnk(['init', join(scratch(), 'kb')])
      .stdout.trimEnd()
      .split('\n')
      .at(-1)
    expect(line).toMatch(
      /^a larger model, when you want one: .*pnk models pull .*\(134 MB\); .* \(some \d+ s/,
    )
  })

  it('offers only the backends that this installation has', () => {
    const root = join(scratch(), 'kb')
    const done = pnk(['init', '--backend', 'quantum', root])
    expect(done).toMatchObject({ status: 2, stdout: '' })
    expect(done.stderr).toMatch(/use one of: static/)
    expect(existsSync(root)).toBe(false)
  })
})

describe('pnk templates', () => {
  it('lists each by name, version and purpose', () => {
    const done = pnk(['templates'])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toMatch(/^notes +2\.0 +\S/m)
  })

  it('gives the reference that a manifest records', () => {
    const { templates } = pnkJson<{ templates: { name: string; reference: string }[] }>(['templates'])
    expect(templates).toContainEqual(expect.objectContaining({ name: 'notes', reference: 'notes@2.0' }))
  })
})
