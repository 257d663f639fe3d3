import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadManifest, loadPartnerManifest, type ManifestError, parseManifest } from '../src/index.js'
import { caught } from './caught.js'
import { KB_ID, minimal } from './minimal-manifest.js'
import { tempDir } from './temp-dir.js'

const place = { path: '/kb/pinakes.toml', root: '/kb' }
const parse = (text: string) => parseManifest(text, place)
const refuse = (text: string) => caught(() => parse(text)) as ManifestError
const messageOf = (text: string) => refuse(text).message

test('a minimal manifest gets every default', () => {
  expect(parse(minimal())).toEqual({
    kb: { name: 'Archive', id: KB_ID, template: null, created: null },
    sources: { roots: ['docs/'], include: ['**/*.md', '**/*.txt'], exclude: [] },
    embedding: { provider: 'static', model: 'm', dim: 8, revision: null },
    extraction: { backend: 'pypdfium2', model: 'claude-opus-5' },
    chunking: { strategy: 'structural', headings: 'none', metadata: 'off', maxTokens: 510, overlap: 64 },
    retrieval: {
      candidatesPerSource: 50,
      fusionTopK: 20,
      finalK: 8,
      fusion: 'rrf',
      rerank: 'local',
      vectorTier: 'auto',
      adjacentK: 8,
      graphChannel: 'off',
      confidence: null,
    },
    rerank: { provider: 'sentence-transformers', model: 'BAAI/bge-reranker-base', revision: null },
    budget: {
      confirmAboveEur: '0.01',
      perOperationEur: '2',
      dailyEur: '6',
      monthlyEur: '30',
      maxPriceAgeDays: 30,
      timezone: 'UTC',
      onExceed: 'abort',
    },
    deep: { model: 'claude-opus-5', maxRounds: 3 },
    links: { kb: [] },
  })
})

const FULL = `
kb = { name = " spaced ", id = "${KB_ID}", template = "notes@2.0", created = "20260725 09:14" }
sources = { roots = ["docs", "notes/"], include = [], exclude = ["**/x"] }
embedding = { provider = "fastembed", model = "BAAI/bge-small-en-v1.5", dim = 384, revision = "abc" }
extraction = { backend = "claude-vision", model = "other" }
chunking = { strategy = "structural", headings = "numbered", metadata = "prefix", max_tokens = 1, overlap = 0 }
rerank = { provider = "fastembed", model = "m", revision = "r" }
budget = { confirm_above_eur = 0, per_operation_eur = 0.30, daily_eur = 1e-7, monthly_eur = 1.5e21, max_price_age_days = 1, timezone = "Europe/Berlin", on_exceed = "partial" }
deep = { model = "m", max_rounds = 1000 }
links = { kb = [{ id = "01JV3M8Q6ZT4XN0R5K7WBYC2DE", name = "a", path = "~/a" }] }
[retrieval]
candidates_per_source = 3
fusion_top_k = 3
final_k = 3
fusion = "rrf"
rerank = "none"
vector_tier = "numpy"
adjacent_k = 64
graph_channel = "expand"
confidence = { fitted_for = "m@r", low_below = -2, high_above = -1.5 }
`

test.each(['auto', 'numpy', 'exact', 'int8', 'sqlite-vec'] as const)('vector_tier = "%s" is read', (tier) => {
  const text = FULL.replace('vector_tier = "numpy"', `vector_tier = "${tier}"`)
  expect(parse(text).retrieval.vectorTier).toBe(tier)
})

test.each(['off', 'expand', 'ppr'] as const)('graph_channel = "%s" is read', (channel) => {
  const text = FULL.replace('graph_channel = "expand"', `graph_channel = "${channel}"`)
  expect(parse(text).retrieval.graphChannel).toBe(channel)
})

