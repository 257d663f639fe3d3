import type { Rule as RuleOf } from './rule.js'

/** The sections of the retrieval specification whose rules are listed here; models (2) have their own contract suites. */
export const SECTIONS = [
  '1.1 source type',
  '1.2 dispatch',
  '1.3 blocks',
  '1.4 Markdown',
  '1.5 numbered outline',
  '1.6 token limits',
  '1.7 pages',
  '1.8 metadata prefix',
  '1.9 drift',
  '3 index.db',
  '4 coherence gate',
  '5 pipeline',
  '5.1 vector tiers',
  '5.2 response shaping',
  '6 confidence',
  '7 evidence',
  '8 payloads',
  '9 eval',
  '10 calibrate',
] as const

type Rule = RuleOf<(typeof SECTIONS)[number]>

const CHUNK = 'packages/index/test/chunk'
const LEXICAL = 'packages/index/test/lexical'
const STORE = 'packages/index/test/store'
const VECTOR = 'packages/index/test/vector'
const RETRIEVE = 'packages/retrieve/test'
const EVAL = `${RETRIEVE}/eval`
const SYNC = 'packages/sync/test'
const CLI = 'packages/cli/test'

const CHUNKING: readonly Rule[] = [
  {
    section: '1.1 source type',
    rule: 'the suffix decides, in any case; no suffix and every other one is text',
    tests: {
      'packages/extract-free/test/source-type.test.ts': [
        '%s is read as %s',
        'keeps the case on disk and ignores dots of directories',
      ],
    },
  },
  {
    section: '1.2 dispatch',
    rule: 'code and PDF never have headings, text without a numbered outline neither',
    tests: {
      [`${CHUNK}/outline.test.ts`]: ['%s', 'gives paths with numbers, and without them for embedding'],
    },
  },
  {
    section: '1.2 dispatch',
    rule: 'whitespace alone gives no chunks; strategy is structural or refused; overlap stays under max_tokens',
    tests: {
      [`${CHUNK}/chunk-document.test.ts`]: ['%j has no chunks', 'max_tokens %i with overlap %i is refused'],
      'packages/manifest/test/load-manifest.test.ts': [
        'every broken rule is refused with the place and what was found',
      ],
    },
  },
  {
    section: '1.3 blocks',
    rule: 'a block is a run of non-blank lines without its last line feed; blocks never merge',
    tests: {
      [`${CHUNK}/chunk-document.test.ts`]: [
        'are runs of non-blank lines; trailing spaces stay, the line feed goes',
        'never merge, however small',
      ],
    },
  },
  {
    section: '1.4 Markdown',
    rule: 'ATX headings of column 0 alone; only closing #s behind a space are dropped; BOM and separators as stated',
    tests: {
      [`${CHUNK}/markdown.test.ts`]: [
        '%j has the title %j',
        '%j is no heading',
        'a byte order mark keeps its place and hides no heading',
        'form feed, vertical tab and Unicode separators end lines',
      ],
    },
  },
  {
    section: '1.4 Markdown',
    rule: 'a heading closes the block; the next body begins at the first pending heading, under the stack of then',
    tests: {
      [`${CHUNK}/markdown.test.ts`]: [
        'begin the chunk of the first body below them',
        'close the open block without a blank line',
      ],
    },
  },
  {
    section: '1.4 Markdown',
    rule: 'the stack keeps levels, so that skipped ones neither misnest nor lose a parent',
    tests: {
      [`${CHUNK}/markdown.test.ts`]: ['neither nest siblings nor lose parents when levels are skipped'],
    },
  },
  {
    section: '1.4 Markdown',
    rule: 'a fence closes on its own character, as long and alone; inside nothing is a heading; unclosed it runs on',
    tests: {
      [`${CHUNK}/markdown.test.ts`]: [
        'hide headings: %s',
        'are one block with the lines that touch them, blank lines included',
        'run to the end when nothing closes them',
      ],
    },
  },
  {
    section: '1.4 Markdown',
    rule: 'headings alone give no chunk; behind a body they are a chunk of their own; the first H1 is the title',
    tests: {
      [`${CHUNK}/markdown.test.ts`]: [
        'without any body give no chunk',
        'after the last body are a chunk of their own',
        '%j -> %j',
        '%j has none',
      ],
    },
  },
  {
    section: '1.5 numbered outline',
    rule: 'a candidate meets all four conditions',
    tests: {
      [`${CHUNK}/outline.test.ts`]: [
        '%j is no candidate',
        'a title of 100 code points is a candidate however many units it has',
        'leaves table-of-contents leaders and lists inside paragraphs alone',
      ],
    },
  },
  {
    section: '1.5 numbered outline',
    rule: 'the walk takes legal steps only, and one illegal step makes the document plain text',
    tests: { [`${CHUNK}/outline.test.ts`]: ['%j -> %j is %s', '%j', '%s'] },
  },
  {
    section: '1.6 token limits',
    rule: 'pieces tile, windows join, the carry is whole pieces within the overlap, and nothing is trimmed',
    tests: {
      [`${CHUNK}/chunk-properties.test.ts`]: [
        'holds the invariants counted by %s',
        'splits as the specification is written, counted by %s',
      ],
      [`${CHUNK}/chunk-document.test.ts`]: [
        'split after sentences and lines first',
        'carry the last whole pieces within the overlap',
        'drop the carry when the next piece would not fit beside it',
        'cut an unbroken run into equal spans of code points',
        'halve a span whose characters are dear',
        'split at the limit and not one token before',
      ],
    },
  },
  {
    section: '1.6 token limits',
    rule: 'tokens are counted by the tokenizer of the model, without special tokens and without cutting off',
    tests: {
      'packages/embed/test/contract/embedder-contract.ts': [
        'counts tokens without special tokens and without cutting off',
      ],
    },
  },
  {
    section: '1.6 token limits',
    rule: 'more than the window less two is refused before anything is embedded',
    tests: {
      [`${CHUNK}/embedding-input.test.ts`]: ['allows the window less two special tokens'],
      [`${SYNC}/modes.test.ts`]: ['beyond the window of the model is refused before anything is written'],
    },
  },
  {
    section: '1.7 pages',
    rule: 'a chunk has the pages of its first and last code point; breaks split nothing; outside is a defect',
    tests: {
      [`${CHUNK}/chunk-document.test.ts`]: [
        'are those of the first and the last code point, empty pages left out',
        'a block that ends where its page does has no other page',
        'a block across a break has both and is not split there',
        'are null without spans',
        'a position outside all spans is an error of its own',
      ],
    },
  },
  {
    section: '1.8 metadata prefix',
    rule: 'title and unnumbered path stand before the text that is embedded, and nowhere else',
    tests: {
      [`${CHUNK}/embedding-input.test.ts`]: [
        'title %j and path %j',
        'is the plain text while metadata is off',
      ],
      [`${SYNC}/modes.test.ts`]: ['with titles in the vectors stores and searches the text alone'],
    },
  },
  {
    section: '1.8 metadata prefix',
    rule: 'a prefix that leaves no room fails its document, with the safe max_tokens',
    tests: {
      [`${CHUNK}/embedding-input.test.ts`]: [
        'passes when the longest prefix and a full chunk fill the window exactly',
        'names path, prefix, tokens and the safe max_tokens',
        'advises a shorter title when no max_tokens would do',
        'says nothing while metadata is off',
      ],
      [`${SYNC}/modes.test.ts`]: ['with a prefix too long for the window fails that document alone'],
    },
  },
  {
    section: '1.9 drift',
    rule: 'recorded and different is drift; absent is unknown, but absent metadata is off',
    tests: {
      [`${CHUNK}/chunking-drift.test.ts`]: [
        'is four plain strings',
        'names every key that is recorded and different',
        'an absent key is unknown, but absent metadata means off',
      ],
    },
  },
  {
    section: '1.9 drift',
    rule: 'sync and doctor name each key until a rebuild; search tolerates it, eval refuses',
    tests: {
      [`${SYNC}/modes.test.ts`]: ['drift is reported at every sync until a rebuild'],
      [`${CLI}/e2e/doctor.test.ts`]: ['chunking settings that the index does not have yet, key by key'],
      [`${RETRIEVE}/gate.test.ts`]: ['lets an index through that was chunked with other settings'],
      [`${EVAL}/evaluate-kb.test.ts`]: ['is refused for an index that was chunked otherwise'],
    },
  },
]

