import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { locateModel } from '../../src/model-files.js'
import { transformerFiles } from '../../src/profile/model-files.js'
import { tempFolder } from '../static/temp-folder.js'
import { gitHash, type LoopbackHub, loopbackHub, sha256 } from './loopback-hub.js'
import { COMMIT, GRAPH, MODEL, NEXT_COMMIT, tinyModel } from './model-files.js'
import { blobs, mainRef, pull, refused, repoOf, snapshotBytes } from './pull-support.js'

const FILES = tinyModel()
const NEEDED = ['config.json', GRAPH, 'tokenizer.json', 'tokenizer_config.json']

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, FILES)
  cache = join(tempFolder(), 'hub')
})

function bytesOf(path: string): Buffer {
  return FILES[path] ?? Buffer.alloc(0)
}

describe('a pull', () => {
  it('brings the files that the providers need, and no others', async () => {
    const pulled = await pull(hub, cache)
    expect(pulled.files.map(({ path, state }) => [path, state]).sort()).toEqual(
      NEEDED.map((path) => [path, 'fetched']),
    )
    expect(pulled).toMatchObject({ model: MODEL, commit: COMMIT, isCurrent: true })
    expect(pulled.fetchedBytes).toBe(NEEDED.reduce((sum, path) => sum + bytesOf(path).length, 0))
    for (const path of NEEDED) {
      expect(snapshotBytes(cache, COMMIT, path).equals(bytesOf(path)), path).toBe(true)
    }
  })

  it('lays them out as huggingface_hub does: blobs by hash, relative links, a ref, the list of files', async () => {
    await pull(hub, cache)
    const repo = repoOf(cache)
    expect(blobs(cache)).toEqual(
      NEEDED.map((path) => (bytesOf(path).length < 2000 ? gitHash : sha256)(bytesOf(path))).sort(),
    )
    expect(readlinkSync(join(repo, 'snapshots', COMMIT, GRAPH))).toBe(
      `../../../blobs/${sha256(bytesOf(GRAPH))}`,
    )
    expect(readFileSync(join(repo, 'refs/main'), 'utf8')).toBe(COMMIT)
    const tree = JSON.parse(readFileSync(join(repo, 'trees', `${COMMIT}.json`), 'utf8'))
    expect(tree.format_version).toBe(1)
    expect(Object.keys(tree.files)).toEqual(Object.keys(FILES).sort())
    expect(tree.files[GRAPH]).toMatchObject({
      size: bytesOf(GRAPH).length,
      lfs_sha256: sha256(bytesOf(GRAPH)),
      lfs_size: bytesOf(GRAPH).length,
    })
    expect(tree.files['config.json']).toEqual({
      size: bytesOf('config.json').length,
      blob_id: gitHash(bytesOf('config.json')),
    })
  })

  it('is found by the providers afterwards, and asks for nothing a second time', async () => {
    await pull(hub, cache)
    const files = transformerFiles('float32')
    const located = await locateModel({ model: MODEL, revision: null, files, offline: true, cache })
    expect(located.commit).toBe(COMMIT)
    const before = hub.seen.length
    const again = await pull(hub, cache)
    expect(again.fetchedBytes).toBe(0)
    expect(again.files.every(({ state }) => state === 'kept')).toBe(true)
    expect(hub.seen.slice(before).filter(({ path }) => path.includes('/resolve/'))).toEqual([])
  })

  it('pins a commit without touching any branch', async () => {
    hub.publish(MODEL, NEXT_COMMIT, FILES)
    const pulled = await pull(hub, cache, { revision: COMMIT })
    expect(pulled.commit).toBe(COMMIT)
    expect(existsSync(join(repoOf(cache), 'refs'))).toBe(false)
  })

  it('records a branch with a slash in its name', async () => {
    hub.publish(MODEL, NEXT_COMMIT, FILES, 'refs/pr/1')
    await pull(hub, cache, { revision: 'refs/pr/1' })
    expect(readFileSync(join(repoOf(cache), 'refs/refs/pr/1'), 'utf8')).toBe(NEXT_COMMIT)
  })

  it('fetches the eight-bit file for a name with :int8', async () => {
    const small = Buffer.concat([bytesOf(GRAPH), Buffer.alloc(0)])
    hub.publish(MODEL, COMMIT, { ...FILES, 'onnx/model_quantized.onnx': small })
    const { files } = await pull(hub, cache, { model: `${MODEL}:int8` })
    expect(files.map(({ path }) => path)).toContain('onnx/model_quantized.onnx')
    expect(files.map(({ path }) => path)).not.toContain(GRAPH)
  })

  it('reports progress over all files together, up to the last byte', async () => {
    const reports: { doneBytes: number; totalBytes: number; path: string }[] = []
    const pulled = await pull(hub, cache, { onProgress: (report) => reports.push(report) })
    expect(new Set(reports.map(({ totalBytes }) => totalBytes))).toEqual(new Set([pulled.fetchedBytes]))
    const done = reports.map(({ doneBytes }) => doneBytes)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(done.at(-1)).toBe(pulled.fetchedBytes)
  })
})

