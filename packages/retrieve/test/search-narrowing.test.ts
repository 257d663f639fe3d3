import { describe, expect, it } from 'vitest'
import { pathsOf, useKbs } from './support/use-kbs.js'

const { make, open: opened } = useKbs()

describe('filters', () => {
  it('hold inside both channels, so that a narrow one still fills its share', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`docs/many/${i}.md`, `pump number ${i}, pump pump`]),
    )
    const kb = await opened(await make({ ...many, 'docs/rare/one.md': 'a word about the pump' }))
    const { passages } = await kb.search('pump', { filters: { pathPrefix: 'docs/rare/' } })
    expect(passages.map(({ path, scores }) => [path, scores.bm25Rank, scores.vectorRank])).toEqual([
      ['docs/rare/one.md', 1, 1],
    ])
  })

  it('take _ and % in a path literally, and case too', async () => {
    const kb = await opened(
      await make({
        'docs/a_b.md': 'pump',
        'docs/axb.md': 'pump',
        'docs/100%.md': 'pump',
        'docs/％.md': 'pump',
      }),
    )
    const found = async (pathPrefix: string) => pathsOf(await kb.search('pump', { filters: { pathPrefix } }))
    expect(await found('docs/a_b.md')).toEqual(['docs/a_b.md'])
    expect(await found('docs/100%')).toEqual(['docs/100%.md'])
    expect(await found('docs/%')).toEqual([])
    expect(await found('docs/％')).toEqual(['docs/％.md'])
    expect(await found('Docs/')).toEqual([])
  })

  it('ask for every tag, exactly', async () => {
    const kb = await opened(
      await make({
        'docs/both.md': { text: 'pump', tags: ['water', 'old'] },
        'docs/one.md': { text: 'pump', tags: ['water'] },
        'docs/near.md': { text: 'pump', tags: ['waters', 'Old'] },
      }),
    )
    expect(pathsOf(await kb.search('pump', { filters: { tags: ['water', 'old'] } }))).toEqual([
      'docs/both.md',
    ])
    expect(pathsOf(await kb.search('pump', { filters: { tags: ['water'] } }))).toHaveLength(2)
  })

  it('know source types and whole UTC days', async () => {
    const day = Date.UTC(2026, 0, 31) / 1000
    const kb = await opened(
      await make({
        'docs/early.md': { text: 'pump', mtime: day - 1 },
        'docs/first.md': { text: 'pump', mtime: day },
        'docs/last.md': { text: 'pump', mtime: day + 86_399.9 },
        'docs/late.md': { text: 'pump', mtime: day + 86_400 },
        'docs/code.py': { text: 'pump', mtime: day, sourceType: 'code' },
      }),
    )
    const filters = { modifiedAfter: '20260131', modifiedBefore: '20260131' } as const
    expect(pathsOf(await kb.search('pump', { filters })).sort()).toEqual([
      'docs/code.py',
      'docs/first.md',
      'docs/last.md',
    ])
    expect(pathsOf(await kb.search('pump', { filters: { ...filters, sourceType: 'code' } }))).toEqual([
      'docs/code.py',
    ])
  })
})

describe('shaping', () => {
  const sections = Array.from({ length: 6 }, (_, i) => `## Part ${i}\n\nThe pump of part ${i} is old.`).join(
    '\n\n',
  )
  const library = { 'docs/long.md': `# Long\n\n${sections}`, 'docs/short.md': 'Another pump.' }

  it('returns k passages at most, never more than fusion_top_k, and says so', async () => {
    const kb = await opened(
      await make(library, { retrieval: 'rerank = "none"\nfinal_k = 2\nfusion_top_k = 4' }),
    )
    expect((await kb.search('pump')).passages).toHaveLength(2)
    const { passages, considered, notices } = await kb.search('pump', { k: 1e6 })
    expect([passages.length, considered]).toEqual([4, 4])
    expect(notices[0]).toContain('fusion_top_k = 4')
  })

  it('caps passages of one document and budgets tokens without cutting text', async () => {
    const kb = await opened(await make(library))
    const capped = await kb.search('pump', { maxPerDocument: 1 })
    expect(pathsOf(capped).sort()).toEqual(['docs/long.md', 'docs/short.md'])
    expect(capped.dropped.perDocument).toBe(5)
    const all = await kb.search('pump')
    const budget = (all.passages[0]?.tokenCount ?? 0) + 1
    const tight = await kb.search('pump', { maxTokens: budget })
    expect(tight.tokensReturned).toBeLessThanOrEqual(budget)
    expect(tight.passages.length + tight.omitted.length).toBe(all.passages.length)
    expect(tight.omitted.map(({ citation }) => citation)).toEqual(
      all.passages
        .filter((one) => !tight.passages.some((kept) => kept.chunkId === one.chunkId))
        .map((one) => one.citation),
    )
  })
})
