import { ProviderRegistry } from '@pinakes/embed'
import { describe, expect, it } from 'vitest'
import { bagEmbedder } from './support/bag-embedder.js'
import { pathsOf, useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()
/** Nothing loads: the keyword channel has to find it all by itself. */
const KEYWORDS = { providers: new ProviderRegistry() }

const IDENTIFIERS = {
  'DEC-0054': 'The decision DEC-0054 closes the harbour.',
  'PIO-1384': 'Ticket PIO-1384 is about lamps.',
  '2026.4.10': 'Release 2026.4.10 mends the clock.',
  apply_secrets: 'Call apply_secrets before the start.',
  '@scope/pkg': 'It imports @scope/pkg for parsing.',
  'src/a-b/c.ts': 'The bug sits in src/a-b/c.ts since May.',
  'foo.bar()': 'Then foo.bar() returns nothing.',
}
const DECOYS = {
  'docs/decoy-1.md': 'Number 0054 is a locker. 0054, 0054, 0054.',
  'docs/decoy-2.md': 'Ticket 1384 and 2026 and 4 and 10 are numbers.',
  'docs/decoy-3.md': 'Secrets apply to a scope; a pkg has an src; foo and bar.',
  'docs/decoy-4.md': 'DEC is a month; a, b and c are letters.',
}
const identifierDocs = Object.fromEntries(
  Object.values(IDENTIFIERS).map((text, i) => [`docs/right-${i}.md`, text]),
)

describe('identifiers', () => {
  it.each(Object.keys(IDENTIFIERS).map((name, i) => [name, i] as const))(
    'put the document of %s first, quoted or not, with vectors or without',
    async (name, i) => {
      const kb = await make({ ...DECOYS, ...identifierDocs })
      for (const options of [KEYWORDS, { embedder: bagEmbedder() }]) {
        const view = await open(kb, options)
        for (const query of [name, `"${name}"`]) {
          expect(pathsOf(await view.search(query))[0], query).toBe(`docs/right-${i}.md`)
        }
      }
    },
  )
})

describe('the keyword channel alone', () => {
  const TEXTS = {
    'docs/zh.md': '今天我们讨论了向量检索的性能问题',
    'docs/ja.md': '今日はベクトル検索の性能を話し合った',
    'docs/ko.md': '오늘은 벡터 검색의 성능을 논의했다',
    'docs/ru.md': 'Сегодня мы говорили о словаре',
    'docs/el.md': 'Σήμερα μιλήσαμε για το λεξικό',
    'docs/ar.md': 'الكِتَابُ عَلَى الطَّاوِلَةِ',
    'docs/th.md': 'วันนี้เราคุยเรื่องพจนานุกรม',
    'docs/hi.md': 'आज हमने शब्दकोश पर चर्चा की',
    'docs/nfd.md': 'Un cafe\u0301 au lait',
  }

  it.each([
    ['向量检索', 'docs/zh.md'],
    ['讨论', 'docs/zh.md'],
    ['ベクトル検索', 'docs/ja.md'],
    ['벡터', 'docs/ko.md'],
    ['словаре', 'docs/ru.md'],
    ['λεξικό', 'docs/el.md'],
    ['الكِتَابُ', 'docs/ar.md'],
    ['الكتاب', 'docs/ar.md'],
    ['พจนานุกรม', 'docs/th.md'],
    ['शब्दकोश', 'docs/hi.md'],
    ['café', 'docs/nfd.md'],
  ])('finds %s', async (query, path) => {
    const view = await open(await make(TEXTS), KEYWORDS)
    const result = await view.search(query)
    expect(pathsOf(result)[0]).toBe(path)
    expect(result.degraded).toMatch(/^keyword only/)
  })

  it('finds the two-character word 性能 wherever it stands', async () => {
    const view = await open(await make(TEXTS), KEYWORDS)
    expect(pathsOf(await view.search('性能')).sort()).toEqual(['docs/ja.md', 'docs/zh.md'])
  })
})