describe('what is in the cache already', () => {
  it('is repaired where it is damaged: empty, cut, another content of the same size', async () => {
    await pull(hub, cache)
    const blobOf = (path: string) => join(repoOf(cache), 'blobs', sha256(bytesOf(path)))
    writeFileSync(blobOf(GRAPH), bytesOf(GRAPH).subarray(0, 1000))
    writeFileSync(blobOf('tokenizer.json'), Buffer.alloc(bytesOf('tokenizer.json').length, 32))
    const pulled = await pull(hub, cache)
    expect(Object.fromEntries(pulled.files.map(({ path, state }) => [path, state]))).toMatchObject({
      [GRAPH]: 'repaired',
      'tokenizer.json': 'repaired',
      'config.json': 'kept',
    })
    expect(snapshotBytes(cache, COMMIT, GRAPH).equals(bytesOf(GRAPH))).toBe(true)
  })

  it('is fetched where a link leads nowhere', async () => {
    await pull(hub, cache)
    rmSync(join(repoOf(cache), 'blobs', sha256(bytesOf(GRAPH))))
    await pull(hub, cache)
    expect(snapshotBytes(cache, COMMIT, GRAPH).equals(bytesOf(GRAPH))).toBe(true)
  })

  it('is kept as a plain file without a blob, as Python leaves it where there are no links', async () => {
    await pull(hub, cache)
    const place = join(repoOf(cache), 'snapshots', COMMIT, GRAPH)
    rmSync(place)
    writeFileSync(place, bytesOf(GRAPH))
    rmSync(join(repoOf(cache), 'blobs', sha256(bytesOf(GRAPH))))
    const again = await pull(hub, cache)
    expect(again.fetchedBytes).toBe(0)
    expect(lstatSync(place).isFile()).toBe(true)
  })

  it('stays usable without symbolic links', async () => {
    await pull(hub, cache, { env: { HF_HUB_DISABLE_SYMLINKS: '1' } })
    const place = join(repoOf(cache), 'snapshots', COMMIT, GRAPH)
    expect(lstatSync(place).isFile()).toBe(true)
    expect(readdirSync(join(repoOf(cache), 'snapshots', COMMIT, 'onnx'))).toEqual(['model.onnx'])
    const again = await pull(hub, cache, { env: { HF_HUB_DISABLE_SYMLINKS: '1' } })
    expect(again.fetchedBytes).toBe(0)
  })
})

describe('a branch that moved', () => {
  const changed = { ...FILES, 'config.json': Buffer.from('{"hidden_size": 1}') }

  it('is followed; unchanged files are not fetched again, and the old snapshot stays', async () => {
    await pull(hub, cache)
    hub.publish(MODEL, NEXT_COMMIT, changed)
    const pulled = await pull(hub, cache)
    expect(pulled.files.filter(({ state }) => state === 'fetched').map(({ path }) => path)).toEqual([
      'config.json',
    ])
    expect(mainRef(cache)).toBe(NEXT_COMMIT)
    expect(snapshotBytes(cache, NEXT_COMMIT, 'config.json').toString()).toBe('{"hidden_size": 1}')
    expect(snapshotBytes(cache, COMMIT, 'config.json').equals(bytesOf('config.json'))).toBe(true)
  })

  it('stays where it was for readers until everything of the new commit is here', async () => {
    await pull(hub, cache)
    hub.publish(MODEL, NEXT_COMMIT, changed)
    hub.next('hub', /resolve\/b+\/config\.json/, (_, response) => {
      response.writeHead(404, { 'x-error-code': 'EntryNotFound' })
      response.end()
    })
    await refused(pull(hub, cache), 'EMBED_HUB_NOT_FOUND')
    expect(mainRef(cache)).toBe(COMMIT)
  })

  it('moves during the pull without mixing two commits', async () => {
    hub.next('hub', /resolve\/a+\/config\.json/, (_, response) => {
      hub.publish(MODEL, NEXT_COMMIT, changed)
      response.end(bytesOf('config.json'))
    })
    const pulled = await pull(hub, cache)
    expect(pulled.commit).toBe(COMMIT)
    expect(hub.seen.filter(({ path }) => path.includes(NEXT_COMMIT))).toEqual([])
  })
})

