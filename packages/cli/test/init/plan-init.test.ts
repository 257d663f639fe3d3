import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isUlid, parseManifest } from '@pinakes/manifest'
import { expect, test } from 'vitest'
import { INIT_BACKEND_NAMES } from '../../src/init/backends.js'
import { type InitOptions, planInit } from '../../src/init/plan-init.js'
import { caught } from '../templates/caught.js'
import { tempDir, templatesWith } from '../templates/temp-dir.js'

const planned = (plan: ReturnType<typeof planInit>) => plan.files.map(({ path }) => path)

function manifestOf(options: Omit<InitOptions, 'path'>) {
  const root = join(tempDir(), 'kb')
  const plan = planInit({ path: root, ...options })
  return parseManifest(plan.manifest.bytes, { path: 'x', root })
}

test('a plan writes nothing, and has everything that apply needs', () => {
  const root = join(tempDir(), 'new', 'kb')
  const plan = planInit({ path: root, now: new Date('2026-07-25T09:14:30Z') })
  expect(plan).toMatchObject({ root, name: 'kb', template: 'notes@2.0', workflow: null, warnings: [] })
  expect(plan.directories).toEqual(['docs', 'eval'])
  expect(planned(plan)).toEqual(['.gitignore', 'README.md', 'eval/questions.yaml'])
  const { kb } = parseManifest(plan.manifest.bytes, { path: 'x', root })
  expect(kb).toEqual({ name: 'kb', id: plan.kbId, template: 'notes@2.0', created: '20260725 09:14' })
  expect(isUlid(plan.kbId)).toBe(true)
  expect(readdirSync(join(root, '../..'))).toEqual([])
})

test('each plan has an id of its own', () => {
  const path = join(tempDir(), 'kb')
  expect(planInit({ path }).kbId).not.toBe(planInit({ path }).kbId)
})

test('any name goes through the manifest unchanged; a blank one is refused', () => {
  for (const name of [
    'Tom "T" \\ Smith',
    'line\nbreak',
    '今天 😀',
    '{{ kb_id }}',
    ' spaced ',
    "it's # [kb]",
  ]) {
    expect(manifestOf({ name }).kb.name).toBe(name)
  }
  expect(caught(() => manifestOf({ name: ' ' }))).toMatchObject({
    code: 'INIT_MANIFEST',
    message: expect.stringContaining('[kb]: name must not be blank'),
    remedy: expect.stringContaining('--name'),
  })
})

test('a backend stamps provider, model and width, and is never looked up on the machine', () => {
  const stamped = INIT_BACKEND_NAMES.map((backend) => {
    const { embedding, rerank, retrieval } = manifestOf({ backend })
    return [
      backend,
      embedding.provider,
      embedding.model,
      embedding.dim,
      retrieval.rerank,
      rerank.provider,
      rerank.model,
    ]
  })
  const bge = ['BAAI/bge-small-en-v1.5', 384, 'local'] as const
  expect(stamped).toEqual([
    ['static', 'static', 'pinakes/static-en', 256, 'local', 'static', 'pinakes/static-rerank-en'],
    ['onnx', 'fastembed', ...bge, 'fastembed', 'BAAI/bge-reranker-base'],
    ['light', 'fastembed', ...bge, 'fastembed', 'BAAI/bge-reranker-base'],
    ['fastembed', 'fastembed', ...bge, 'fastembed', 'BAAI/bge-reranker-base'],
    ['transformers', 'sentence-transformers', ...bge, 'sentence-transformers', 'BAAI/bge-reranker-base'],
    ['st', 'sentence-transformers', ...bge, 'sentence-transformers', 'BAAI/bge-reranker-base'],
    [
      'sentence-transformers',
      'sentence-transformers',
      ...bge,
      'sentence-transformers',
      'BAAI/bge-reranker-base',
    ],
  ])
  for (const backend of ['x', '', 'toString', 'Static']) {
    expect(caught(() => manifestOf({ backend })).code, backend).toBe('INIT_BACKEND')
  }
})

test('a directory that is a KB is refused, a dangling manifest included', () => {
  const root = tempDir({ 'kb/pinakes.toml': 'anything' })
  mkdirSync(join(root, 'linked'))
  symlinkSync('nowhere', join(root, 'linked/pinakes.toml'))
  for (const name of ['kb', 'linked']) {
    expect(caught(() => planInit({ path: join(root, name) }))).toMatchObject({
      code: 'INIT_EXISTS',
      message: expect.stringContaining('already a knowledge base'),
    })
  }
})

