import type { Rule as RuleOf } from './rule.js'

/** The sections of the specification of links and graph that the PPR channel, mentions and the gate stand in. */
export const SECTIONS = ['5 gate', '6 ppr', '7 mentions'] as const

type Rule = RuleOf<(typeof SECTIONS)[number]>

const PPR = 'packages/graph/test/ppr'
const CHANNEL = `${PPR}/ppr-channel.test.ts`
const RESET = `${PPR}/reset-vector.test.ts`
const WALK = `${PPR}/page-rank.test.ts`
const WEIGHTS = `${PPR}/walk-graph.test.ts`
const GATE = 'packages/retrieve/test/eval/gate/judge-gate.test.ts'
const REACH = 'packages/graph/test/reach/document-reach.test.ts'
const LABELS = 'packages/sync/test/graph/label-vectors.test.ts'
const MENTIONS = 'packages/graph/test/mentions/mentions.test.ts'
const SYNCED = 'packages/sync/test/graph/mentions.test.ts'
const NER = 'packages/cli/test/ner/entities.test.ts'
const STORE = 'packages/index/test/store'
const MANIFEST = 'packages/manifest/test/load-manifest.test.ts'

const GATES: readonly Rule[] = [
  {
    section: '5 gate',
    rule: 'three runs that agree on k, models, ranking, widths, chunking and questions; else nothing is judged',
    tests: {
      [GATE]: ['%s', 'names every fault at once, and takes keys in any order for the same settings'],
    },
  },
  {
    section: '5 gate',
    rule: 'an exact one-sided sign test on discordant multi-hop questions, p below 0.05; 1 without any',
    tests: {
      [GATE]: [
        'is the upper tail of the binomial distribution',
        'passes a channel that gains five multi-hop questions and loses nothing',
        'does not believe four gains, nor a run without discordant questions',
        'counts multi-hop questions alone',
      ],
    },
  },
  {
    section: '5 gate',
    rule: 'no kind more than 0.02 worse, and no right answer that becomes low',
    tests: {
      [GATE]: [
        'fails a kind that gets more than 0.02 worse',
        'fails a question that was a hit and loses its confidence',
        'does not hold against the channel what was low before, or no hit',
      ],
    },
  },
  {
    section: '5 gate',
    rule: 'both runs with the channel pass, and the greater p licenses',
    tests: { [GATE]: ['licenses by the greater p of both runs, and needs both'] },
  },
  {
    section: '5 gate',
    rule: 'the command makes the runs, prints verdict, ceiling and shares, and writes nothing',
    tests: {
      'packages/cli/test/e2e/gate.test.ts': [
        '%s: makes its three runs, says the verdict, and writes nothing',
        'tells a program the same',
        'excludes %s',
      ],
    },
  },
  {
    section: '5 gate',
    rule: 'the reachable ceiling: two logical hops, without what membership alone would bring',
    tests: {
      [REACH]: [
        'lies two links away, in either direction, and no further',
        'passes through a tag or directory in one hop',
        'is nothing of a document that is found already, unless more than the document joins its chunks',
      ],
    },
  },
]

