import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseToml } from '@pinakes/manifest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGENTS_SECTION } from '../../../packages/cli/src/agents/agents-section.js'
import { COMMANDS } from '../../../packages/cli/src/registry.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = join(ROOT, 'packages/cli/bin/run.js')
const PAGE = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8')
const SKILL = readFileSync(join(ROOT, 'packages/cli/skills/pinakes/SKILL.md'), 'utf8')

interface ServerEntry {
  readonly command: string
  readonly args: readonly string[]
}

/** Every configuration of the page, as a client would read it: by section, the one server in it. */
function configurations(): (readonly [string, ServerEntry])[] {
  return [...PAGE.matchAll(/^### (.+)$([\s\S]*?)(?=^##)/gm)].flatMap(([, client = '', text = '']) =>
    [...text.matchAll(/^```(json|toml)\n([\s\S]*?)^```$/gm)].map(([, language, block = '']) => {
      const parsed: unknown = language === 'json' ? JSON.parse(block) : tomlOf(block)
      const [servers] = Object.values(parsed as Record<string, Record<string, ServerEntry>>)
      return [client, servers?.pinakes ?? { command: '', args: [] }] as const
    }),
  )
}

function tomlOf(text: string): unknown {
  const reading = parseToml(text)
  if ('fault' in reading) throw new Error(reading.fault.message)
  return reading.table
}

let kb = ''
beforeAll(() => {
  kb = join(mkdtempSync(join(tmpdir(), 'pnk-agents-')), 'notes')
  run('init', '--agents', kb)
  writeFileSync(join(kb, 'docs/pump.md'), '# Pump\n\nAda repairs the pump.\n')
  run('sync', '--kb', kb)
})
afterAll(() => rmSync(join(kb, '..'), { recursive: true, force: true }))

function run(...args: string[]): string {
  const { PATH, HOME } = process.env
  const done = spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8', env: { PATH, HOME } })
  if (done.status !== 0) throw new Error(`pnk ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

/** Starts a server as a client does, asks it one question, and ends it by closing its stdin. */
async function ask(args: readonly string[], query: string): Promise<{ tools: string[]; text: string }> {
  const { PATH, HOME } = process.env
  const server = spawn(process.execPath, [BIN, ...args], {
    env: { PATH, HOME },
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: tmpdir(),
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const answers = createInterface(server.stdout)[Symbol.asyncIterator]()
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const call = async (id: number, method: string, params: object) => {
    send({ id, method, params })
    for (;;) {
      const { value, done } = await answers.next()
      if (done) throw new Error(`the server ended before it answered ${method}`)
      const message = JSON.parse(value as string) as { id?: number; result?: Record<string, unknown> }
      if (message.id === id) return message.result ?? {}
    }
  }
  try {
    const clientInfo = { name: 'test', version: '0' }
    await call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    send({ method: 'notifications/initialized' })
    const { tools } = await call(2, 'tools/list', {})
    const found = await call(3, 'tools/call', { name: 'pinakes_search', arguments: { query } })
    const [block] = found.content as { text: string }[]
    return { tools: (tools as { name: string }[]).map(({ name }) => name), text: block?.text ?? '' }
  } finally {
    server.stdin.end()
    await exited
  }
}

describe('docs/agents.md', () => {
  it('has a configuration for each client, all of which start the same server', () => {
    const found = configurations()
    expect(new Set(found.map(([client]) => client))).toEqual(
      new Set(['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex', 'Other clients']),
    )
    for (const [, { command, args }] of found) {
      const typed = [command, ...args].join(' ').replace('npx -y @pinakes/cli', 'pnk')
      expect(typed).toBe('pnk serve /home/me/notes')
    }
  })

  it('leads to an answer from the folder, with the tools that it names', async () => {
    const [[, { args }] = ['', { args: [] }]] = configurations()
    const { tools, text } = await ask(
      args.map((arg) => arg.replace('/home/me/notes', kb)),
      'who repairs the pump',
    )
    const named = [...PAGE.matchAll(/^\| `(pinakes_\w+)` \|/gm)].map(([, name]) => name)
    expect(tools.sort()).toEqual(named.sort())
    expect(text).toContain('docs/pump.md')
  })
})

describe('the files for agents', () => {
  it('are written by pnk init --agents, and the package ships the skill', () => {
    expect(readFileSync(join(kb, 'AGENTS.md'), 'utf8')).toBe(AGENTS_SECTION)
    expect(readFileSync(join(kb, '.claude/skills/pinakes/SKILL.md'), 'utf8')).toBe(SKILL)
    const { files } = JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8'))
    expect(files).toContain('skills')
    const before = readFileSync(join(kb, 'pinakes.toml'), 'utf8')
    expect(run('init', '--agents', kb)).toContain('AGENTS.md left as it is')
    expect(readFileSync(join(kb, 'pinakes.toml'), 'utf8')).toBe(before)
  })

  it('have a head that loaders of skills take', () => {
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(SKILL) ?? []
    const { name, description } = Object.fromEntries(
      head.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
    )
    expect(name).toMatch(/^[a-z0-9-]{1,64}$/)
    expect(description?.length).toBeGreaterThan(50)
    expect(description?.length).toBeLessThanOrEqual(1024)
  })

  it('name commands and options that are there', async () => {
    const known = new Map(
      await Promise.all(COMMANDS.map(async ({ id, load }) => [id as string, (await load()).flags] as const)),
    )
    const typed = [...`${PAGE}\n${SKILL}\n${AGENTS_SECTION}`.matchAll(/(?:^|`|… )pnk ([a-z][^`\n#]*)/gm)]
    expect(typed.length).toBeGreaterThan(25)
    for (const [, line = ''] of typed) {
      const words = line.trim().split(/\s+/)
      const id = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => known.has(name))
      expect(id, `pnk ${line}`).toBeDefined()
      const options = words.flatMap((word) => /^--([a-z-]+)$/.exec(word)?.[1] ?? [])
      for (const option of options) expect(Object.keys(known.get(id ?? '') ?? {}), line).toContain(option)
    }
  })

  it('name fields that an answer has', () => {
    const answer = run('search', 'who repairs the pump', '--json', '--kb', kb)
    for (const field of ['confidence', 'confidence_reason', 'degraded', 'changed_since_index', 'omitted']) {
      expect(SKILL).toContain(`\`${field}\``)
      expect(answer).toContain(`"${field}"`)
    }
    expect(answer).toContain('"instruction_like"')
  })
})
