import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { matchExpression, phraseExpression } from '../../src/lexical/match-expression.js'
import { fullText } from './fts.js'

const filler = 'plain words that say nothing of interest about anything at all'
const search = (documents: Readonly<Record<string, string>>, query: string) => {
  const table = fullText({ filler, ...documents })
  try {
    return table.search(query)
  } finally {
    table.close()
  }
}

describe('a query is never FTS5 syntax', () => {
  const table = fullText({
    filler,
    panic: "please don't panic now",
    slash: 'either a/b or not',
    speed: 'it reads 3 GB/s',
    release: 'we run ubuntu 20.04 here',
    pair: 'the point x, y on the map',
    art: 'a state-of-the-art engine',
    status: 'status: done',
    unbalanced: 'an "unbalanced quote',
    language: 'written in C++ and C#',
    call: 'then f(x is missing',
    blah: 'set blah= to something',
    and: 'this AND that',
    or: 'a OR b',
    near: 'NEAR(a b) is a function',
  })
  afterAll(() => table.close())

  it.each([
    ["don't panic", 'panic'],
    ['a/b', 'slash'],
    ['GB/s', 'speed'],
    ['ubuntu 20.04', 'release'],
    ['x, y', 'pair'],
    ['state-of-the-art', 'art'],
    ['status: done', 'status'],
    ['"unbalanced', 'unbalanced'],
    ['C++', 'language'],
    ['C#', 'language'],
    ['f(x', 'call'],
    ['blah=', 'blah'],
    ['NEAR(a b)', 'near'],
    ['text:panic', 'panic'],
    ['{text terms}: panic', 'panic'],
    ['-panic', 'panic'],
    ['pan\0ic panic', 'panic'],
  ])('%j finds its document first', (query, name) => expect(table.search(query)[0]).toBe(name))

  it('operators are words', () => {
    expect(table.search('AND')).toContain('and')
    expect(table.search('a OR')).toContain('or')
    expect(table.search('of')).toContain('filler')
    expect(table.search('wild* card')).toEqual([])
  })

  it.each(['^', '*', '{}', ';--', ' ', '', '"', '""', "'", '()', '\0', '\u0301', '😀', '---', '\ud800'])(
    '%j has no term',
    (query) => expect(matchExpression(query)).toBeNull(),
  )

  it('any text is a valid expression, of bounded size', () => {
    const piece = fc.constantFrom(
      '"',
      '*',
      '(',
      ')',
      ':',
      '^',
      '+',
      '-',
      'NEAR',
      ' AND ',
      '猫',
      'e\u0301',
      'ก็',
      '\0',
      '{',
      'a.b',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, (query) => {
        expect(() => table.search(query)).not.toThrow()
        const phrase = phraseExpression([query])
        if (phrase !== null) expect(() => table.match(phrase)).not.toThrow()
      }),
      { numRuns: 500 },
    )
    expect(() => table.search('a.b c/d 猫犬 '.repeat(20_000))).not.toThrow()
  })
})

