import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempDir } from './temp-dir.js'

const loop = fileURLToPath(new URL('fixtures/write-loop.ts', import.meta.url))

async function killAfter(directory: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', loop, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  await once(child.stdout, 'data')
  await setTimeout(ms)
  child.kill('SIGKILL')
  await gone
}

test('a writer killed at any moment leaves whole files, and left-overs that are known by their names', async () => {
  for (const ms of [0, 3, 7, 12, 20]) {
    const root = tempDir()
    await killAfter(root, ms)
    for (const name of readdirSync(root)) {
      const text = readFileSync(join(root, name), 'utf8')
      if (name === 'replaced') expect(text).toMatch(/^(\d)\1{199999}$/)
      else if (name.startsWith('created-') && !name.endsWith('.new')) expect(text).toBe('x'.repeat(50_000))
      else expect(name).toMatch(/^(replaced|created-\d+)\.\d+\.[0-9a-f]{12}\.new$/)
    }
    expect(readdirSync(root)).toContain('replaced')
  }
})