const INDEX: readonly Rule[] = [
  {
    section: '3 index.db',
    rule: 'WAL, NORMAL, foreign keys; never created by opening, never over a file; queries open read-only',
    tests: {
      [`${STORE}/create-index.test.ts`]: [
        'works under WAL and synchronous = NORMAL with foreign keys',
        'refuses a path where a file is, and leaves the file as it was',
        'never creates an index by opening one',
      ],
      [`${STORE}/read-only-folder.test.ts`]: ['an index that was closed cleanly is searched'],
    },
  },
  {
    section: '3 index.db',
    rule: 'missing, no database, another schema: refused with what to type',
    tests: {
      [`${RETRIEVE}/gate.test.ts`]: ['opens without an index, and then names the command that makes one'],
      [`${STORE}/damaged-file.test.ts`]: [
        '%s is refused with the way out',
        'schema version %s is refused, naming both versions',
        'that was cut short anywhere is refused at opening',
        'with any of its pages zeroed or overwritten answers or refuses, and never throws what SQLite throws',
      ],
    },
  },
  {
    section: '3 index.db',
    rule: 'the tables are those of the schema version, and the meta keys are recorded',
    tests: {
      [`${STORE}/tables.test.ts`]: [
        'the typed tables are the tables of a real index, column by column, type and nullability included',
      ],
      [`${STORE}/create-index.test.ts`]: ['records schema, identity and an unfinished build at creation'],
      [`${STORE}/vector-tiers.test.ts`]: ['is stamped by the tier it means, when a build is complete'],
    },
  },
  {
    section: '3 index.db',
    rule: 'chunking anew replaces all of a document; a soft deletion keeps the row and its links',
    tests: {
      [`${STORE}/put-document.test.ts`]: [
        'is replaced with all of its chunks, full-text rows and vectors',
        'stay when the document is deleted, until it is written again',
      ],
      [`${STORE}/moves-and-deletions.test.ts`]: [
        'keeps the row, which is the identity, and drops everything that can be found',
      ],
    },
  },
  {
    section: '3 index.db',
    rule: 'chunk ids follow from document, text and occurrence: the same across sync, rebuild and machines',
    tests: {
      [`${CHUNK}/chunk-identity.test.ts`]: [
        'hashes the text in UTF-8',
        'is a golden value',
        'survives edits elsewhere in the document',
        'tells equal texts apart by their occurrence',
      ],
      [`${STORE}/rebuild-equality.test.ts`]: [
        'an index changed in any order answers as one built from empty: ranks, scores, ids',
      ],
    },
  },
  {
    section: '3 index.db',
    rule: 'what reads like an instruction is flagged by sorted codes, and ranks as before',
    tests: {
      'packages/index/test/signals/instruction-signals.test.ts': [
        '%j -> %j',
        '%j -> nothing',
        'gives sorted codes without repeats for any text, in bounded time',
      ],
      [`${CLI}/e2e/search.test.ts`]: [
        'marks a passage whose file changed since, and one that reads like an instruction',
      ],
    },
  },
]