test('every key is read', () => {
  expect(parse(FULL)).toEqual({
    kb: { name: ' spaced ', id: KB_ID, template: 'notes@2.0', created: '20260725 09:14' },
    sources: { roots: ['docs', 'notes/'], include: [], exclude: ['**/x'] },
    embedding: { provider: 'fastembed', model: 'BAAI/bge-small-en-v1.5', dim: 384, revision: 'abc' },
    extraction: { backend: 'claude-vision', model: 'other' },
    chunking: { strategy: 'structural', headings: 'numbered', metadata: 'prefix', maxTokens: 1, overlap: 0 },
    retrieval: {
      candidatesPerSource: 3,
      fusionTopK: 3,
      finalK: 3,
      fusion: 'rrf',
      rerank: 'none',
      vectorTier: 'numpy',
      adjacentK: 64,
      graphChannel: 'expand',
      confidence: { fittedFor: 'm@r', lowBelow: -2, highAbove: -1.5 },
    },
    rerank: { provider: 'fastembed', model: 'm', revision: 'r' },
    budget: {
      confirmAboveEur: '0',
      perOperationEur: '0.3',
      dailyEur: '0.0000001',
      monthlyEur: '1500000000000000000000',
      maxPriceAgeDays: 1,
      timezone: 'Europe/Berlin',
      onExceed: 'partial',
    },
    deep: { model: 'm', maxRounds: 1000 },
    links: { kb: [{ id: '01JV3M8Q6ZT4XN0R5K7WBYC2DE', name: 'a', path: '~/a' }] },
  })
})

/** What is put where, and words of the refusal. */
const REFUSED: readonly (readonly [
  where: 'kb' | 'sources' | 'embedding' | 'rest',
  lines: string,
  says: string,
])[] = [
  ['kb', 'template = " "', '[kb]: template must not be blank'],
  ['kb', 'template = 3', '[kb]: template must be a string, found an integer'],
  ['kb', 'created = "20260725"', '[kb]: created must read "YYYYMMDD HH:MM" (UTC), found "20260725"'],
  ['kb', 'created = 2026-07-25', '[kb]: created must be a string "YYYYMMDD HH:MM", found a date or time'],
  ['kb', 'b = 1\n"a b" = 2\n__proto__ = 3', '[kb]: unknown keys __proto__, "a b", b'],
  ['kb', 'toString = 1', '[kb]: unknown key toString'],
  ['sources', 'roots = []', '[sources]: roots must hold at least 1 item'],
  ['sources', 'roots = "docs"', '[sources]: roots must be an array of strings, found a string'],
  ['sources', 'roots = [""]', '[sources]: roots item 0 must not be blank'],
  ['sources', 'include = ["a", "\\t"]', '[sources]: include item 1 must not be blank'],
  ['sources', 'exclude = [1]', '[sources]: exclude item 0 must be a string, found an integer'],
  ['embedding', 'revision = ""', '[embedding]: revision must not be blank'],
  ['rest', 'extraction = 1', 'extraction'],
  [
    'rest',
    '[extraction]\nbackend = "pdfjs"',
    'backend must be "claude-vision" or "fake" or "pypdfium2", found "pdfjs"',
  ],
  ['rest', '[extraction]\nmodel = " "', '[extraction]: model must not be blank'],
  ['rest', '[chunking]\nstrategy = "fixed"', '[chunking]: strategy must be "structural", found "fixed"'],
  [
    'rest',
    '[chunking]\nheadings = true',
    '[chunking]: headings must be "none" or "numbered", found a boolean',
  ],
  ['rest', '[chunking]\nmax_tokens = 0', '[chunking]: max_tokens must be at least 1, found 0'],
  ['rest', '[chunking]\nmax_tokens = 510.0', '[chunking]: max_tokens must be an integer, found a float'],
  ['rest', '[chunking]\nmax_tokens = true', '[chunking]: max_tokens must be an integer, found a boolean'],
  ['rest', '[chunking]\nmax_tokens = 9007199254740992', 'max_tokens must be at most 9007199254740991'],
  ['rest', '[chunking]\noverlap = -1', '[chunking]: overlap must be at least 0, found -1'],
  ['rest', '[chunking]\noverlap = 510', '[chunking]: overlap (510) must be below max_tokens (510)'],
  ['rest', '[chunking]\nmax_tokens = 64', '[chunking]: overlap (64) must be below max_tokens (64)'],
  ['rest', '[retrieval]\nfinal_k = 21', '[retrieval]: final_k (21) ≤ fusion_top_k (20)'],
  ['rest', '[retrieval]\nfusion_top_k = 51', '≤ candidates_per_source (50) does not hold'],
  ['rest', '[retrieval]\ncandidates_per_source = 0', 'candidates_per_source must be at least 1'],
  ['rest', '[retrieval]\ntop_k = 8', '[retrieval]: top_k was replaced by three widths'],
  ['rest', '[retrieval]\nfusion = "linear"', 'fusion must be "rrf"'],
  [
    'rest',
    '[retrieval]\nvector_tier = "hnsw"',
    'vector_tier must be "auto" or "numpy" or "exact" or "int8" or "sqlite-vec"',
  ],
  ['rest', '[retrieval]\ngraph_channel = "on"', 'graph_channel must be "off" or "expand" or "ppr"'],
  ['rest', '[retrieval]\nadjacent_k = 65', '[retrieval]: adjacent_k must be at most 64, found 65'],
  ['rest', '[retrieval]\nconfidence = 1', '[retrieval.confidence]: must be a table, found an integer'],
  ['rest', '[retrieval.confidence]\nlow_below = 1', '[retrieval.confidence]: fitted_for is missing'],
  [
    'rest',
    '[retrieval.confidence]\nfitted_for = "m"\nlow_below = 2\nhigh_above = 1.5',
    '[retrieval.confidence]: low_below (2) must be at most high_above (1.5)',
  ],
  [
    'rest',
    '[retrieval.confidence]\nfitted_for = "m"\nlow_below = nan\nhigh_above = inf',
    'low_below must be a finite number, found NaN',
  ],
  [
    'rest',
    '[retrieval.confidence]\nfitted_for = "m"\nlow_below = "1"',
    'low_below must be a number, found a string',
  ],
  ['rest', '[retrieval.confidence]\nx = 1', '[retrieval.confidence]: unknown key x'],
  ['rest', '[rerank]\nprovider = ""', '[rerank]: provider must not be blank'],
  ['rest', '[budget]\ndaily_eur = -0.01', '[budget]: daily_eur must not be negative, found -0.01'],
  ['rest', '[budget]\ndaily_eur = "6.00"', '[budget]: daily_eur must be a number, found a string'],
  ['rest', '[budget]\ndaily_eur = inf', '[budget]: daily_eur must be a finite number, found Infinity'],
  ['rest', '[budget]\ndaily_eur = 9007199254740993', '[budget]: daily_eur must be at most 9007199254740991'],
  ['rest', '[budget]\nmonthly_eur = true', '[budget]: monthly_eur must be a number, found a boolean'],
  [
    'rest',
    '[budget]\nconfirm_above_eur = 2.01',
    'confirm_above_eur (2.01) must be at most per_operation_eur (2)',
  ],
  ['rest', '[budget]\nmax_price_age_days = 0', 'max_price_age_days must be at least 1'],
  ['rest', '[budget]\ntimezone = "+01:00"', 'timezone must be an IANA time zone, found "+01:00"'],
  ['rest', '[budget]\ntimezone = "Mars/Olympus"', 'timezone must be an IANA time zone'],
  ['rest', '[budget]\ntimezone = "europe/berlin"', 'it is spelled "Europe/Berlin"'],
  ['rest', '[budget]\non_exceed = "stop"', 'on_exceed must be "abort" or "partial", found "stop"'],
  ['rest', '[deep]\nmax_rounds = 0', '[deep]: max_rounds must be at least 1'],
  ['rest', '[links]\nother = 1', '[links]: unknown key other'],
  ['rest', '[links]\nkb = 1', '[links]: kb must be an array of tables, found an integer'],
  ['rest', 'links = 3', 'links'],
  ['rest', '[[links.kb]]\nid = "x"\nname = "a"\npath = "b"', '[links.kb[0]]: id must be a kb id'],
  ['rest', '[links]\nkb = [1]', '[links.kb[0]]: must be a table, found an integer'],
  ['rest', '[vectors]\nx = 1\n[embeddings]', 'pinakes.toml: unknown keys embeddings, vectors'],
]