describe('a model that cannot be used', () => {
  it('is refused before anything is fetched: no ONNX file, no tokenizer.json', async () => {
    const { [GRAPH]: _, ...withoutGraph } = FILES
    hub.publish(MODEL, COMMIT, withoutGraph)
    const noGraph = await refused(pull(hub, cache), 'EMBED_MODEL_UNSUPPORTED')
    expect(noGraph.message).toContain('has no onnx/model.onnx or model.onnx')
    const { 'tokenizer.json': __, ...withoutTokenizer } = FILES
    hub.publish(MODEL, NEXT_COMMIT, withoutTokenizer)
    const noTokenizer = await refused(pull(hub, cache), 'EMBED_MODEL_UNSUPPORTED')
    expect(noTokenizer.message).toContain('has no tokenizer.json')
    expect(existsSync(cache)).toBe(false)
  })
})

describe('offline', () => {
  it.each([{ HF_HUB_OFFLINE: '1' }, { TRANSFORMERS_OFFLINE: 'yes' }])('%j asks nobody', async (env) => {
    const missing = await refused(pull(hub, cache, { env }), 'EMBED_MODEL_MISSING')
    expect(missing.message).toContain(repoOf(cache))
    expect(missing.remedy).toContain(`pnk models pull ${MODEL}`)
    expect(hub.seen).toEqual([])
    await pull(hub, cache)
    const before = hub.seen.length
    const held = await pull(hub, cache, { env })
    expect(held).toMatchObject({ commit: COMMIT, isCurrent: false, fetchedBytes: 0 })
    expect(hub.seen.length).toBe(before)
  })

  it('names a damaged file', async () => {
    await pull(hub, cache)
    const blob = join(repoOf(cache), 'blobs', sha256(bytesOf(GRAPH)))
    const bytes = readFileSync(blob)
    bytes.fill(0, 400_000, 400_100)
    writeFileSync(blob, bytes)
    const error = await refused(pull(hub, cache, { env: { HF_HUB_OFFLINE: '1' } }), 'EMBED_MODEL_DAMAGED')
    expect(error.message).toContain(GRAPH)
    expect(error.message).toContain('SHA-256')
    expect(error.remedy).toContain(`pnk models pull ${MODEL}`)
  })
})

describe('the cache folder', () => {
  it('is refused inside a knowledge base, and nothing is written there', async () => {
    const kb = tempFolder()
    writeFileSync(join(kb, 'pinakes.toml'), '')
    const inside = join(kb, 'docs/models')
    await refused(pull(hub, inside), 'EMBED_CACHE_INSIDE_KB')
    expect(existsSync(join(kb, 'docs'))).toBe(false)
  })

  it('is refused when its disk is too small, before anything is fetched', async () => {
    hub.next('hub', /\/tree\//, (_, response) => {
      const huge = {
        type: 'file',
        path: GRAPH,
        size: 2 ** 52,
        oid: '1'.repeat(40),
        lfs: { oid: '2'.repeat(64), size: 2 ** 52 },
      }
      const tokenizer = { type: 'file', path: 'tokenizer.json', size: 2, oid: gitHash(Buffer.from('{}')) }
      response.end(JSON.stringify([huge, tokenizer]))
    })
    const error = await refused(pull(hub, cache), 'EMBED_CACHE_WRITE')
    expect(error.message).toContain(`needs ${2 ** 52 + 2} bytes`)
    expect(hub.seen.filter(({ path }) => path.includes('/resolve/'))).toEqual([])
  })

  it('that is a file is named', async () => {
    const file = join(tempFolder(), 'file')
    writeFileSync(file, '')
    const error = await refused(pull(hub, join(file, 'hub')), 'EMBED_CACHE_WRITE')
    expect(error.message).toContain('ENOTDIR')
    expect(statSync(file).size).toBe(0)
  })
})
