import {
  DEFAULT_STATIC_MODEL,
  DEFAULT_STATIC_RERANKER,
  type Embedder,
  loadEmbedder,
  ProviderRegistry,
} from '@pinakes/embed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsOf, useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()
/** Nothing loads: the keyword channel has to find it all by itself. */
const KEYWORDS = { providers: new ProviderRegistry() }

/** The paths that a query finds, best first. */
type Ask = (query: string) => Promise<string[]>

function documentsOf(texts: readonly string[], decoys: readonly string[]): Record<string, string> {
  return Object.fromEntries([
    ...texts.map((text, i) => [`docs/right-${i}.md`, text] as const),
    ...decoys.map((text, i) => [`docs/decoy-${i}.md`, text] as const),
  ])
}

/** A knowledge base with one document for each text, beside `decoys`; asked by keywords alone. */
async function keywordKb(texts: readonly string[], decoys: readonly string[] = []): Promise<Ask> {
  const view = await open(await make(documentsOf(texts, decoys)), KEYWORDS)
  return async (query) => pathsOf(await view.search(query))
}

let builtIn: Embedder
beforeAll(async () => {
  builtIn = await loadEmbedder({ ...DEFAULT_STATIC_MODEL, revision: null, offline: true })
})
afterAll(() => builtIn.close())

/** The same, asked as a new knowledge base is: by keywords and the built-in models. */
async function newKb(texts: readonly string[], decoys: readonly string[] = []): Promise<Ask> {
  const kb = await make(documentsOf(texts, decoys), { embedder: builtIn, retrieval: 'rerank = "local"' })
  const { provider, model } = DEFAULT_STATIC_RERANKER
  kb.manifest({ rerank: `provider = "${provider}"\nmodel = "${model}"`, retrieval: 'rerank = "local"' })
  const view = await open(kb, {})
  return async (query) => {
    const result = await view.search(query)
    expect(result.channels.filter(({ ran }) => ran).map(({ channel }) => channel)).toContain('rerank')
    return pathsOf(result)
  }
}

const WAYS = [
  ['keywords alone', keywordKb],
  ['the built-in models', newKb],
] as const

/** What people type, with the text in which it stands; what could be an operator is nothing but text. */
const TYPED: readonly (readonly [string, string])[] = [
  ["don't panic", "Rule one: don't panic when the siren sounds."],
  ["O'Brien", "The form was signed by O'Brien in ink."],
  ["l'été", "Nous passons l'été au bord de la mer."],
  ['“smart quotes”', 'The editor makes “smart quotes” of straight ones.'],
  ['a/b testing', 'They favour a/b testing of headlines.'],
  ['GB/s', 'Throughput peaks at nine GB/s here.'],
  ['ubuntu 20.04', 'The host runs ubuntu 20.04 still.'],
  ['x, y', 'Give the pair as x, y in metres.'],
  ['status: done', 'Set status: done on closing.'],
  ['title:harbour', 'The field title:harbour is stored raw.'],
  ['"unbalanced', 'She wrote "unbalanced and went home.'],
  ['f(x', 'Evaluate f(x) at zero.'],
  ['blah=', 'Leave blah=12 alone.'],
  ['key=value', 'Each line is key=value in that file.'],
  ['NEAR(alpha beta)', 'Old engines read NEAR(alpha beta) as a window.'],
  ['alpha NOT gamma', 'We ship alpha NOT gamma this year.'],
  ['wild*', 'The star in wild* is only a star.'],
  ['^caret', 'A leading ^caret marks the start.'],
  ['-rf', 'Never type -rf after midnight.'],
  ['--force-with-lease', 'Push by --force-with-lease if you must.'],
  ['50%', 'A discount of 50% was granted.'],
  ['$HOME', 'Expand $HOME before the call.'],
  ['~/.bashrc', 'Edit ~/.bashrc by hand.'],
  ['<blink>', 'The tag <blink> was dropped.'],
  ['R&D', 'Spent by R&D last quarter.'],
  ['AT&T', 'The line belongs to AT&T today.'],
  ['10:30', 'Doors open at 10:30 sharp.'],
  ['2026-04-10', 'Due on 2026-04-10 at noon.'],
  ['1,000', 'Exactly 1,000 crates arrived.'],
  ['3.14', 'The ratio is near 3.14 they say.'],
  ['192.168.0.1', 'The gateway answers at 192.168.0.1 only.'],
  ['keeper@skerrow.example', 'Write to keeper@skerrow.example for keys.'],
  ['https://skerrow.example/a?b=c#d', 'See https://skerrow.example/a?b=c#d for tides.'],
  ['C:\\temp\\log', 'Dumps lie in C:\\temp\\log for a week.'],
  ['\\d+', 'The pattern \\d+ eats digits.'],
  ['C++', 'The driver was ported to C++ in spring.'],
  ['C#', 'The client is plain C# code.'],
  ['.NET', 'It needs .NET on every desk.'],
  ['node.js', 'Scripts run under node.js alone.'],
  ['H₂O', 'The flask holds H₂O and salt.'],
  ['½ cup', 'Add ½ cup of flour.'],
  ['№ 7', 'Locker № 7 is jammed.'],
  ['Ｆｕｌｌｗｉｄｔｈ', 'The word fullwidth was typed narrow.'],
  ['state‑of‑the‑art', 'A state-of-the-art winch.'],
  ['naïve', 'A naive reader would agree.'],
  ['STRASSE', 'Die Straße ist gesperrt.'],
]

