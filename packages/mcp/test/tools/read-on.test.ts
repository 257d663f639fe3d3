import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Answer, useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()

const LONG = Array.from(
  { length: 120 },
  (_, i) => `## Part ${i} 𝄞\n\n${`word${i} `.repeat(120).trim()}.\n`,
).join('\n')
/** One block that fits no answer. */
const WALL = `# Wall\n\n${Array.from({ length: 25_000 }, (_, i) => `stone${i % 977}`).join(' ')} the-last-stone\n`

async function served(files: Readonly<Record<string, string>>) {
  const kb = await makeKb(files)
  return { kb, ...(await connect([kb])) }
}

/** What stands between the marks. */
function quoted({ text }: Answer): string {
  return /^<(evidence-\w+)>\n(.*)\n<\/\1>$/s.exec(text)?.[2] ?? ''
}

/** The answers, from the first on, until one has all that is left. */
async function readAll(answer: (name: string, args: Answer) => Promise<Answer>, args: Answer) {
  const answers: Answer[] = []
  let next: Answer | undefined = args
  while (next !== undefined && answers.length < 100) {
    const got: Answer = await answer('pinakes_get', next)
    answers.push(got)
    next = got.read_on_with && { ...args, ...got.read_on_with }
  }
  return answers
}

describe('a long document without pages', () => {
  it.each([
    ['many blocks', { 'docs/a.md': LONG }, {}],
    ['many blocks, in small answers', { 'docs/a.md': LONG }, { max_tokens: 900 }],
    ['one block that fits no answer', { 'docs/a.md': WALL }, {}],
    ['one block, in small answers', { 'docs/a.md': WALL }, { max_tokens: 4000 }],
  ])('is read to its end by read_on_with: %s', async (_, files, limits) => {
    const { kb, answer } = await served(files)
    const [first, ...others] = await readAll(answer, { doc_id: kb.idOf('docs/a.md'), ...limits })
    expect(others.length).toBeGreaterThan(0)
    const whole = [...files['docs/a.md']]
    let end = [...quoted(first ?? {})].length
    expect(quoted(first ?? {})).toBe(whole.slice(0, end).join(''))
    for (const part of others) {
      const [, from, to] = /^docs\/a\.md:(\d+)-(\d+)$/.exec(part.citation) ?? []
      expect(quoted(part)).toBe(whole.slice(Number(from), Number(to)).join(''))
      expect(Number(from)).toBeLessThanOrEqual(end)
      expect(Number(to)).toBeGreaterThan(end)
      end = Number(to)
    }
    expect(end).toBe(whole.length)
    expect(others.at(-1)?.notices).toEqual([])
  })

  it('can be read from the passage that a search found', async () => {
    const { answer } = await served({ 'docs/a.md': LONG, 'docs/b.md': '# B\n' })
    const { passages } = await answer('pinakes_search', { query: 'word118', k: 1 })
    const [{ chunk_id, doc_id }] = passages
    const part = await answer('pinakes_get', { doc_id: chunk_id })
    expect(part.id).toBe(doc_id)
    expect(quoted(part)).toMatch(/^## Part 118 .*word119\.\n$/s)
  })

  it('is not skipped where max_tokens is too small for a passage', async () => {
    const { answer } = await served({ 'docs/a.md': LONG })
    const { passages } = await answer('pinakes_search', { query: 'word3', k: 1 })
    const part = await answer('pinakes_get', { doc_id: passages[0].chunk_id, max_tokens: 1 })
    expect(part).not.toHaveProperty('read_on_with')
    expect(part.notices).toEqual([expect.stringMatching(/^cut: the first 0 .* fit max_tokens; raise it/)])
  })

  it('that has changed is read on as it was indexed, and says so', async () => {
    const { kb, answer } = await served({ 'docs/a.md': LONG })
    const { passages } = await answer('pinakes_search', { query: 'word118', k: 1 })
    kb.write('docs/a.md', `Something new.\n\n${LONG}`)
    const part = await answer('pinakes_get', { doc_id: passages[0].chunk_id })
    expect(quoted(part)).toMatch(/^## Part 118 /)
    expect(part.notices).toEqual([expect.stringContaining('this is the text that was indexed')])
    const whole = await answer('pinakes_get', { doc_id: kb.idOf('docs/a.md'), max_tokens: 900 })
    expect(quoted(whole)).toMatch(/^Something new/)
    expect(whole).not.toHaveProperty('read_on_with')
  })

  it('whose file leads out of the knowledge base is given by single passages', async () => {
    const { kb, answer, failure } = await served({ 'docs/a.md': LONG })
    const { passages } = await answer('pinakes_search', { query: 'word118', k: 1 })
    rmSync(join(kb.root, 'docs/a.md'))
    symlinkSync('/etc/hosts', join(kb.root, 'docs/a.md'))
    const { error } = await failure('pinakes_get', { doc_id: kb.idOf('docs/a.md') })
    expect(error).toMatchObject({
      reason: 'RETRIEVE_OUTSIDE_KB',
      remedy: expect.stringContaining('chunk ids'),
    })
    const part = await answer('pinakes_get', { doc_id: passages[0].chunk_id })
    expect(quoted(part)).toMatch(/^## Part 118 /)
    expect(quoted(part)).not.toContain('Part 119')
    expect(part.notices).toContainEqual(expect.stringMatching(/^only this passage is given/))
  })

  it('has no pages to choose, from a passage on either', async () => {
    const { answer, failure } = await served({ 'docs/a.md': LONG })
    const { passages } = await answer('pinakes_search', { query: 'word3', k: 1 })
    const { error } = await failure('pinakes_get', { doc_id: passages[0].chunk_id, page_start: 1 })
    expect(error.reason).toBe('SERVE_PAGES_INVALID')
  })

  it('is not found by the id of a passage that is gone', async () => {
    const { failure } = await served({ 'docs/a.md': LONG })
    const { error } = await failure('pinakes_get', { doc_id: `ck_${'a'.repeat(26)}` })
    expect(error.reason).toBe('SERVE_DOCUMENT_UNKNOWN')
  })
})