test('every broken rule is refused with the place and what was found', () => {
  for (const [where, lines, says] of REFUSED) {
    const text = minimal({ [where]: lines })
    expect(messageOf(text), lines).toContain(says)
    expect(refuse(text).remedy, lines).not.toBe('')
  }
})

test('a float is refused where an integer is required, however whole', () => {
  expect(messageOf(minimal().replace('dim = 8', 'dim = 384.0'))).toBe(
    '/kb/pinakes.toml [embedding]: dim must be an integer, found a float',
  )
})

test('required keys and tables are missed by name', () => {
  expect(messageOf('').split('\n')).toEqual([
    '/kb/pinakes.toml: table [kb] is missing',
    '/kb/pinakes.toml: table [sources] is missing',
    '/kb/pinakes.toml: table [embedding] is missing',
  ])
  const bare = '[kb]\n[sources]\n[embedding]'
  expect(messageOf(bare).match(/\w+ is missing/g)).toEqual(
    ['name', 'id', 'provider', 'model', 'dim'].map((key) => `${key} is missing`),
  )
})

test('all faults come back together, in the order of the tables, and as data', () => {
  const error = refuse(
    `[foo]\n[budget]\non_exceed = 1\n[deep]\nmax_rounds = 0\n${minimal({ kb: 'x = 1' }).replace('"Archive"', '""')}`,
  )
  expect(error.code).toBe('MANIFEST_INVALID')
  expect(error.message.split('\n').map((line) => line.split(': ')[0])).toEqual([
    '/kb/pinakes.toml [kb]',
    '/kb/pinakes.toml [kb]',
    '/kb/pinakes.toml [budget]',
    '/kb/pinakes.toml [deep]',
    '/kb/pinakes.toml',
  ])
  expect(error.details).toMatchObject({ path: '/kb/pinakes.toml', table: 'kb' })
  expect(error.details.faults).toHaveLength(5)
})