describe('whatever is typed', () => {
  it.each(WAYS)('is text: the document that holds it comes first, by %s', async (_, kbOf) => {
    const paths = await kbOf(TYPED.map(([, text]) => text))
    for (const [i, [query]] of TYPED.entries()) {
      expect((await paths(query))[0], query).toBe(`docs/right-${i}.md`)
    }
  })

  it.each(['^', '*', '{}', ';--', '"', "''", '()', '():*^"', '\\', '%', '…', '😀', '\u0301'])(
    '%j finds nothing, honestly',
    async (query) => {
      const view = await open(await make({ 'docs/a.md': 'plain words' }), KEYWORDS)
      const result = await view.search(query)
      expect(result).toMatchObject({ passages: [], confidence: 'unknown', confidenceReason: 'no candidates' })
    },
  )
})

/** Names of things, each with a text that has only its parts, many times over. */
const NAMES: readonly (readonly [string, string])[] = [
  ['DEC-0054', '0054 0054 0054, and DEC too'],
  ['PIO-1384', '1384 beside PIO'],
  ['2026.4.10', '2026, then 4, then 10'],
  ['v1.2.3-rc.1', 'v1, 2, 3, rc, 1'],
  ['CVE-2024-3094', 'CVE of 2024, number 3094'],
  ['ISO-9001', 'the ISO has 9001 pages'],
  ['apply_secrets', 'secrets that apply, apply secrets'],
  ['MAX_RETRY_COUNT', 'count each retry up to max'],
  ['@scope/pkg', 'scope of a pkg'],
  ['src/a-b/c.ts', 'src, a, b, c, ts'],
  ['foo.bar()', 'bar before foo, foo then bar'],
  ['std::vector', 'vector of std'],
  ['obj->field', 'field of obj'],
  ['parseHttpHeader', 'parse each http header'],
  ['SHA-256', '256 bits, SHA of them'],
  ['utf-8', '8 of utf'],
  ['RFC5321', '5321 lines of an RFC'],
  ['3f2504e0-4f89-11d3', '11d3 and 4f89 and 3f2504e0'],
]