describe('stop words', () => {
  it.each([
    ['How do I reset the router?', '"reset" OR "router"'],
    ['What is it', '"What" OR "is" OR "it"'],
    ['IT support at WHO', '"IT" OR "support" OR "WHO"'],
    ['who guards', '"guards"'],
    ["Who's on call, don't we", '"call" OR "don"'],
    ['it’s', '"it"'],
    ['a/b', expect.stringContaining('"a b" OR "a" OR "b"')],
    ['a C++ compiler', expect.stringMatching(/^"C[^"]+" OR "C" OR "compiler"$/)],
  ])('%j asks for %s', (query, expression) => expect(matchExpression(query)).toEqual(expression))
})

describe('names', () => {
  const names = [
    'DEC-0054',
    'PIO-1384',
    '2026.4.10',
    'apply_secrets',
    '@scope/pkg',
    'src/a-b/c.ts',
    'foo.bar()',
    'C++',
    'std::vector',
  ]
  const documents = Object.fromEntries(
    names.map((name) => [name, `Something about ${name}, which is decided here.`]),
  )
  /** For each name a short text that repeats all of its words, apart. */
  const decoys = Object.fromEntries(
    names.map((name) => [
      `decoy ${name}`,
      `${(name.match(/[A-Za-z0-9]+/g) ?? []).reverse().join(' and ')} `.repeat(4),
    ]),
  )

  it.each(names)('%s is found whole, before every text with its parts alone', (name) => {
    expect(search({ ...decoys, ...documents }, name)[0]).toBe(name)
    expect(search({ ...decoys, ...documents }, `"${name}"`)[0]).toBe(name)
  })

  it('DEC-0054 beats a long text of 0054, and the other way round it is found by a part', () => {
    const found = search({ part: '0054 '.repeat(50), whole: `${filler} DEC-0054 ${filler}` }, 'DEC-0054')
    expect(found[0]).toBe('whole')
    expect(search(documents, '0054')).toEqual(['DEC-0054'])
  })

  it.each([
    ['secrets', 'apply_secrets'],
    ['scope', '@scope/pkg'],
    ['c.ts', 'src/a-b/c.ts'],
    ['bar', 'foo.bar()'],
    ['2026', '2026.4.10'],
    ['vector', 'std::vector'],
  ])('the part %j finds %s', (part, name) => expect(search(documents, part)[0]).toBe(name))

  it.each([
    ['DEC-0054', 2],
    ['v1.2.3-rc.1', 5],
    ['apply_secrets', 2],
    ['e.g.', 1],
    ['H.C. Andrews', 1],
    ['a.b2.c3.d4.e5.f6.g7.h8.i9.j10.k11', 8],
    ['state-of-the-art', 0],
  ])('%s is asked for whole %i times: once for each word that tells something', (query, times) => {
    const terms = matchExpression(query)?.split(' OR ') ?? []
    expect(terms.filter((term) => /[\ue000-\uf8ff]/.test(term))).toHaveLength(times)
  })

  it('parts of camelCase and of letters with digits find the word, and the word finds its parts', () => {
    const texts = {
      camel: 'call getUserName here',
      acronym: 'an HTMLParser',
      series: 'see RFC5321',
      apart: 'get_user_name',
    }
    expect(search(texts, 'user')).toEqual(expect.arrayContaining(['camel', 'apart']))
    expect(search(texts, 'parser')).toEqual(['acronym'])
    expect(search(texts, 'RFC 5321')[0]).toBe('series')
    expect(search(texts, 'getUserName')).toEqual(['camel', 'apart'])
  })

  it('hyphens of every kind are one', () => {
    const texts = { ascii: 'DEC-0054', unicode: 'DEC\u20110054', minus: 'DEC\u22120054' }
    for (const query of Object.values(texts)) expect(search(texts, query)).toHaveLength(3)
  })
})

describe('scripts', () => {
  it.each([
    ['今天我们讨论了向量检索的性能问题', ['向量检索', '性能', '猫'], [true, true, false]],
    ['ベクトル検索の性能を議論した', ['性能', 'ベクトル', '検索', '猫'], [true, true, true, false]],
    ['오늘은 벡터검색의 성능을 논의했다', ['성능', '벡터검색', '검색', '고양'], [true, true, true, false]],
    ['วันนี้เราคุยเรื่องการค้นหาเวกเตอร์', ['ค้นหา', 'เรา', 'แมวน้ำ'], [true, true, false]],
    ['Сегодня мы обсудили векторный поиск', ['поиск', 'ПОИСК', 'кошка'], [true, true, false]],
    ['Σήμερα συζητήσαμε την αναζήτηση', ['αναζήτηση', 'ΑΝΑΖΗΤΗΣΗ', 'γάτα'], [true, true, false]],
    ['اَلْبَحْثُ فِي اَلْمُتَّجِهَاتِ', ['البحث', 'اَلْبَحْثُ', 'قطة'], [true, true, false]],
    ['आज हमने हिन्दी खोज पर चर्चा की', ['हिन्दी', 'चर्चा', 'बिल्ली'], [true, true, false]],
    ['ngày mai ở Đà Nẵng', ['da nang', 'Đà Nẵng', 'meo'], [true, true, false]],
    ['ёлка зелёная', ['елка', 'зеленая'], [true, true]],
    ['שָׁלוֹם עולם', ['שלום', 'שָׁלוֹם'], [true, true]],
    ['Straße nach Łódź', ['strasse', 'lodz'], [true, true]],
  ])('%s', (text, queries, hits) => {
    queries.forEach((query, i) => {
      expect(search({ text }, query), query).toEqual(hits[i] === true ? ['text'] : [])
    })
  })

  it('combining signs do not cut words', () => {
    // The letters of क्षत्रिय alone, and a word that begins alike.
    expect(search({ other: 'क षत र य क्षमा' }, 'क्षत्रिय')).toEqual([])
  })

  it('one letter is found wherever it stands in a run', () => {
    for (const text of ['猫', '猫が好き', '私の猫', '黒猫と犬', 'A猫B'])
      expect(search({ text }, '猫'), text).toEqual(['text'])
  })

  it('the whole run ranks before its bigrams scattered', () => {
    const texts = { scattered: '量检 向量 检索 向量 检索', whole: '我们讨论了向量检索的问题' }
    expect(search(texts, '向量检索')[0]).toBe('whole')
  })

  it.each([
    ['Cafe\u0301', 'Caf\u00e9'],
    ['\uff21\uff22\uff23\uff11', 'ABC1'],
    ['\uff76\uff9e\uff77\uff9e', 'ガギ'],
    ['\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국'],
    ['ﬁne', 'fine'],
    ['co\u00adoperate', 'cooperate'],
    ['می\u200cخواهم', 'میخواهم'],
    ['Pinakes™', 'pinakes'],
    ['note¹', 'note'],
    ['H₂O', 'h2o'],
    ['naïve', 'naive'],
  ])('%j equals %j, both ways', (a, b) => {
    expect(search({ text: `x ${a} y` }, b)).toEqual(['text'])
    expect(search({ text: `x ${b} y` }, a)).toEqual(['text'])
  })
})

describe('phraseExpression', () => {
  const table = fullText({
    exact: 'red brick house',
    apart: 'house of red brick',
    cjk: '我们讨论向量检索',
    mixed: 'about 向量检索 today',
  })
  afterAll(() => table.close())
  const phrase = (...phrases: string[]) => table.match(phraseExpression(phrases) ?? '""')

  it('asks for consecutive words', () => {
    expect(phrase('Brick House')).toEqual(['exact'])
    expect(phrase('brick house', 'house of')).toEqual(expect.arrayContaining(['exact', 'apart']))
  })

  it('knows runs of unspaced scripts', () => {
    expect(phrase('讨论向量')).toEqual(['cjk'])
    expect(phrase('today 向量')).toEqual(['mixed'])
  })

  it('is null without a word', () => {
    expect(phraseExpression([])).toBeNull()
    expect(phraseExpression(['"', ' ', '*'])).toBeNull()
  })
})