const WALKS: readonly Rule[] = [
  {
    section: '6 ppr',
    rule: 'the manifest may say ppr',
    tests: { [MANIFEST]: ['graph_channel = "%s" is read'] },
  },
  {
    section: '6 ppr',
    rule: 'all kinds that are selected, undirected: hubs 1 / members, authored 2, others 1; mentions by their share',
    tests: {
      [WEIGHTS]: [
        'a link counts 2 whatever its direction and however many, a spoke 1 / members, the rest 1',
        'kinds that are left out weigh nothing',
        'a mention weighs its share in the mentions of its chunk, near-duplicates their cosine',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'the graph is kept as long as the index stays as it is',
    tests: {
      [CHANNEL]: ['follows the index: what is committed between two questions counts in the second'],
      [`${STORE}/chunk-cosines.test.ts`]: [
        'the state of an index is one object until something is committed',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'seeds: 0.05 of the cosine of every active chunk, at every tier, and at most five names over their chunks',
    tests: {
      [RESET]: [
        'chunks count 0.05 of their cosine, names their score over the chunks they lead to; all sum to 1',
        'no more than five names: the best, and of equals those whose chunks come nearest',
      ],
      [`${STORE}/chunk-cosines.test.ts`]: ['%s: every active chunk has its cosine, by path, then ordinal'],
    },
  },
  {
    section: '6 ppr',
    rule: 'a name matches by whole words, by a cosine of one half or more, or as an entity of the caller',
    tests: {
      [CHANNEL]: [
        'are seeds without any vector: a tag, whatever its case, as whole words',
        'are headings too, by their own title',
        'are entities of the caller, as a whole',
        'are near enough by their vectors from a cosine of one half on',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'names are embedded at sync, where the channel asks for it',
    tests: {
      [LABELS]: [
        'are made where the graph channel compares names, each distinct name once',
        'cost others nothing',
        'are made by the next sync when the channel is turned on, though no document changed',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'nowhere to begin gives nothing',
    tests: {
      [RESET]: ['is nowhere when nothing is near and nothing named'],
      [CHANNEL]: ['is empty where there is nowhere to begin'],
    },
  },
  {
    section: '6 ppr',
    rule: 'power iteration to an L1 change of 1e-6 or 50 steps, dangling mass returned; no mass is lost',
    tests: {
      [WALK]: [
        'weights decide how a walk parts',
        'what a node without edges holds returns to where walks begin',
        'agrees with the solution of the dense equations',
        'loses no mass and takes at most the bound of steps',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'ranking by the walk, ties by path and ordinal; no roots, filters held, cut; the same after a rebuild',
    tests: {
      [CHANNEL]: [
        'ranks what a walk from the near chunks spends time at; a link leads further than a shared tag',
        'leaves out what the filters leave out, and is cut at the limit',
        'is the same after a rebuild, in whatever order documents were indexed',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'another chunk of a root document enters only if more than membership joins it with a root',
    tests: {
      [CHANNEL]: [
        'holds no root, and of its document only what more than the document joins with it',
        'holds a chunk under the heading of a root, and not without edges of that kind',
      ],
    },
  },
  {
    section: '6 ppr',
    rule: 'no edges, no list',
    tests: {
      [CHANNEL]: ['is empty over an index without edges, and without kinds of edges to walk over'],
    },
  },
]

const NAMES: readonly Rule[] = [
  {
    section: '7 mentions',
    rule: 'asked for by option or environment, refused with the install command where the peer is absent',
    tests: {
      [NER]: [
        'names are asked for by the option, or by PINAKES_NER=1',
        'without its packages the refusal says what to install',
      ],
    },
  },
  {
    section: '7 mentions',
    rule: 'surface, type and place of each name, places in code points',
    tests: {
      [NER]: ['are runs of proper nouns, with their types', 'have their places in code points'],
    },
  },
  {
    section: '7 mentions',
    rule: 'keys are NFKC, lower case, blanks collapsed; short ones and digits are none',
    tests: { [MENTIONS]: ['%j is %j', '%j has none'] },
  },
  {
    section: '7 mentions',
    rule: 'an entity of one chunk is not minted; counts are stored and weigh',
    tests: {
      [MENTIONS]: [
        'join chunks by the entities that two of them hold, with how often',
        'of one chunk, however many, and of chunks that are not in the graph, join nothing',
      ],
      [`${STORE}/mentions.test.ts`]: [
        'keep their counts, and near-duplicates their cosine, whatever numbers nodes get',
      ],
    },
  },
  {
    section: '7 mentions',
    rule: 'near-duplicates from a cosine of 0.8 on, five of one entity at most',
    tests: {
      [MENTIONS]: [
        'are pairs of a cosine of 0.8 or more, best first, each once',
        'are five of one entity at most',
      ],
      [SYNCED]: ['join near-duplicates where the channel compares names, when it is turned on later too'],
    },
  },
  {
    section: '7 mentions',
    rule: 'each text is read once by a model; the index names it',
    tests: {
      [SYNCED]: [
        'cost one reading of each text: only new ones are read again, and all by another model',
        'join chunks by names that stand in two of them; the index names the model',
        'are not looked for unless asked',
      ],
    },
  },
]

export const RULES: readonly Rule[] = [...GATES, ...WALKS, ...NAMES]