describe('names of things', () => {
  it.each(WAYS)(
    'come before texts of their parts, quoted or not, and in other cases, by %s',
    async (_, kbOf) => {
      const texts = NAMES.map(([name]) => `The page says ${name} and gives its reason.`)
      const paths = await kbOf(
        texts,
        NAMES.map(([, parts]) => parts),
      )
      for (const [i, [name]] of NAMES.entries()) {
        for (const query of [name, `"${name}"`, `\`${name}\``, `what is ${name}?`, name.toLowerCase()]) {
          expect((await paths(query))[0], query).toBe(`docs/right-${i}.md`)
        }
      }
    },
  )

  it('come before the headings and titles of their parts', async () => {
    const texts = ['The compiler speaks C++ only.', 'It has an a/b switch.', 'Look into src/a-b/c.ts first.']
    const paths = await newKb(texts, [
      '# C\n\nOf c and c.',
      '# A > B\n\nUnder it.',
      '# src a b c ts\n\nParts.',
    ])
    for (const [i, query] of ['C++', 'a/b', 'src/a-b/c.ts'].entries()) {
      expect((await paths(query))[0], query).toBe(`docs/right-${i}.md`)
    }
  })

  it('are found by their parts too', async () => {
    const paths = await keywordKb([
      'It is apply_secrets.',
      'See parseHttpHeader.',
      'Ask @scope/pkg.',
      'It is DEC-0054.',
    ])
    expect(await paths('secrets')).toEqual(['docs/right-0.md'])
    expect(await paths('header')).toEqual(['docs/right-1.md'])
    expect(await paths('pkg')).toEqual(['docs/right-2.md'])
    expect(await paths('0054')).toEqual(['docs/right-3.md'])
  })
})

/** A sentence, and a word of it as it may be typed. */
const SCRIPTS: readonly (readonly [string, string, string])[] = [
  ['Chinese', '今天我们讨论了向量检索的性能问题', '性能'],
  ['Chinese in traditional letters', '這座燈塔的看守人住在島上', '燈塔'],
  ['Japanese kanji', '灯台守は岩の上に住んでいる', '灯台'],
  ['Japanese katakana', 'データベースを再構築する', 'ベース'],
  ['Japanese katakana of half width', 'サーバーを止める', 'ｻｰﾊﾞｰ'],
  ['Japanese hiragana', 'ひらがなだけでかいたぶん', 'かいた'],
  ['Korean', '등대지기는 바위 위에 산다', '바위'],
  ['Korean with a particle', '선박의 목록을 보관한다', '목록'],
  ['Korean, decomposed', '\u1112\u1161\u11ab\u1100\u1173\u11af \u1106\u116e\u11ab\u1109\u1165', '한글'],
  ['Thai', 'วันนี้เราพูดถึงประภาคารบนหิน', 'หิน'],
  ['Lao', 'ມື້ນີ້ພວກເຮົາເວົ້າກ່ຽວກັບເຮືອ', 'ເຮືອ'],
  ['Khmer', 'ថ្ងៃនេះយើងនិយាយអំពីទូក', 'ទូក'],
  ['Burmese', 'ဒီနေ့လှေအကြောင်းပြောတယ်', 'လှေ'],
  ['Latin letters inside Chinese', '我们用Python写了脚本', 'Python'],
  ['Russian', 'Ещё вчера мы говорили о маяке', 'маяке'],
  ['Russian without its dots', 'Чёрный флаг над портом', 'черный'],
  ['Greek', 'Ο φάρος βρίσκεται στον βράχο', 'φάρος'],
  ['Greek in capitals', 'Η θάλασσα είναι ήρεμη', 'ΘΑΛΑΣΣΑ'],
  ['Arabic', 'كَتَبَ الحَارِسُ رِسَالَةً', 'رسالة'],
  ['Arabic with its marks', 'السفينة في الميناء', 'المِينَاء'],
  ['Persian with a joiner', 'کتاب‌ها روی میز است', 'کتاب‌ها'],
  ['Hebrew with its points', 'הַמִּגְדַּלוֹר עַל הַסֶּלַע', 'המגדלור'],
  ['Hindi', 'आज हमने दीपस्तंभ की चर्चा की', 'दीपस्तंभ'],
  ['Bengali', 'বাতিঘরের রক্ষক দ্বীপে থাকে', 'দ্বীপে'],
  ['Tamil', 'கலங்கரை விளக்கம் பாறையில் உள்ளது', 'விளக்கம்'],
  ['Vietnamese', 'Người gác hải đăng sống trên đảo', 'hải đăng'],
  ['Vietnamese without its accents', 'Cửa sổ mở ra biển', 'cua so'],
  ['Turkish', 'Işık kulesi kayanın üstünde', 'ışık'],
  ['German', 'Der Leuchtturmwärter übt täglich', 'Ubt'],
  ['French', 'Le gardien a gagné la forêt', 'foret'],
  ['Polish', 'Łódź stoi w porcie', 'lodz'],
  ['Georgian', 'შუქურა კლდეზე დგას', 'კლდეზე'],
  ['Armenian', 'Փարոսը կանգնած է ժայռի վրա', 'ժայռի'],
  ['decomposed text', 'Un cafe\u0301 au lait', 'café'],
  ['decomposed query', 'Der Gärtner gießt', 'ga\u0308rtner'],
]