const GATE: readonly Rule[] = [
  {
    section: '4 coherence gate',
    rule: 'no key at all is an unfinished sync; any difference is refused key by key; a dropped revision too',
    tests: {
      [`${RETRIEVE}/coherence.test.ts`]: [
        'calls an index with none of the keys, or still building, incomplete: plain sync, no rebuild',
        'refuses any difference, lists every key with both values in order, and says rebuild',
        'refuses when some keys are absent',
        'refuses a pinned revision the index does not have, and one the manifest dropped',
      ],
      [`${RETRIEVE}/gate.test.ts`]: ['runs before every query: a swap between two is noticed'],
      [`${SYNC}/modes.test.ts`]: [
        'is written again where an index records none, as the search that refuses it says',
      ],
    },
  },
  {
    section: '4 coherence gate',
    rule: 'a free backend that moved on refuses the query, a paid one marks passages, an unknown one is skipped',
    tests: {
      [`${RETRIEVE}/coherence.test.ts`]: [
        'passes current and unknown backends',
        'refuses when a free backend moved on, with count, both fingerprints and three paths',
        'marks and never refuses when a paid backend moved on',
      ],
      [`${RETRIEVE}/gate.test.ts`]: ['mark the passages, and only those, when a paid backend has moved on'],
    },
  },
]

