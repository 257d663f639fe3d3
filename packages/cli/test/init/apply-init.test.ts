import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findKbRoot, loadManifest } from '@pinakes/manifest'
import { expect, test } from 'vitest'
import { applyInit } from '../../src/init/apply-init.js'
import { planInit } from '../../src/init/plan-init.js'
import { tempDir } from '../templates/temp-dir.js'

const everything = (root: string) => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()

test('a fresh directory becomes a KB that loads, with nothing left over', async () => {
  const root = join(tempDir(), 'deep', 'kb')
  const result = await applyInit(planInit({ path: root }))
  expect(result).toMatchObject({ root, template: 'notes@2.0', adopted: [], warnings: [], workflow: null })
  expect(result.created).toEqual(['.gitignore', 'README.md', 'eval/questions.yaml', 'pinakes.toml'])
  expect(everything(root)).toEqual([
    '.gitignore',
    'README.md',
    'docs',
    'eval',
    'eval/questions.yaml',
    'pinakes.toml',
  ])
  expect(loadManifest(findKbRoot(root)).kb).toMatchObject({ name: 'kb', id: result.kbId })
  expect(readFileSync(join(root, '.gitignore'), 'utf8')).toMatch(/^\.pinakes\/$/m)
})

test('a directory with files is adopted: they keep every byte, and are named', async () => {
  const files = {
    'README.md': 'mine\r\n',
    '.gitignore': '# mine',
    'docs/a.md': 'a',
    'eval/questions.yaml': '',
  }
  const root = tempDir(files)
  const result = await applyInit(planInit({ path: root }))
  expect(result.adopted).toEqual(['README.md', 'eval/questions.yaml'])
  expect(result.created).toEqual(['pinakes.toml'])
  expect(result.warnings).toHaveLength(1)
  for (const [path, content] of Object.entries(files))
    expect(readFileSync(join(root, path), 'utf8')).toBe(content)
})

test('a dangling link is adopted, not written through', async () => {
  const root = tempDir()
  symlinkSync('nowhere', join(root, 'README.md'))
  expect((await applyInit(planInit({ path: root }))).adopted).toEqual(['README.md'])
  expect(existsSync(join(root, 'nowhere'))).toBe(false)
})

test('the workflow never spends, is pinned, and may only read', async () => {
  const root = join(tempDir(), 'kb')
  const result = await applyInit(planInit({ path: root, ci: true }))
  const text = readFileSync(join(root, result.workflow ?? ''), 'utf8')
  expect(text).toContain('pnk sync --extract=pypdfium2')
  expect(text).toContain('pnk doctor')
  expect(text).toMatch(/permissions:\n {2}contents: read\n/)
  const uses = text.match(/uses: .*/g) ?? []
  expect(uses.length).toBeGreaterThan(0)
  for (const use of uses) expect(use).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/)
  expect(text).toMatch(/@pinakes\/cli@\d+\.\d+\.\d+\S*$/m)
  expect(text).toContain("hashFiles('docs/**', 'pinakes.toml')")
})

test('the manifest is written last: a run cut off before it can be repeated', async () => {
  const root = join(tempDir(), 'kb')
  const plan = planInit({ path: root })
  mkdirSync(join(root, 'eval'), { recursive: true })
  for (const file of plan.files.slice(0, 2)) writeFileSync(join(root, file.path), file.bytes)
  const result = await applyInit(planInit({ path: root }))
  expect(result.created.at(-1)).toBe('pinakes.toml')
  expect(result.adopted).toEqual(['README.md'])
})

test('of two runs on one directory one makes the KB, and the other says so', async () => {
  const root = join(tempDir(), 'kb')
  const plans = [planInit({ path: root }), planInit({ path: root })]
  const outcomes = await Promise.allSettled(plans.map((plan) => applyInit(plan)))
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.kbId] : []))
  expect(won).toEqual([loadManifest(root).kb.id])
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(lost).toMatchObject({ reason: { code: 'INIT_EXISTS' } })
})

test('what the file system refuses is said with a remedy, and no manifest is left', async () => {
  const root = tempDir()
  const plan = planInit({ path: join(root, 'kb') })
  writeFileSync(join(root, 'kb'), 'a file since the plan')
  await expect(applyInit(plan)).rejects.toMatchObject({
    code: 'INIT_WRITE',
    remedy: expect.stringContaining('again'),
  })
  const crowded = planInit({ path: join(root, 'other') })
  mkdirSync(join(root, 'other'))
  writeFileSync(join(root, 'other/eval'), 'a file since the plan')
  await expect(applyInit(crowded)).rejects.toMatchObject({ code: 'INIT_WRITE' })
  expect(existsSync(join(root, 'other/pinakes.toml'))).toBe(false)
})