test('linked KBs have unique ids and names; listing oneself is legal', () => {
  const entry = (id: string, name: string) =>
    `[[links.kb]]\nid = "${id}"\nname = "${name}"\npath = "\\u0000"\n`
  const other = '01JV3M8Q6ZT4XN0R5K7WBYC2DE'
  expect(parse(minimal({ rest: entry(KB_ID, 'me') })).links.kb).toEqual([
    { id: KB_ID, name: 'me', path: '\0' },
  ])
  expect(messageOf(minimal({ rest: entry(other, 'a') + entry(other, 'b') }))).toContain(
    `[links.kb[1]]: id "${other}" is also that of links.kb[0]`,
  )
  expect(messageOf(minimal({ rest: entry(other, 'a') + entry(KB_ID, 'a') }))).toContain(
    '[links.kb[1]]: name "a" is also that of links.kb[0]',
  )
})

test('unknown providers and models are not checked at load', () => {
  const text = minimal({ rest: '[rerank]\nprovider = "nobody"' }).replace('"static"', '"someone"')
  expect(parse(text)).toMatchObject({ embedding: { provider: 'someone' }, rerank: { provider: 'nobody' } })
})

test('a broken id is told to be restored', () => {
  const error = refuse(minimal().replace(KB_ID, KB_ID.toLowerCase()))
  expect(error.message).toContain('id must be a kb id')
  expect(error.remedy).toContain('Restore')
})

test('text that is not UTF-8 or not TOML 1.0 is a syntax error with its place', () => {
  const utf8 = caught(() => parseManifest(Buffer.from([0x61, 0xff]), place))
  expect(utf8).toMatchObject({ code: 'MANIFEST_SYNTAX', message: '/kb/pinakes.toml: is not valid UTF-8' })
  expect(refuse('a = 1\nb = {\n}')).toMatchObject({
    code: 'MANIFEST_SYNTAX',
    details: { path: '/kb/pinakes.toml', line: 2, column: 6 },
  })
  expect(refuse(`\ufeff${minimal()}`).message).toContain('byte order mark')
})

test('CRLF line ends are TOML', () => {
  expect(parse(minimal().replaceAll('\n', '\r\n'))).toEqual(parse(minimal()))
})

test('a manifest is loaded from its KB, or it is said why not', () => {
  const root = tempDir({ 'pinakes.toml': minimal() })
  expect(loadManifest(root).kb.name).toBe('Archive')
  writeFileSync(join(root, 'pinakes.toml'), 'x')
  expect(caught(() => loadManifest(root)).message).toMatch(`${root}/pinakes.toml: `)
  expect(caught(() => loadManifest(join(root, 'none')))).toMatchObject({
    code: 'MANIFEST_UNREADABLE',
    message: expect.stringContaining('ENOENT'),
  })
})

test('a manifest that would never end, or is huge, is refused unread', () => {
  const root = tempDir({ 'huge/pinakes.toml': `# ${'x'.repeat(1024 * 1024)}\n`, 'folder/pinakes.toml/a': '' })
  mkdirSync(join(root, 'endless'))
  symlinkSync('/dev/zero', join(root, 'endless/pinakes.toml'))
  mkdirSync(join(root, 'pipe'))
  spawnSync('mkfifo', [join(root, 'pipe/pinakes.toml')])
  for (const [name, why] of [
    ['huge', 'larger than 1 MiB'],
    ['folder', 'not a regular file'],
    ['endless', 'not a regular file'],
    ['pipe', 'not a regular file'],
  ] as const) {
    for (const load of [loadManifest, loadPartnerManifest]) {
      expect(
        caught(() => load(join(root, name))),
        name,
      ).toMatchObject({
        code: 'MANIFEST_UNREADABLE',
        message: expect.stringContaining(why),
      })
    }
  }
})