const PIPELINE: readonly Rule[] = [
  {
    section: '5 pipeline',
    rule: 'filters: all tags, type, whole UTC days, literal prefix; they hold inside each channel',
    tests: {
      [`${RETRIEVE}/search-narrowing.test.ts`]: [
        'hold inside both channels, so that a narrow one still fills its share',
        'take _ and % in a path literally, and case too',
        'ask for every tag, exactly',
        'know source types and whole UTC days',
      ],
      [`${RETRIEVE}/search-cases.test.ts`]: ['takes %s as it is written'],
      [`${STORE}/searching.test.ts`]: [
        'filters let through the same documents everywhere: exact tags, literal prefixes, half-open times',
      ],
    },
  },
  {
    section: '5 pipeline',
    rule: 'a filter that cannot match by its form is a usage error, one that matches nothing an answer',
    tests: {
      [`${RETRIEVE}/filters.test.ts`]: [
        'refuse a day that is none, naming the parameter',
        'refuse a first day behind the last: nothing could match',
        'refuse an unknown source type and list the known ones',
        'refuse a blank tag and a prefix that is no text',
      ],
      [`${RETRIEVE}/search.test.ts`]: [
        'says why there is nothing: no such words, filtered away, or an empty index',
      ],
      [`${CLI}/e2e/ask.test.ts`]: ['of search, ask and ls alike, in text and in JSON'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'no user text is FTS syntax',
    tests: {
      [`${LEXICAL}/queries.test.ts`]: [
        '%j finds its document first',
        'operators are words',
        '%j has no term',
        'any text is a valid expression, of bounded size',
      ],
      [`${STORE}/searching.test.ts`]: ['never takes what a user types for syntax'],
      [`${RETRIEVE}/search-cases.test.ts`]: [
        'is text: the document that holds it comes first, by %s',
        '%j finds nothing, honestly',
      ],
      [`${CLI}/e2e/search.test.ts`]: ['finds the document that holds the text, for every text'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'names are found whole before their parts, and by their parts',
    tests: {
      [`${RETRIEVE}/search-cases.test.ts`]: [
        'come before texts of their parts, quoted or not, and in other cases, by %s',
        'come before the headings and titles of their parts',
        'are found by their parts too',
      ],
      [`${LEXICAL}/queries.test.ts`]: [
        '%s is found whole, before every text with its parts alone',
        'DEC-0054 beats a long text of 0054, and the other way round it is found by a part',
        'hyphens of every kind are one',
      ],
    },
  },
  {
    section: '5 pipeline',
    rule: 'words of every script are found by keywords alone, in either composition, and signs cut none',
    tests: {
      [`${RETRIEVE}/search-cases.test.ts`]: [
        'is found by a word of it alone, and its signs cut no word, by %s',
        'put no text that lacks the word before the one that holds it',
      ],
      [`${LEXICAL}/queries.test.ts`]: ['combining signs do not cut words', '%j equals %j, both ways'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'three words of a long question suffice',
    tests: {
      [`${RETRIEVE}/search-cases.test.ts`]: [
        'finds the document that shares three words with it, among those that share the small ones',
        'of the greatest length that is taken is answered too',
      ],
      [`${LEXICAL}/queries.test.ts`]: ['%j asks for %s'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'BM25 turned so that higher is better, ties by path and ordinal',
    tests: {
      [`${STORE}/searching.test.ts`]: [
        'orders by BM25 and flips its sign, so that higher is better',
        'breaks ties by path in code-point order, then by ordinal, wherever the cut falls',
      ],
    },
  },
  {
    section: '5 pipeline',
    rule: 'cosine over every vector, down to the first that is not positive; another width is refused',
    tests: {
      [`${STORE}/searching.test.ts`]: [
        'orders by cosine, and stops where it is no longer positive',
        'breaks ties by path, then ordinal',
        'takes a query of any length for its direction, and finds nothing near the zero vector',
        'refuses a query of another width, and one that is not finite',
      ],
      [`${STORE}/damaged-vectors.test.ts`]: ['of another width than it says is refused by the %s tier'],
      [`${STORE}/refresh.test.ts`]: ['tells of commits that never leave the log, which stat does not see'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'fusion is the sum of 1/(60 + rank), ties in the order of lists, cut at fusion_top_k',
    tests: {
      [`${RETRIEVE}/fusion.test.ts`]: [
        'adds 1/(60 + rank) over the lists, rank one-based',
        'keeps the order of first insertion for equal scores: earlier lists first',
      ],
      [`${RETRIEVE}/search-channels.test.ts`]: [
        'names the rank in each of five lists, and fusion is their reciprocal sum',
      ],
      [`${RETRIEVE}/search-seams.test.ts`]: [
        'is one further list, fused with the others, when the manifest turns it on',
      ],
    },
  },
  {
    section: '5 pipeline',
    rule: 'survivors are ordered by relevance (decision 6), then coverage, then path',
    tests: {
      [`${RETRIEVE}/search.test.ts`]: ['puts the document that the query names before those that mention it'],
      [`${RETRIEVE}/candidates.test.ts`]: [
        'is by %s, before any path',
        'is by path in code points where all scores are equal, and keeps the order given within a document',
      ],
      [`${RETRIEVE}/relevance.test.ts`]: ['keeps apart what ranks alone cannot: a strong and a weak second'],
      [`${RETRIEVE}/words.test.ts`]: ['is the share of distinct query words that stand in the passage'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'a reranker orders all survivors by raw scores; one that is missing or fails is said',
    tests: {
      [`${RETRIEVE}/search-seams.test.ts`]: [
        'reorders all survivors by its raw scores and decides the confidence',
        'that the manifest names and nobody has is said, and nothing else changes',
        'that fails leaves the fused order, with the reason',
      ],
    },
  },
  {
    section: '5 pipeline',
    rule: 'k is an integer of at least 1, and at most fusion_top_k are returned',
    tests: {
      [`${RETRIEVE}/search-options.test.ts`]: [
        'takes final_k passages unless told otherwise',
        'ranks no more than fusion_top_k passages, and says so',
        'refuses %s as any limit',
        'refuses %s passages: nobody means that',
      ],
    },
  },
  {
    section: '5 pipeline',
    rule: 'same index, same query, same answer: across runs, rebuilds and unrelated documents',
    tests: {
      [`${RETRIEVE}/search.test.ts`]: [
        'gives the same answer every time, and after a rebuild in another order',
      ],
      [`${RETRIEVE}/evidence.test.ts`]: ['stays the same when an unrelated document is added'],
    },
  },
  {
    section: '5 pipeline',
    rule: 'every answer says which channels ran, with which model and build; a missing one is said',
    tests: {
      [`${RETRIEVE}/search.test.ts`]: [
        'answers with cited passages, what ran and the build that answered',
        'leaves keyword search, with a clear flag in the answer',
      ],
      [`${RETRIEVE}/search-channels.test.ts`]: [
        'names entities and concepts where they were asked for, and not otherwise',
        'says that concepts were not looked for when there is no embedder',
      ],
      [`${CLI}/e2e/ask.test.ts`]: [
        '%s says which channels ran, with which model and build, and which did not',
      ],
    },
  },
  {
    section: '5.1 vector tiers',
    rule: 'the exact tier and its codes find the same chunks with the same scores',
    tests: {
      [`${STORE}/vector-tiers.test.ts`]: [
        'finds the same chunks with the same scores under every filter, in a first search and in later ones',
        'takes codes from so many chunks on, counted under the filter',
      ],
      [`${VECTOR}/code-search.test.ts`]: [
        'for vectors of any length and with any repeats, any mask and any k',
      ],
      'packages/manifest/test/load-manifest.test.ts': ['vector_tier = "%s" is read'],
    },
  },
  {
    section: '5.1 vector tiers',
    rule: 'doctor warns of many chunks by the exact tier and of very many by any; compares the tiers on 20 stored vectors',
    tests: {
      'packages/cli/test/doctor/vector-tier.test.ts': [
        'names the tier, why it is taken, and that it agrees',
        'warns of many chunks by the exact tier alone, with the setting that is fast',
        'asks for a split at two million chunks, by whichever tier',
        'fails where a tier finds something else, however large the index is',
      ],
      [`${STORE}/tier-agreement.test.ts`]: [
        'is there for %s, over several blocks of vectors',
        'is not there when the codes are whole, but those of other vectors',
        'lets hits change places that are within a millionth of each other',
      ],
      [`${CLI}/e2e/doctor.test.ts`]: [
        'which tier searches scan by, for the size of the index or because the manifest says so',
      ],
    },
  },
  {
    section: '5.2 response shaping',
    rule: 'max_per_document passes over before the cut and counts; max_tokens drops whole and lists',
    tests: {
      [`${RETRIEVE}/shaping.test.ts`]: [
        'caps passages per document before the cut, so that others move up, and counts what it passed over',
        'drops a passage whole when the budget is too small for it, and goes on with the next',
        'never exceeds a bound, keeps rank order and loses nothing silently',
      ],
      [`${RETRIEVE}/search-narrowing.test.ts`]: [
        'caps passages of one document and budgets tokens without cutting text',
      ],
    },
  },
  {
    section: '5.2 response shaping',
    rule: 'entities are phrases, concepts one vector; bounded; empty they change nothing',
    tests: {
      [`${RETRIEVE}/search.test.ts`]: [
        'add a phrase list and a vector list',
        'change nothing when they are empty',
      ],
      [`${RETRIEVE}/search-options.test.ts`]: ['bounds entities and concepts'],
      [`${STORE}/searching.test.ts`]: ['finds phrases as consecutive words, any of them'],
    },
  },
]

const ANSWERS: readonly Rule[] = [
  {
    section: '6 confidence',
    rule: 'the five cases in order, bounds medium, three decimals in the reason',
    tests: {
      [`${RETRIEVE}/confidence.test.ts`]: [
        'is unknown without passages, even when calibrated, with the reason of the caller',
        'is unknown when the KB is not calibrated',
        'is unknown when no reranker scored',
        'is unknown for a calibration fitted for another reranker, and names both',
        'is low below the lower bound and high above the upper one',
        'is medium between the bounds, both included',
        'reads the first passage alone and shows its score to three decimals',
      ],
    },
  },
  {
    section: '7 evidence',
    rule: 'a citation is path, locator and heading, and leads to exactly the text',
    tests: {
      [`${RETRIEVE}/citation.test.ts`]: [
        'name code points for documents without pages',
        'name pages, and a range only when there is one',
        'finds its way back from every citation that can be made',
      ],
      [`${RETRIEVE}/evidence.test.ts`]: [
        'leads to exactly the text of its passage, read anew from the file',
        'is understood by get, which gives the same text from the file',
        'holds for any document',
      ],
    },
  },
  {
    section: '7 evidence',
    rule: 'get takes id, link, path, span, pages, chunk id and heading',
    tests: {
      [`${RETRIEVE}/get.test.ts`]: [
        'gives a whole document by id, link, path, relative and absolute path',
        'gives any span by code points, with the heading when the span is a passage',
        'gives pages apart, by range',
        'refuses pages that are not there, with the total, and pages of a text',
      ],
      [`${RETRIEVE}/get-section.test.ts`]: [
        'gives the section with the deeper ones below it, and cites it',
        'takes a document id in place of the path, for headings and for spans',
        'asks which one is meant when a heading stands in two places',
      ],
      [`${CLI}/e2e/read.test.ts`]: [
        'come back whole from search, citation, get and ls, whatever they are',
        'lists in the order of paths, filters, and is empty without complaint',
        'narrows by tag, path, type and day, all at once',
      ],
    },
  },
  {
    section: '8 payloads',
    rule: 'search --json has the keys of both editions and the further ones',
    tests: {
      [`${RETRIEVE}/payload.test.ts`]: [
        'has every key that both editions print, null where there is no value',
        'adds what ran, what was left out, ids and scores',
        'uses snake_case throughout and survives JSON unchanged',
      ],
    },
  },
  {
    section: '8 payloads',
    rule: 'the human form, its warnings, and the formats beside it',
    tests: {
      [`${CLI}/output/search.test.ts`]: [
        'gives number, path and heading, then the indented text and the citation, then the confidence',
        'marks a stale text, a changed file and a text that reads like an instruction',
      ],
      [`${CLI}/output/search-formats.test.ts`]: [
        'gives each passage a section with citation and fenced text, then what ran and the confidence',
        'keeps every text inside its fence, whatever fences it holds',
        'names each document once, best first, one line each whatever its name',
      ],
    },
  },
  {
    section: '8 payloads',
    rule: 'ask gives what search gives, never an answer, and the branch by confidence; --deep is refused',
    tests: {
      [`${RETRIEVE}/escalation.test.ts`]: [
        'is, at %s confidence, %s',
        'is nothing without passages, whatever the confidence (%s)',
      ],
      [`${CLI}/e2e/ask.test.ts`]: [
        'gives what search gives, says that it wrote no answer, and changes nothing',
        'between bounds of %d and %d is %s and would take a %s',
        'finds nothing honestly, with 0 and no offer',
        'refuses --deep, which is not part of this release, before it looks for anything',
      ],
    },
  },
]

const EVALUATION: readonly Rule[] = [
  {
    section: '9 eval',
    rule: 'the golden set is read strictly, and all its faults come at once',
    tests: {
      [`${EVAL}/golden-set.test.ts`]: [
        'is read with hops, filters and ids',
        'may be empty: %s',
        'refuses a repeated id, given or made',
        'reports every fault at once, in the order of the file',
        'of %s is %s',
      ],
    },
  },
  {
    section: '9 eval',
    rule: 'hops search by their own queries, the last with the filters; hit and rank as defined',
    tests: {
      [`${EVAL}/measure.test.ts`]: [
        'ranks distinct documents, and takes the score of the first passage',
        'asks each hop by its query, and filters the last alone',
        'misses when any hop does, but keeps the rank',
      ],
    },
  },
  {
    section: '9 eval',
    rule: 'figures follow the formulas; worse by more than the tolerance fails; both files or neither',
    tests: {
      [`${EVAL}/summary.test.ts`]: ['follows the formulas', 'name every figure that is worse by more'],
      [`${EVAL}/evaluate-kb.test.ts`]: ['writes both files or neither: a folder at %s'],
      [`${CLI}/e2e/eval.test.ts`]: ['measures, keeps a baseline, and fails on what got worse'],
    },
  },
  {
    section: '10 calibrate',
    rule: 'median and 90th percentile, half to even; both kinds needed; leave-one-out from 20 on; writes nothing',
    tests: {
      [`${EVAL}/calibration.test.ts`]: [
        'takes the median and the 90th percentile of the unanswerable',
        'needs both kinds',
        'leaves one out from 20 no-answer questions on',
      ],
      [`${CLI}/e2e/eval.test.ts`]: ['prints a table that makes confidence known, and writes nothing'],
    },
  },
]

/** The rules of retrieval, section by section. */
export const RULES: readonly Rule[] = [...CHUNKING, ...INDEX, ...GATE, ...PIPELINE, ...ANSWERS, ...EVALUATION]
