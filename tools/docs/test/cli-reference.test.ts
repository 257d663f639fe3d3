import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../../packages/cli/src/registry.js'
import { cliReference, REFERENCE_PATH } from '../cli-reference.js'

describe('docs/cli.md', () => {
  it('is what the commands say now (else: node_modules/.bin/tsx tools/docs/cli-reference.ts)', async () => {
    expect(readFileSync(REFERENCE_PATH, 'utf8')).toBe(await cliReference())
  })
})

describe('every command', () => {
  it.each(COMMANDS.map((entry) => [entry.id, entry] as const))(
    '%s has summary, description and examples',
    async (id, entry) => {
      const command = await entry.load()
      expect(command.id).toBe(id)
      expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(command.description).toMatch(/\.$/)
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) {
        expect(example).toMatchObject({
          description: expect.stringMatching(/\S/),
          command: expect.stringMatching(/^pnk /),
        })
      }
    },
  )

  it.each(COMMANDS.map((entry) => [entry.id, entry] as const))(
    '%s describes every argument and option',
    async (_, entry) => {
      const { args, flags } = await entry.load()
      for (const described of [...Object.values(args), ...Object.values(flags)]) {
        expect(described.description).toMatch(/^[A-Z]/)
      }
    },
  )
})
