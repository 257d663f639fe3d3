import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  haltAfter,
  type LoopbackHub,
  loopbackHub,
  sha256,
  status,
} from '../../../embed/test/hub/loopback-hub.js'
import { COMMIT, GRAPH, MODEL, tinyModel } from '../../../embed/test/hub/model-files.js'
import { addFiles, freshKb, pnk, type Run, type RunOptions, scratch, startPnk } from './pnk.js'

const FILES = tinyModel()
const GRAPH_BYTES = FILES[GRAPH] ?? Buffer.alloc(0)

let hub: LoopbackHub
let home: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, FILES)
  home = scratch()
})

/** Runs `pnk models …` while this process serves the hub. */
async function models(args: readonly string[], { env, ...options }: RunOptions = {}): Promise<Run> {
  const child = startPnk(['models', ...args], {
    ...options,
    env: { HF_ENDPOINT: hub.endpoint, HF_HOME: home, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = await new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return { status: ended, stdout, stderr }
}

/** A knowledge base whose manifest names an embedder and a reranker of the hub. */
function kbOfHubModels(): string {
  const kb = freshKb()
  const manifest = readFileSync(join(kb, 'pinakes.toml'), 'utf8')
  const named = manifest
    .replace(/(\[embedding\][^[]*?)provider = "[^"]*"/, '$1provider = "fastembed"')
    .replace(/(\[embedding\][^[]*?)model = "[^"]*"/, `$1model = "${MODEL}"`)
    .replace(/(\[rerank\][^[]*?)provider = "[^"]*"/, '$1provider = "fastembed"')
    .replace(/(\[rerank\][^[]*?)model = "[^"]*"/, '$1model = "acme/second"')
  addFiles(kb, { 'pinakes.toml': named })
  return kb
}

function blob(path: string): string {
  return join(home, 'hub/models--acme--tiny/blobs', sha256(FILES[path] ?? Buffer.alloc(0)))
}

describe('pnk models pull', () => {
  it('fetches, says what and where, and writes nothing to stderr when piped', async () => {
    const done = await models(['pull', MODEL])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toMatch(
      new RegExp(`^${MODEL} at aaaaaaaaaaaa \\(main\\): 4 files, 507 kB; fetched 507 kB\nin ${home}.*\n$`),
    )
    const again = await models(['pull', MODEL])
    expect(again.stdout).toContain('all of it was here and whole')
  })

  it('on a terminal shows one bar for all files on stderr, and gives the line back', async () => {
    const preload = join(scratch(), 'terminal.cjs')
    writeFileSync(
      preload,
      `Object.defineProperty(process.stderr, 'isTTY', { value: true })
       process.stderr.columns = 100
       process.stderr.getWindowSize = () => [100, 40]`,
    )
    const options = { nodeArgs: ['--require', preload], env: { TERM: 'xterm' } }
    const done = await models(['pull', MODEL, '--json'], options)
    expect(done.status, done.stderr).toBe(0)
    expect(JSON.parse(done.stdout).models).toHaveLength(1)
    expect(done.stderr).toMatch(/░.*0 B of 507 kB · .*acme\/tiny/)
    expect(done.stderr).toContain('507 kB of 507 kB')
    expect(done.stderr.endsWith('\u001b[2K')).toBe(true)
    const quiet = await models(['pull', MODEL], {
      ...options,
      env: { TERM: 'xterm', CI: '1', HF_HOME: scratch() },
    })
    expect(quiet.stderr).toBe('')
  })

  it('--json has every file and what became of it', async () => {
    const done = await models(['pull', MODEL, '--json', '--revision', COMMIT])
    const { models: pulled } = JSON.parse(done.stdout)
    expect(pulled).toMatchObject([{ model: MODEL, revision: COMMIT, commit: COMMIT, current: true }])
    expect(pulled[0].files).toContainEqual({ path: GRAPH, bytes: GRAPH_BYTES.length, state: 'fetched' })
  })

  it('a refusal is an error with its remedy, in JSON too, and exit 1', async () => {
    const done = await models(['pull', 'acme/none', '--json'])
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(/^error: There is no model acme\/none at /)
    expect(JSON.parse(done.stdout).error.code).toBe('EMBED_HUB_NOT_FOUND')
  })

  it('a wait that the hub asks for is told', async () => {
    hub.next('hub', /revision/, status(429, { 'retry-after': '0' }))
    const done = await models(['pull', MODEL])
    expect(done.status).toBe(0)
    expect(done.stderr).toMatch(/^waiting 0 s: .* takes no more requests for now \(429\)/)
  })

  it('--offline asks nobody', async () => {
    const done = await models(['pull', MODEL, '--offline'])
    expect(done.status).toBe(1)
    expect(done.stderr).toContain(`pnk models pull ${MODEL}`)
    expect(hub.seen).toEqual([])
  })

  it('a signal stops it with 130, and what came is kept', async () => {
    hub.next('storage', /model\.onnx$/, haltAfter(GRAPH_BYTES, 100_000).answer)
    const child = startPnk(['models', 'pull', MODEL], { env: { HF_ENDPOINT: hub.endpoint, HF_HOME: home } })
    const ended = new Promise((resolve) => child.on('close', resolve))
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    while (hub.ranges(GRAPH).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(stderr).toContain('run the same command again to go on')
    expect((await models(['pull', MODEL])).status).toBe(0)
  })

  it('without a name pulls what the manifest names, embedder and reranker', async () => {
    hub.publish('acme/second', COMMIT, FILES)
    const done = await models(['pull', '--json'], { cwd: kbOfHubModels() })
    expect(done.status, done.stderr).toBe(0)
    expect(JSON.parse(done.stdout).models.map(({ model }: { model: string }) => model)).toEqual([
      MODEL,
      'acme/second',
    ])
  })

  it('without a name in a knowledge base with the built-in model has nothing to do', async () => {
    const done = await models(['pull'], { cwd: freshKb() })
    expect(done).toMatchObject({
      status: 0,
      stdout: 'nothing to fetch: the model comes with this installation\n',
    })
    expect(hub.seen).toEqual([])
  })

  it('refuses a cache inside of a knowledge base', async () => {
    const kb = freshKb()
    const done = await models(['pull', MODEL], { env: { HF_HOME: join(kb, 'docs') } })
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('inside the knowledge base')
    expect(existsSync(join(kb, 'docs/hub'))).toBe(false)
  })

  it.each([
    [['--revision', 'v1'], /--revision is of one model/],
    [['a', 'b'], /b/],
  ])('refuses %j as a usage error', async (args, message) => {
    const done = await models(['pull', ...args])
    expect(done.status).toBe(2)
    expect(done.stderr).toMatch(message)
  })
})

describe('pnk models ls and verify', () => {
  it('list and check what is there; a fault comes with its fix, which works', async () => {
    await models(['pull', MODEL])
    const listed = await models(['ls'])
    expect(listed.stdout).toMatch(
      /^pinakes\/static-en\tinstalled\tstatic\t[\d.]+ MB\nacme\/tiny\taaaaaaaaaaaa \(main\)\tfloat32\t507 kB\n$/,
    )
    expect(await models(['verify'])).toMatchObject({ status: 0, stderr: '' })
    truncateSync(blob(GRAPH), 1000)
    const faulty = await models(['verify', MODEL])
    expect(faulty.status).toBe(1)
    expect(faulty.stdout).toBe(
      `acme/tiny at aaaaaaaaaaaa (main): not whole\n  ${GRAPH}: it has 1000 bytes instead of ${GRAPH_BYTES.length}\n` +
        '  to mend it: pnk models pull acme/tiny\n',
    )
    const json = JSON.parse((await models(['verify', '--json'])).stdout)
    expect(json.models.map(({ model, whole }: { model: string; whole: boolean }) => [model, whole])).toEqual([
      ['pinakes/static-en', true],
      [MODEL, false],
    ])
    expect((await models(['pull', MODEL])).stdout).toContain('1 damaged file replaced')
    expect((await models(['verify'])).status).toBe(0)
  })

  it('verify of a model that is not here says how to get it', async () => {
    const done = await models(['verify', MODEL])
    expect(done.status).toBe(1)
    expect(done.stderr).toContain(`pnk models pull ${MODEL}`)
  })

  it('verify of what cannot be a model suggests no pull that would be refused', async () => {
    for (const name of ['../../etc', 'a/b/c', `acme/${'x'.repeat(1000)}`]) {
      const done = await models(['verify', name])
      expect(done).toMatchObject({ status: 1, stdout: '' })
      expect(done.stderr).toMatch(/^error: ".+" is not the id of a Hugging Face model/)
      expect(done.stderr).not.toContain('models pull')
      expect(done.stderr.length).toBeLessThan(400)
    }
  })

  it('ls --all has the models of other programs, with what they lack', async () => {
    addFiles(home, { [`hub/models--acme--other/snapshots/${COMMIT}/config.json`]: '{}' })
    expect((await models(['ls'])).stdout).not.toContain('acme/other')
    expect((await models(['ls', '--all'])).stdout).toContain('not usable: it has no onnx/model.onnx')
    const json = JSON.parse((await models(['ls', '--all', '--json'])).stdout)
    expect(json.cache).toBe(join(home, 'hub'))
    expect(json.models.at(-1)).toMatchObject({ model: 'acme/other', weights: [], commit: COMMIT })
  })
})

describe('pnk doctor', () => {
  it('reads every byte of the models that the manifest names, as far as they are here', async () => {
    const cwd = kbOfHubModels()
    await models(['pull', MODEL])
    const rows = () => {
      const { stdout } = pnk(['doctor', '--json'], { cwd, env: { HF_HOME: home } })
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; status: string; detail: string; remedy: string }[]
      }
      return checks.filter(({ name }) => name === 'model cache')
    }
    expect(rows()).toMatchObject([
      { status: 'OK', detail: expect.stringContaining('4 files, 507 kB verified') },
    ])
    truncateSync(blob(GRAPH), 1000)
    expect(rows()).toMatchObject([
      {
        status: 'FAIL',
        detail: expect.stringContaining('1000 bytes instead of'),
        remedy: expect.stringContaining(`pnk models pull ${MODEL}`),
      },
    ])
  })
})

describe('pnk models import', () => {
  it('takes a folder from another machine, asks nobody, and the model is found', async () => {
    await models(['pull', MODEL])
    const elsewhere = scratch()
    const done = await models(['import', join(home, 'hub/models--acme--tiny'), '--json'], {
      env: { HF_HOME: elsewhere, HF_ENDPOINT: 'http://127.0.0.1:1' },
    })
    expect(JSON.parse(done.stdout)).toMatchObject({ model: MODEL, commit: COMMIT, weights: ['float32'] })
    const held = await models(['pull', MODEL, '--offline'], { env: { HF_HOME: elsewhere } })
    expect(held.stdout).toContain('the hub was not asked')
  })

  it('without tokenizer.json is refused with what to bring', async () => {
    const folder = scratch()
    addFiles(folder, FILES)
    rmSync(join(folder, 'tokenizer.json'))
    writeFileSync(join(folder, 'config.json'), '<html>')
    const done = await models(['import', folder, '--model', MODEL])
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('tokenizer.json: it is not there; config.json: it is a web page')
    expect(done.stderr).toContain(`${hub.endpoint}/${MODEL}/tree/main`)
  })
})

describe('pnk models', () => {
  it('alone says what there is below it', async () => {
    const done = await models([])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    for (const name of ['ls', 'pull', 'verify', 'import']) expect(done.stdout).toContain(`models ${name}`)
  })

  it('with an unknown word names the known ones', async () => {
    const done = await models(['rm'])
    expect(done.status).toBe(2)
    expect(done.stderr).toContain('no such command: models rm')
    expect(done.stderr).toContain('models pull')
  })
})

describe('a model that comes with the installation', () => {
  it.each(['pinakes/static-en', 'pinakes/static-rerank-en'])(
    '%s is whole, and nothing is fetched',
    async (id) => {
      expect(await models(['verify', id])).toMatchObject({ status: 0, stdout: `${id}: 1 file whole\n` })
      expect((await models(['pull', id])).stdout).toContain('nothing to fetch')
      expect(hub.seen).toEqual([])
      expect(existsSync(join(home, 'hub'))).toBe(false)
    },
  )
})