test('a path or a parent that is not a directory is refused', () => {
  const root = tempDir({ file: '', 'a/docs': '', 'b/eval': '', 'c/.github/workflows': '', 'd/x': '' })
  symlinkSync('nowhere', join(root, 'd/docs'))
  for (const [path, ci] of [
    ['file', false],
    ['file/kb', false],
    ['a', false],
    ['b', false],
    ['c', true],
    ['d', false],
  ] as const) {
    expect(caught(() => planInit({ path: join(root, path), ci })).code, path).toBe('INIT_TARGET')
  }
})

test('a docs that leads out of the KB is refused, since its manifest would not load', () => {
  const root = tempDir({ 'kb/x': '', 'elsewhere/y': '' })
  symlinkSync('../elsewhere', join(root, 'kb/docs'))
  expect(caught(() => planInit({ path: join(root, 'kb') }))).toMatchObject({
    code: 'INIT_MANIFEST',
    message: expect.stringContaining('leads out of the KB'),
  })
})

test('a workflow is planned on demand, and an existing one is refused', () => {
  const root = tempDir({ 'kb/.github/workflows/pinakes.yml': 'mine' })
  expect(caught(() => planInit({ path: join(root, 'kb'), ci: true }))).toMatchObject({
    code: 'INIT_WORKFLOW_EXISTS',
    remedy: expect.stringContaining('without --ci'),
  })
  expect(planInit({ path: join(root, 'kb') }).workflow).toBeNull()
  const plan = planInit({ path: join(root, 'new'), ci: true })
  expect(plan.workflow).toBe('.github/workflows/pinakes.yml')
  expect(plan.directories).toEqual(['docs', 'eval', '.github', '.github/workflows'])
})

test('an unknown template, an illegal file of it and a manifest that does not render are refused', () => {
  const path = join(tempDir(), 'kb')
  expect(caught(() => planInit({ path, template: 'x' })).code).toBe('TEMPLATE_UNKNOWN')
  const plan = (files: Readonly<Record<string, string>>, list?: string) => () =>
    planInit({ path, template: 't', templatesDirectory: templatesWith(files, list) })
  expect(caught(plan({}, '["../x"]')).code).toBe('TEMPLATE_FILES')
  expect(caught(plan({ 'pinakes.toml.j2': '{% x %}' })).code).toBe('TEMPLATE_DAMAGED')
  expect(caught(plan({ 'pinakes.toml.j2': '[kb]' }))).toMatchObject({
    code: 'INIT_MANIFEST',
    message: expect.stringContaining('t@1.0'),
  })
})

test('a .gitignore that is a link counts for nothing, as git has it, and is not read', () => {
  const root = tempDir()
  symlinkSync('/dev/zero', join(root, '.gitignore'))
  expect(planInit({ path: root }).warnings).toEqual([expect.stringContaining('.pinakes/')])
})

test('an existing .gitignore is kept; it is warned of unless a line ignores the state', () => {
  const root = tempDir()
  const warned = (gitignore: string) => {
    writeFileSync(join(root, '.gitignore'), gitignore)
    const plan = planInit({ path: root })
    expect(planned(plan)).not.toContain('.gitignore')
    return plan.warnings
  }
  for (const line of [
    '.pinakes',
    '.pinakes/',
    '/.pinakes/',
    '**/.pinakes/',
    'a\r\n.pinakes/\r\nb',
    '.pinakes/  ',
  ]) {
    expect(warned(line), line).toEqual([])
  }
  for (const line of ['', '# .pinakes/', 'x.pinakes/', '.pinakes/index.db', '!.pinakes/', ' .pinakes/']) {
    expect(warned(line), line).toEqual([expect.stringContaining('.pinakes/')])
  }
  expect(readFileSync(join(root, '.gitignore'), 'utf8')).toBe(' .pinakes/')
})

test('a relative path is taken from the working directory and named by where it leads', () => {
  expect(planInit({ path: 'no-such-kb' }).root).toBe(join(process.cwd(), 'no-such-kb'))
  const root = tempDir({ 'real/x': '' })
  symlinkSync('real', join(root, 'alias'))
  const plan = planInit({ path: join(root, 'alias/') })
  expect([plan.name, basename(plan.root)]).toEqual(['real', 'real'])
})
