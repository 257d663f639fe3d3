import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ImportRequest, importModel } from '../../src/hub/import-model.js'
import { hubSettings } from '../../src/hub/settings.js'
import { locateModel } from '../../src/model-files.js'
import { transformerFiles } from '../../src/profile/model-files.js'
import { tempFolder } from '../static/temp-folder.js'
import { gitHash, loopbackHub, sha256 } from './loopback-hub.js'
import { COMMIT, GRAPH, MODEL, tinyModel } from './model-files.js'
import { blobs, mainRef, pull, refused, repoOf, snapshotBytes } from './pull-support.js'

const FILES = tinyModel()

let cache: string
let folder: string

/** A folder with the model's files, as a browser or a stick leaves it. */
beforeEach(() => {
  cache = join(tempFolder(), 'hub')
  folder = join(tempFolder(), 'tiny')
  for (const [path, bytes] of Object.entries(FILES)) write(join(folder, path), bytes)
})

function write(path: string, bytes: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

function take(request: Partial<ImportRequest> = {}) {
  return importModel({
    folder,
    model: MODEL,
    revision: null,
    settings: hubSettings({ HF_HUB_CACHE: cache }),
    ...request,
  })
}

async function located() {
  const files = transformerFiles('float32')
  return locateModel({ model: MODEL, revision: null, files, offline: true, cache })
}

describe('importing a plain folder', () => {
  it('takes the files that the providers need, and they are found afterwards', async () => {
    const taken = await take()
    expect(taken).toMatchObject({ model: MODEL, precisions: ['float32'] })
    expect(taken.files.map(({ path, state, checkedBy }) => [path, state, checkedBy])).toEqual(
      expect.arrayContaining([
        [GRAPH, 'imported', 'shape'],
        ['tokenizer.json', 'imported', 'shape'],
      ]),
    )
    const { folder: snapshot, files } = await located()
    expect(snapshot).toBe(taken.folder)
    expect(readFileSync(files.graph ?? '').equals(FILES[GRAPH] ?? Buffer.alloc(0))).toBe(true)
    expect(existsSync(join(snapshot, 'pytorch_model.bin'))).toBe(false)
  })

  it('gives the same files the same commit, and takes nothing twice', async () => {
    const first = await take()
    const again = await take()
    expect(again.commit).toBe(first.commit)
    expect(again.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(again.files.every(({ state }) => state === 'kept')).toBe(true)
    writeFileSync(join(folder, 'config.json'), '{}')
    expect((await take()).commit).not.toBe(first.commit)
  })

  it('takes the commit from --revision, so that a manifest that pins it finds it', async () => {
    const taken = await take({ revision: COMMIT })
    expect(taken.commit).toBe(COMMIT)
    expect(mainRef(cache)).toBe(null)
  })

  it('leaves the folder as it was', async () => {
    const before = statSync(join(folder, GRAPH)).mtimeMs
    await take()
    expect(statSync(join(folder, GRAPH)).mtimeMs).toBe(before)
  })

  it('without tokenizer.json is refused, naming it and where it is from', async () => {
    rmSync(join(folder, 'tokenizer.json'))
    const error = await refused(take(), 'EMBED_IMPORT_INVALID')
    expect(error.message).toContain('tokenizer.json: it is not there')
    expect(error.remedy).toContain(`https://huggingface.co/${MODEL}/tree/main`)
    expect(existsSync(cache)).toBe(false)
  })

  it('says everything that is wrong at once: empty, a web page, cut off, a Git LFS pointer', async () => {
    write(join(folder, 'config.json'), '')
    write(join(folder, 'tokenizer.json'), '<!DOCTYPE html><html></html>')
    truncateSync(join(folder, GRAPH), 200_000)
    const error = await refused(take(), 'EMBED_IMPORT_INVALID')
    expect(error.details.faults).toEqual({
      'config.json': 'it is empty',
      'tokenizer.json': 'it is a web page',
      [GRAPH]: expect.stringContaining('it is cut off: it has 200000 bytes'),
    })
    write(join(folder, GRAPH), 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n')
    const pointer = await refused(take(), 'EMBED_IMPORT_INVALID')
    expect(pointer.message).toContain('Git LFS pointer')
    expect(blobs(cache)).toEqual([])
  })

  it('whose name says nothing needs the id', async () => {
    const error = await refused(take({ model: undefined }), 'EMBED_IMPORT_INVALID')
    expect(error.remedy).toContain('--model')
  })

  it.each(['missing', 'file'])('that is no folder (%s) is refused', async (name) => {
    const path = join(tempFolder(), name)
    if (name === 'file') writeFileSync(path, 'x')
    const error = await refused(take({ folder: path }), 'EMBED_IMPORT_INVALID')
    expect(error.message).toContain('not a folder')
  })

  it('into a knowledge base is refused', async () => {
    const kb = tempFolder()
    writeFileSync(join(kb, 'pinakes.toml'), '')
    const settings = hubSettings({ HF_HUB_CACHE: join(kb, 'models') })
    await refused(take({ settings }), 'EMBED_CACHE_INSIDE_KB')
  })
})

describe('importing what `hf download --local-dir` left', () => {
  beforeEach(() => {
    for (const [path, bytes] of Object.entries(FILES)) {
      const hash = bytes.length < 2000 ? gitHash(bytes) : sha256(bytes)
      write(
        join(folder, '.cache/huggingface/download', `${path}.metadata`),
        `${COMMIT}\n${hash}\n1700000000.5\n`,
      )
    }
  })

  it('takes the published commit, and checks against the published hashes', async () => {
    const taken = await take()
    expect(taken.commit).toBe(COMMIT)
    expect(mainRef(cache)).toBe(COMMIT)
    expect(taken.files.every(({ checkedBy }) => checkedBy === 'hash')).toBe(true)
  })

  it('refuses a file whose content is another, however well it looks', async () => {
    write(join(folder, 'tokenizer.json'), JSON.stringify({ model: {} }))
    const error = await refused(take(), 'EMBED_IMPORT_INVALID')
    expect(error.message).toContain('tokenizer.json: its SHA-256 is')
  })
})

describe("importing a model's folder of another cache", () => {
  let other: string
  beforeEach(async () => {
    const hub = await loopbackHub()
    hub.publish(MODEL, COMMIT, FILES)
    const elsewhere = join(tempFolder(), 'hub')
    await pull(hub, elsewhere)
    other = repoOf(elsewhere)
  })

  it('needs no id, keeps commit, ref and the list of files, and checks every hash', async () => {
    const taken = await take({ folder: other, model: undefined })
    expect(taken).toMatchObject({ model: MODEL, commit: COMMIT })
    expect(taken.files.every(({ checkedBy }) => checkedBy === 'hash')).toBe(true)
    expect(mainRef(cache)).toBe(COMMIT)
    const tree = (repo: string) => readFileSync(join(repo, 'trees', `${COMMIT}.json`), 'utf8')
    expect(tree(repoOf(cache))).toBe(tree(other))
    expect(snapshotBytes(cache, COMMIT, GRAPH).equals(FILES[GRAPH] ?? Buffer.alloc(0))).toBe(true)
  })

  it('works when links became files on the way', async () => {
    const stick = join(tempFolder(), `models--${MODEL.replace('/', '--')}`)
    cpSync(other, stick, { recursive: true, dereference: true })
    rmSync(join(stick, 'blobs'), { recursive: true })
    const taken = await take({ folder: stick, model: undefined })
    expect(taken.files.every(({ checkedBy }) => checkedBy === 'hash')).toBe(true)
  })

  it('refuses one that was damaged on the way', async () => {
    truncateSync(join(other, 'snapshots', COMMIT, GRAPH), 1000)
    const error = await refused(take({ folder: other }), 'EMBED_IMPORT_INVALID')
    expect(error.message).toContain(`1000 bytes instead of ${FILES[GRAPH]?.length}`)
  })

  it('without the revision says which it has', async () => {
    const error = await refused(take({ folder: other, revision: 'v2' }), 'EMBED_IMPORT_INVALID')
    expect(error.message).toContain('no revision v2; it has main')
  })
})
