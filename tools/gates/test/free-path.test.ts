import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedRun } from '../paid/recorded-run.js'
import { serverInput } from '../paid/server-input.js'
import { REPO_ROOT } from '../workspace.js'

const PNK = join(REPO_ROOT, 'packages/cli/bin/run.js')
const ASK_SERVER = join(REPO_ROOT, 'tools/gates/paid/ask-server.mjs')

const QUESTIONS = `questions:
  - {question: which wheel drives the mill, kind: simple-lookup, expect: [docs/mill.md]}
  - {question: which wheel drives the airport, kind: no-answer}
`

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-free-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the free path, run for real under the recorder', () => {
  it('loads no paid client and opens no connection, from init to search', () => {
    const kb = join(folder, 'kb')
    const steps: readonly (readonly string[])[] = [
      ['init', kb],
      ['templates'],
      ['sync', '--kb', kb],
      ['search', '--kb', kb, 'which wheel drives the mill'],
      ['ask', '--kb', kb, 'which wheel drives the mill', '--format', 'md'],
      ['get', '--kb', kb, 'docs/mill.md'],
      ['ls', '--kb', kb],
      ['eval', '--kb', kb, '--html', join(folder, 'eval.html')],
      ['calibrate', '--kb', kb],
      ['doctor', '--kb', kb],
      ['sync', '--kb', kb, '--rebuild'],
    ]
    for (const [index, step] of steps.entries()) {
      if (index === 1) {
        cpSync(join(REPO_ROOT, 'README.md'), join(kb, 'docs/readme.md'))
        writeFileSync(join(kb, 'docs/mill.md'), '# The mill\n\nAn overshot wheel drives the mill.\n')
        writeFileSync(join(kb, 'eval/questions.yaml'), QUESTIONS)
      }
      const run = recordedRun([PNK, ...step], folder)
      expect(run.status, `pnk ${step[0]}: ${run.stderr}`).toBe(0)
      expect(run.network, `pnk ${step[0]}`).toEqual([])
      expect(run.paidClients, `pnk ${step[0]}`).toEqual([])
      expect(run.modules.some((path) => path.endsWith('packages/cli/bin/run.js'))).toBe(true)
      if (step[0] === 'search') {
        expect(run.stdout).toContain('docs/mill.md')
        expect(run.modules.some((path) => path.includes('better-sqlite3'))).toBe(true)
      }
    }
  })
})

describe('pnk serve, run for real under the recorder', () => {
  it('loads no paid client and opens no connection, whatever it is asked', () => {
    const kb = join(folder, 'served')
    expect(recordedRun([PNK, 'init', kb], folder).status).toBe(0)
    writeFileSync(join(kb, 'docs/mill.md'), '# The mill\n\nAn overshot wheel drives the mill.\n')
    expect(recordedRun([PNK, 'sync', '--kb', kb], folder).status).toBe(0)
    const messages = serverInput([['pinakes_search', { query: 'mill' }]])
    const run = recordedRun([ASK_SERVER, PNK, kb, messages], folder)
    expect(run.status, run.stderr).toBe(0)
    expect(run.stdout).toContain('overshot wheel')
    expect(run.modules.some((path) => path.includes('better-sqlite3'))).toBe(true)
    expect(run.network).toEqual([])
    expect(run.paidClients).toEqual([])
  })
})

describe('the recorder can fail', () => {
  const plant = (body: string): string => {
    const script = join(folder, `planted-${Math.random().toString(36).slice(2)}.mjs`)
    writeFileSync(script, body)
    return script
  }

  beforeAll(() => {
    const client = join(folder, 'node_modules/@anthropic-ai/sdk')
    mkdirSync(client, { recursive: true })
    writeFileSync(
      join(client, 'package.json'),
      '{"name":"@anthropic-ai/sdk","version":"0.0.0","main":"index.js"}',
    )
    writeFileSync(join(client, 'index.js'), 'module.exports = {}\n')
  })

  it.each([
    ['imported', "await import('@anthropic-ai/sdk')"],
    [
      'required',
      "import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('@anthropic-ai/sdk')",
    ],
    ['asked for though absent', "await import('openai').catch(() => undefined)"],
    [
      'loaded in a worker',
      "import { Worker, isMainThread } from 'node:worker_threads'\nimport { fileURLToPath } from 'node:url'\nif (isMainThread) { const w = new Worker(fileURLToPath(import.meta.url)); await new Promise((done) => w.on('exit', done)) } else await import('@anthropic-ai/sdk')",
    ],
    [
      'loaded in a child process',
      "import { spawnSync } from 'node:child_process'\nspawnSync(process.execPath, ['-e', \"require('@anthropic-ai/sdk')\"], { cwd: import.meta.dirname })",
    ],
  ])('on a paid client that is %s', (_how, body) => {
    expect(recordedRun([plant(body)], folder).paidClients).toHaveLength(1)
  })

  it.each([
    ['fetch', "await fetch('http://127.0.0.1:8999/').catch(() => undefined)"],
    [
      'http',
      "import http from 'node:http'\nawait new Promise((done) => http.get('http://127.0.0.1:9/').on('error', done))",
    ],
    [
      'a name lookup',
      "import { lookup } from 'node:dns/promises'\nawait lookup('localhost').catch(() => undefined)",
    ],
    [
      'a datagram',
      "import dgram from 'node:dgram'\ntry { dgram.createSocket('udp4').send('x', 9, '127.0.0.1') } catch {}\nprocess.exit(0)",
    ],
  ])('on %s', (_how, body) => {
    expect(recordedRun([plant(body)], folder).network.length).toBeGreaterThan(0)
  })
})
