import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  createFileExclusive,
  type DocUlid,
  isPinakesError,
  mintUlid,
  startWriteBatch,
} from '@pinakes/manifest'
import { expect, test } from 'vitest'
import { type MintOptions, mintSidecar, mintText, readSidecar } from '../src/index.js'
import { DOC, ID, KB } from './support/ids.js'
import { tempKb } from './support/temp-kb.js'

const FRESH = { id: ID, title: 'Loan ledger', created: '20260725 18:00' }

async function mintCode(path: string, options: MintOptions = { owner: KB }): Promise<string> {
  try {
    await mintSidecar(path, FRESH, options)
  } catch (error) {
    if (isPinakesError(error)) return error.code
    throw error
  }
  return 'minted'
}

test('a fresh sidecar is on disk as minted, and nothing else is', async () => {
  const { sidecar } = tempKb(null)
  const { id, minted, file } = await mintSidecar(sidecar, FRESH, { owner: KB })
  expect({ id, minted }).toEqual({ id: ID, minted: true })
  expect(readFileSync(sidecar, 'utf8')).toBe(mintText(FRESH))
  expect(file).toEqual(readSidecar(sidecar, KB))
  expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
})

test('anything that is there is left alone: a sidecar, garbage, a directory, a dangling link', async () => {
  const { root, sidecar } = tempKb('garbage: [')
  expect(await mintCode(sidecar)).toBe('SIDECAR_EXISTS')
  expect(readFileSync(sidecar, 'utf8')).toBe('garbage: [')

  const directory = join(root, 'docs', 'dir.pnk.yaml')
  mkdirSync(directory)
  expect(await mintCode(directory)).toBe('SIDECAR_EXISTS')

  const dangling = join(root, 'docs', 'dangling.pnk.yaml')
  symlinkSync(join(root, 'gone'), dangling)
  expect(await mintCode(dangling)).toBe('SIDECAR_EXISTS')
  expect(lstatSync(dangling).isSymbolicLink()).toBe(true)
  expect(readlinkSync(dangling)).toBe(join(root, 'gone'))
})

test('of minters that race one wins, and the others adopt its id', async () => {
  const { sidecar } = tempKb(null)
  const ids = Array.from({ length: 20 }, () => mintUlid<'document'>())
  const results = await Promise.all(ids.map((id) => mintSidecar(sidecar, { ...FRESH, id }, { owner: KB })))
  const winner = readSidecar(sidecar, KB).sidecar.id
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set<DocUlid>([winner]))
  expect(results.filter(({ minted }) => minted)).toHaveLength(1)
  expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
})

/** A writer that comes between the check and the creation. */
function overtakenBy(act: (path: string) => void): MintOptions['create'] {
  return async (path, text) => {
    act(path)
    await createFileExclusive(path, text)
  }
}

test('the loser adopts the id of whoever came first', async () => {
  const { sidecar } = tempKb(null)
  const create = overtakenBy((path) => writeFileSync(path, `id: ${DOC}\n`))
  expect(
    await mintSidecar(sidecar, FRESH, { owner: KB, create: create ?? createFileExclusive }),
  ).toMatchObject({
    id: DOC,
    minted: false,
    file: { sidecar: { id: DOC } },
  })
})

test('a winner that cannot be read is reported, not overwritten', async () => {
  const { root, sidecar } = tempKb(null)
  const garbage = overtakenBy((path) => writeFileSync(path, 'id: [')) ?? createFileExclusive
  expect(await mintCode(sidecar, { owner: KB, create: garbage })).toBe('SIDECAR_SYNTAX')
  expect(readFileSync(sidecar, 'utf8')).toBe('id: [')

  const path = join(root, 'docs', 'b.md.pnk.yaml')
  const dangling = overtakenBy((at) => symlinkSync(join(root, 'gone'), at)) ?? createFileExclusive
  expect(await mintCode(path, { owner: KB, create: dangling })).toBe('SIDECAR_EXISTS')
})

test('a batch writes many at once', async () => {
  const { root } = tempKb(null)
  const batch = startWriteBatch()
  const paths = Array.from({ length: 50 }, (_, n) => join(root, 'docs', `${n}.md.pnk.yaml`))
  const mint = (path: string) =>
    mintSidecar(path, { ...FRESH, id: mintUlid<'document'>() }, { owner: KB, create: batch.create })
  const results = await Promise.all(paths.map(mint))
  await batch.flush()
  expect(new Set(results.map(({ id }) => id)).size).toBe(50)
  for (const [n, path] of paths.entries()) expect(readSidecar(path, KB).sidecar.id).toBe(results[n]?.id)
})

test('a directory that is not there is an error of the file system, with a remedy', async () => {
  const { root } = tempKb(null)
  expect(await mintCode(join(root, 'none', 'a.md.pnk.yaml'))).toBe('SIDECAR_WRITE')
  expect(await mintCode(join(root, 'docs', `${'x'.repeat(300)}.pnk.yaml`))).toBe('SIDECAR_WRITE')
})
