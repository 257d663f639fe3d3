import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENTS_SECTION, planSection, SECTION_START } from '../../src/agents/agents-section.js'
import { AGENTS_PATH, SKILL_PATH, writeAgentFiles } from '../../src/agents/write-agent-files.js'
import { tempDir } from '../templates/temp-dir.js'

const bytesOf = (root: string, path: string) => readFileSync(join(root, path))

describe('writeAgentFiles', () => {
  it('writes both files into a folder that has neither', async () => {
    const root = tempDir()
    expect(await writeAgentFiles(root)).toEqual({
      created: [AGENTS_PATH, SKILL_PATH],
      appended: [],
      kept: [],
      warnings: [],
    })
    expect(bytesOf(root, AGENTS_PATH).toString()).toBe(AGENTS_SECTION)
    expect(bytesOf(root, SKILL_PATH).toString()).toMatch(/^---\nname: pinakes\ndescription: \S/)
  })

  it('changes nothing the second time, and nothing that was edited since', async () => {
    const root = tempDir()
    await writeAgentFiles(root)
    const edited = bytesOf(root, AGENTS_PATH).toString().replace('evidence', 'only evidence')
    writeFileSync(join(root, AGENTS_PATH), edited)
    writeFileSync(join(root, SKILL_PATH), 'mine')
    expect(await writeAgentFiles(root)).toMatchObject({
      created: [],
      appended: [],
      kept: [AGENTS_PATH, SKILL_PATH],
    })
    expect(bytesOf(root, AGENTS_PATH).toString()).toBe(edited)
    expect(bytesOf(root, SKILL_PATH).toString()).toBe('mine')
  })

  it('adds the section behind what is there, once, every byte of which stays', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const root = tempDir({ [AGENTS_PATH]: text })
        const before = bytesOf(root, AGENTS_PATH)
        await writeAgentFiles(root)
        await writeAgentFiles(root)
        const after = bytesOf(root, AGENTS_PATH)
        expect(after.subarray(0, before.length).equals(before)).toBe(true)
        const starts = after.toString().split(SECTION_START).length - 1
        expect(starts).toBe(text.includes('\u0000') ? 0 : 1)
      }),
      { numRuns: 60 },
    )
  })

  it('writes through a link inside, and never out of the knowledge base', async () => {
    const outside = tempDir({ 'theirs.md': '# Theirs\n' })
    const inside = tempDir({ 'CLAUDE.md': '# Mine\n' })
    symlinkSync('CLAUDE.md', join(inside, AGENTS_PATH))
    expect(await writeAgentFiles(inside)).toMatchObject({ appended: [AGENTS_PATH] })
    expect(bytesOf(inside, 'CLAUDE.md').toString()).toBe(`# Mine\n\n${AGENTS_SECTION}`)
    expect(lstatSync(join(inside, AGENTS_PATH)).isSymbolicLink()).toBe(true)

    const root = tempDir()
    symlinkSync(join(outside, 'theirs.md'), join(root, AGENTS_PATH))
    symlinkSync(outside, join(root, '.claude'))
    const result = await writeAgentFiles(root)
    expect(result).toMatchObject({ created: [], appended: [] })
    expect(result.warnings).toHaveLength(2)
    expect(readdirSync(outside)).toEqual(['theirs.md'])
    expect(bytesOf(outside, 'theirs.md').toString()).toBe('# Theirs\n')
  })

  it('leaves alone what is no file, and what is in its way', async () => {
    const root = tempDir({ '.claude': 'a file' })
    mkdirSync(join(root, AGENTS_PATH))
    const { created, warnings } = await writeAgentFiles(root)
    expect(created).toEqual([])
    expect(warnings.join('\n')).toMatch(/AGENTS\.md is no file.*\n.*is no directory/)
  })
})

describe('planSection', () => {
  it('keeps the line ends of the file', () => {
    const plan = planSection(Buffer.from('# Rules\r\nBe brief.\r\n'))
    expect(plan).toMatchObject({ kind: 'append', text: expect.stringMatching(/^\r\n<!-- pinakes -->\r\n/) })
    expect('text' in plan && /(?<!\r)\n/.test(plan.text)).toBe(false)
  })

  it('leaves another encoding alone', () => {
    expect(planSection(Buffer.from('# Rules', 'utf16le'))).toEqual({ kind: 'foreign' })
    expect(planSection(Uint8Array.of(0x63, 0xe9))).toEqual({ kind: 'foreign' })
  })
})
