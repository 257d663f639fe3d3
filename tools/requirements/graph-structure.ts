import type { Rule as RuleOf } from './rule.js'

/** The sections of the specification of links and graph that edges, expansion and their doctor rows stand in. */
export const SECTIONS = ['2.5 doctor', '3 structural graph', '5 expansion'] as const

type Rule = RuleOf<(typeof SECTIONS)[number]>

const DERIVE = 'packages/graph/test/structure/derive-graph.test.ts'
const EXPAND = 'packages/graph/test/expand/expand-channel.test.ts'
const STORE = 'packages/index/test/store/graph.test.ts'
const SYNC = 'packages/sync/test/graph/derive-edges.test.ts'
const SEARCH = 'packages/retrieve/test/graph-channel.test.ts'
const EVALUATE = 'packages/retrieve/test/eval/evaluate-kb.test.ts'
const LINES = 'packages/cli/test/output/sync.test.ts'
const ROWS = 'packages/cli/test/doctor/rows.test.ts'
const EVAL = 'packages/cli/test/e2e/eval.test.ts'

/** Every rule by chance, against a reading of it that takes no short cut. */
const LITERAL = 'does what the rules say, with every edge looked at, in every tier of vectors'

const DOCTOR: readonly Rule[] = [
  {
    section: '2.5 doctor',
    rule: 'edge hubs: the three greatest by (kind, key), each kind in its own words, and how many more',
    tests: {
      [ROWS]: ['names each kind in its own way, with its members, and counts the rest'],
      [STORE]: ['ranks hubs by members, then kind and key'],
    },
  },
  {
    section: '2.5 doctor',
    rule: 'heading coverage: the share of active chunks with a path; only Markdown at 0 is a warning',
    tests: {
      [ROWS]: [
        'warns when no Markdown chunk stands under a heading',
        'gives the share of all and per type, and says why other types have none',
        'is content with an index that holds nothing, or no Markdown',
      ],
      [STORE]: ['heading counts are by source type, of active documents'],
    },
  },
]

const STRUCTURE: readonly Rule[] = [
  {
    section: '3 structural graph',
    rule: 'derived in full on every indexing sync that changed something, in a rebuild before the swap, not under --sidecars-only',
    tests: {
      [SYNC]: [
        'anew as a whole when anything changed, and not at all when nothing did',
        'in a rebuild, before the new index takes its place',
        'in an index-only run, and never under sidecars-only',
      ],
    },
  },
  {
    section: '3 structural graph',
    rule: 'nodes and edges are cleared and rebuilt in one transaction; a run that ended early leaves it to the next',
    tests: {
      [STORE]: [
        'takes the place of the one before as a whole',
        'stays when the one that was to replace it is refused',
      ],
      [SYNC]: ['when an earlier run ended before it came to that, though no document changed since'],
    },
  },
  {
    section: '3 structural graph',
    rule: 'active documents alone',
    tests: { [STORE]: ['outlines give the active documents by id, with the headings of their chunks'] },
  },
  {
    section: '3 structural graph',
    rule: 'membership of every chunk, siblings by adjacent ordinals, in-section by equal paths of one document',
    tests: {
      [DERIVE]: [
        'membership: of every chunk',
        'sibling: the next chunk, and no farther one',
        'in-section: chunks that share a path, per document',
      ],
    },
  },
  {
    section: '3 structural graph',
    rule: 'parent-child by whole titles at every level, found by ancestor lookup',
    tests: {
      [DERIVE]: [
        'parent-child: every level above, by whole titles',
        'parent-child: across a level that has no chunk of its own',
        'parent-child: a child may stand before its parent',
        'agrees with comparing everything with everything, in any order of the documents',
      ],
    },
  },
  {
    section: '3 structural graph',
    rule: 'hubs of directories and tags with at least two members; tags exact, once a document, no blanks, text alone',
    tests: {
      [DERIVE]: [
        'co-located: documents right in one directory, `.` at the root',
        'shared-tag: exact tags, each once a document, no blank ones, nothing but text',
      ],
    },
  },
  {
    section: '3 structural graph',
    rule: 'authored edges are links whose ends are active documents here, and need the id of the KB',
    tests: {
      [STORE]: ['join active documents of the own knowledge base'],
      [EXPAND]: ['refuses to read links without the id of their knowledge base'],
    },
  },
  {
    section: '3 structural graph',
    rule: 'a hub spoke weighs 1 / members on both sides',
    tests: { [EXPAND]: ['prefers the smaller hub', LITERAL] },
  },
  {
    section: '3 structural graph',
    rule: 'the census has every kind, at 0 too; sync prints stored total, seconds, authored, then each kind',
    tests: {
      [STORE]: ['is counted by kind, kinds without a row included'],
      [SYNC]: ['after the documents, and counts them', 'with the tags and links of sidecars'],
      [LINES]: [
        'counts the edges that were derived, in one line',
        'counts the edges by kind, and says null where they were not derived',
      ],
    },
  },
  {
    section: '3 structural graph',
    rule: 'a kind that does not exist cannot be dropped',
    tests: {
      [SEARCH]: ['leave kinds of edges out, and refuse one that does not exist'],
      [EVAL]: ['refuses a kind of edges that does not exist, and names those that do'],
    },
  },
]