describe('every script', () => {
  it.each(WAYS)('is found by a word of it alone, and its signs cut no word, by %s', async (_, kbOf) => {
    const paths = await kbOf(SCRIPTS.map(([, text]) => text))
    for (const [i, [script, , query]] of SCRIPTS.entries()) {
      expect((await paths(query))[0], `${script}: ${query}`).toBe(`docs/right-${i}.md`)
    }
  })
})

describe('letters that the built-in models do not read', () => {
  it('put no text that lacks the word before the one that holds it', async () => {
    const paths = await newKb(
      ['วันนี้เราคุยกันเรื่องประสิทธิภาพของการค้นหาเวกเตอร์'],
      ['நேற்று தேடல் செயல்திறன் பற்றி பேசினோம்', 'हमने कल खोज के प्रदर्शन पर चर्चा की', 'Вчера мы обсуждали поиск'],
    )
    for (const query of ['เวกเตอร์', 'วันนี้']) expect((await paths(query))[0], query).toBe('docs/right-0.md')
  })
})

describe('a long question', () => {
  const QUESTION =
    'Hello, I have been wondering for quite some time now, and nobody in the office whom I asked over the last ' +
    'couple of weeks could tell me for certain, whether anybody still remembers which mixture our predecessors would ' +
    'have used back then when they had to make the hull of the old ferry watertight before the first frost came?'

  it('finds the document that shares three words with it, among those that share the small ones', async () => {
    const chatter = Array.from(
      { length: 30 },
      (_, i) =>
        `Note ${i}: this is what we have been told, and it would be the same for all of them back then.`,
    )
    const paths = await keywordKb(['A mixture of tar and tallow keeps the hull watertight.'], chatter)
    expect((await paths(QUESTION))[0]).toBe('docs/right-0.md')
  })

  it('of the greatest length that is taken is answered too', async () => {
    const paths = await keywordKb(['A mixture of tar and tallow.'], ['nothing here'])
    const words = Array.from({ length: 1000 }, (_, i) => `w${i}x`)
    expect((await paths(`tallow ${words.join(' ')}`.slice(0, 8192)))[0]).toBe('docs/right-0.md')
  })
})

describe('a path filter', () => {
  const FILES = [
    'a_b.md',
    'axb.md',
    '100%.md',
    '100x.md',
    '100％.md',
    'q?.md',
    'q1.md',
    '[ab].md',
    'a.md',
    "it's.md",
    'A.md',
  ]

  it.each([
    ['docs/a_b', ['a_b.md']],
    ['docs/100%', ['100%.md']],
    ['docs/100％', ['100％.md']],
    ['docs/q?', ['q?.md']],
    ['docs/[ab]', ['[ab].md']],
    ["docs/it's", ["it's.md"]],
    ['docs/A', ['A.md']],
    ['%', []],
    ['*', []],
    ['docs/%', []],
    ['\\', []],
    ['DOCS/', []],
  ] as const)('takes %s as it is written', async (pathPrefix, expected) => {
    const kb = await make(Object.fromEntries(FILES.map((name) => [`docs/${name}`, 'shared words'])))
    const result = await (await open(kb, KEYWORDS)).search('shared', { k: 20, filters: { pathPrefix } })
    expect(pathsOf(result)).toEqual(expected.map((name) => `docs/${name}`))
  })
})
