import { amount, choice, finite, integer, text, texts, timestamp, timeZone, ulid } from './key-types.js'
import { required, type Table, table } from './manifest-key.js'

/** `[kb]` */
export const KB = table(
  'kb',
  'What this knowledge base is.',
  {
    name: text(required, 'The name shown to people and agents.'),
    id: ulid('kb', required, 'The permanent id; links from other KBs name it.'),
    template: text(null, 'The template this KB was made from, as `name@version`.'),
    created: timestamp(null, 'When it was made, UTC.'),
    requiresPinakes: text(
      null,
      'Refuse to open with an older format level than this, written `">=0.27"`. Never stamped.',
    ),
  },
  { required: true },
)

/** `[sources]` */
export const SOURCES = table(
  'sources',
  'Which files are documents.',
  {
    roots: texts(['docs/'], 1, 'Directories to search, relative to the KB, without `..`.'),
    include: texts(
      ['**/*.md', '**/*.txt'],
      0,
      'Patterns of documents, relative to each root. They may not lead out of the KB.',
    ),
    exclude: texts([], 0, 'Patterns of files to leave out, matched against the end of the path.'),
  },
  { required: true },
)

/** `[embedding]` */
export const EMBEDDING = table(
  'embedding',
  'The model that turns text into vectors. A change needs `pnk sync --rebuild`.',
  {
    provider: text(
      required,
      'Who runs the model: `static`, `fastembed` (alias `onnx`) or `sentence-transformers` (alias `transformers`).',
    ),
    model: text(required, 'The id of the model.'),
    dim: integer(required, { min: 1 }, 'The width of its vectors.'),
    revision: text(null, 'The exact revision of the model.'),
  },
  { required: true },
)

/** `[extraction]` */
export const EXTRACTION = table('extraction', 'How text is taken out of PDF files.', {
  backend: choice(
    ['claude-vision', 'fake', 'pypdfium2'],
    'pypdfium2',
    '`pypdfium2` names the free reader; `claude-vision` spends money.',
  ),
  model: text('claude-opus-5', 'The model of a paid backend.'),
})

/** `[chunking]` */
export const CHUNKING = table('chunking', 'How documents are cut. A change needs `pnk sync --rebuild`.', {
  strategy: choice(['structural'], 'structural', 'Along headings and paragraphs; there is no other.'),
  headings: choice(
    ['none', 'numbered'],
    'none',
    'Also take numbered lines (`2.1 Scope`) of plain text for headings.',
  ),
  metadata: choice(['off', 'prefix'], 'off', 'Put title and headings before each chunk when it is embedded.'),
  maxTokens: integer(510, { min: 1 }, 'Most tokens in a chunk, special tokens excluded.'),
  overlap: integer(
    64,
    { min: 0 },
    'Tokens that a piece of a split block repeats from the one before; below `max_tokens`.',
  ),
})

/** `[retrieval]` */
export const RETRIEVAL = table(
  'retrieval',
  'How a search runs. `final_k` ≤ `fusion_top_k` ≤ `candidates_per_source`.',
  {
    candidatesPerSource: integer(50, { min: 1 }, 'Candidates that each channel brings.'),
    fusionTopK: integer(20, { min: 1 }, 'Candidates kept after fusion.'),
    finalK: integer(8, { min: 1 }, 'Passages returned.'),
    fusion: choice(['rrf'], 'rrf', 'Reciprocal rank fusion; there is no other.'),
    rerank: choice(['local', 'none'], 'local', 'Reorder the fused candidates by the model of `[rerank]`.'),
    vectorTier: choice(
      ['auto', 'numpy', 'exact', 'int8', 'sqlite-vec'],
      'auto',
      'How vectors are scanned; all find the same. `numpy`, `exact`: as float32 in memory. `int8`: a quarter of it. `sqlite-vec`: nothing in memory; needs that package. `auto`: by size.',
    ),
    adjacentK: integer(8, { min: 1, max: 64 }, 'Neighbours looked at per result when links are followed.'),
    graphChannel: choice(
      ['off', 'expand', 'ppr'],
      'off',
      'Let links and structure bring further candidates. `expand`: from neighbours of what was found. `ppr`: from a walk over the whole graph.',
    ),
  },
  {
    nested: ['confidence'],
    retired: { top_k: 'was replaced by three widths: `candidates_per_source`, `fusion_top_k` and `final_k`' },
  },
)

/** `[retrieval.confidence]` */
export const CONFIDENCE = table(
  'retrieval.confidence',
  'Where reranker scores begin to mean something. Absent: confidence is `unknown`.',
  {
    fittedFor: text(required, 'The reranker these thresholds were fitted for: `model` or `model@revision`.'),
    lowBelow: finite(required, 'Below this score confidence is low.'),
    highAbove: finite(required, 'Above this score confidence is high; at least `low_below`.'),
  },
)

/** `[rerank]` */
export const RERANK = table('rerank', 'The model that reorders candidates.', {
  provider: text('sentence-transformers', 'Who runs the model.'),
  model: text('BAAI/bge-reranker-base', 'The id of the model.'),
  revision: text(null, 'The exact revision of the model.'),
})

/** `[budget]` */
export const BUDGET = table('budget', 'What paid commands may spend. Nothing else spends.', {
  confirmAboveEur: amount(
    '0.01',
    'Ask before an operation estimated above this; at most `per_operation_eur`.',
  ),
  perOperationEur: amount('2', 'Most for one operation.'),
  dailyEur: amount('6', 'Most in a day.'),
  monthlyEur: amount('30', 'Most in a month.'),
  maxPriceAgeDays: integer(30, { min: 1 }, 'Refuse prices older than this.'),
  timezone: timeZone('UTC', 'Where days and months begin.'),
  onExceed: choice(['abort', 'partial'], 'abort', 'At a cap: stop with nothing, or keep what was paid for.'),
})

/** `[deep]` */
export const DEEP = table('deep', '`pnk ask --deep`, which spends money.', {
  model: text('claude-opus-5', 'The model that answers.'),
  maxRounds: integer(3, { min: 1 }, 'Most rounds of questions.'),
})

/** `[[links.kb]]` */
export const LINKED_KB = table('links.kb', 'A connected KB; one table each, ids and names unique.', {
  id: ulid('kb', required, 'Its permanent id.'),
  name: text(required, 'What this KB calls it.'),
  path: text(required, 'Where it lies: relative to this KB, absolute, or from `~`. Looked up when needed.'),
})

/** Every table, in the order in which they are checked and printed. */
export const MANIFEST_TABLES: readonly Table[] = [
  KB,
  SOURCES,
  EMBEDDING,
  EXTRACTION,
  CHUNKING,
  RETRIEVAL,
  CONFIDENCE,
  RERANK,
  BUDGET,
  DEEP,
  LINKED_KB,
]