const EXPANSION: readonly Rule[] = [
  {
    section: '5 expansion',
    rule: 'off reads no node and no edge',
    tests: {
      [SEARCH]: [
        'none of them reads nodes or edges while the channel is off',
        'the log sees them when it is on',
      ],
    },
  },
  {
    section: '5 expansion',
    rule: 'over an empty edge set results are those of the other lists',
    tests: {
      [SEARCH]: ['over an index without edges answers as without the channel, to the last score'],
      [EXPAND]: ['finds nothing without roots, or in an index without edges'],
    },
  },
  {
    section: '5 expansion',
    rule: 'peers, heading hubs and the document step, two hops, state global to the walk',
    tests: {
      [EXPAND]: [
        'comes to its siblings, and in a second hop to theirs',
        'comes to chunks of the sections above and below, and of its own',
        'comes to documents that are linked with it either way, two links far',
        'comes to documents of its directory and its tags, linked ones first when the width is one',
        LITERAL,
      ],
    },
  },
  {
    section: '5 expansion',
    rule: 'no document step without membership; same-document chunks by membership alone are not found',
    tests: {
      [EXPAND]: [
        'comes to nothing without membership, or without the kind of edge',
        'never comes to chunks of its document that are joined to it by the document alone',
      ],
    },
  },
  {
    section: '5 expansion',
    rule: 'what is outside the filters is neither found nor walked over',
    tests: { [EXPAND]: ['filters hold for what is found, and for the way there'] },
  },
  {
    section: '5 expansion',
    rule: 'ranking by cosine, distance, weight, path, ordinal, cut at candidates_per_source',
    tests: {
      [EXPAND]: [
        'by cosine, then hops, then weight, then place',
        'cuts at the limit, and a query of no known word ranks by hops and weight',
      ],
    },
  },
  {
    section: '5 expansion',
    rule: 'link distance and in-degree salience are options of evaluation, kept in the header',
    tests: {
      [EXPAND]: [
        'without the hops, weight breaks ties',
        'with salience, by the links that point at the document too',
      ],
      [EVALUATE]: [
        'tells of the graph channel that was measured, and of how',
        'names no kind of edges while the channel is off',
      ],
      [EVAL]: ['keeps in the outcomes what was measured'],
    },
  },
  {
    section: '5 expansion',
    rule: 'openKb makes the channel of the manifest; one of the caller wins',
    tests: {
      [SEARCH]: [
        'finds what is linked with what was found, without being given a channel',
        'gives way to a channel of the caller',
        'turn the channel on and off, whatever the manifest says',
        'starts from documents that an entity names, too',
      ],
    },
  },
  {
    section: '5 expansion',
    rule: 'what is kept of an index goes when it is derived anew',
    tests: { [EXPAND]: ['sees a graph that was derived anew'] },
  },
]

export const RULES: readonly Rule[] = [...DOCTOR, ...STRUCTURE, ...EXPANSION]
