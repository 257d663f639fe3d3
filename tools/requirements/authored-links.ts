import type { Rule as RuleOf } from './rule.js'

/** The sections of the specification of links and graph that authored links and the walk over them stand in. */
export const SECTIONS = [
  '1.1 links',
  '1.2 URIs',
  '1.3 link',
  '1.4 links',
  '2.5 doctor',
  '4 bounds',
  '4.1 provider',
  '4.2 walk',
  '4.3 payload',
] as const

type Rule = RuleOf<(typeof SECTIONS)[number]>

const PUT = 'packages/index/test/store/put-document.test.ts'
const STORE = 'packages/index/test/store/linked-documents.test.ts'
const REBUILD = 'packages/sync/test/links-through-rebuild.test.ts'
const TARGET = 'packages/graph/test/links/link-target.test.ts'
const EDIT = 'packages/graph/test/links/edit-link.test.ts'
const MANY = 'packages/graph/test/links/many-edits.test.ts'
const WALK = 'packages/graph/test/traverse/walk.test.ts'
const PROPERTY = 'packages/graph/test/traverse/walk.property.test.ts'
const BOUNDS = 'packages/graph/test/traverse/bounds.test.ts'
const INDEXED = 'packages/graph/test/traverse/traverse-links.test.ts'
const KB = 'packages/retrieve/test/links.test.ts'
const CLI = 'packages/cli/test/e2e/link.test.ts'
const DOCTOR = 'packages/cli/test/doctor/rows.test.ts'

const ROWS: readonly Rule[] = [
  {
    section: '1.1 links',
    rule: 'a document’s own rows are replaced when it or its sidecar is read anew, each once',
    tests: {
      [PUT]: ["replace the document's own and leave those of others"],
      'packages/sync/test/sync-basics.test.ts': ['re-reads a changed sidecar without embedding anything'],
    },
  },
  {
    section: '1.1 links',
    rule: 'an authored row reclaims one of a scan, never the other way round',
    tests: {
      [PUT]: [
        'that the author wrote outrank what a scan found, never the other way round',
        'found by a scan stay when the document is written anew',
      ],
    },
  },
  {
    section: '1.1 links',
    rule: 'a deleted document keeps its rows, through a rebuild too',
    tests: {
      [PUT]: ['stay when the document is deleted, until it is written again'],
      [REBUILD]: ['links of deleted documents, and of one whose sidecar cannot be read, outlive a rebuild'],
    },
  },
  {
    section: '1.2 URIs',
    rule: 'two segments, upper case ids, self in any case, never an alias',
    tests: {
      [TARGET]: [
        'is a URI if it begins with pnk://, whatever aliases are called',
        'is no URI: %s',
        'an alias where the KB id belongs is told that URIs carry none',
        'another spelling of the scheme is a path',
      ],
      [EDIT]: ['accepts a URI whose document is nowhere, of any KB, and expands self'],
    },
  },
]

const LINK: readonly Rule[] = [
  {
    section: '1.3 link',
    rule: 'one entry in the sidecar of the source, no other byte of any file',
    tests: {
      [EDIT]: ['writes one entry into the sidecar of the source and nothing else'],
      [MANY]: ['links come and go by the thousand, and every sidecar is as it was'],
      [CLI]: ['adds a link to one sidecar and says what to do next; pnk links shows it after a sync'],
    },
  },
  {
    section: '1.3 link',
    rule: 'no sync lock; a kill or another edit at once tears and loses nothing',
    tests: {
      [CLI]: [
        'needs no sync lock: it works while a sync has it',
        'at once with another on the same sidecar, 50 times: no link is lost',
        'killed at any moment leaves the sidecar as it was or as it was to be',
      ],
    },
  },
  {
    section: '1.3 link',
    rule: 'checks come in the order relation, source, target, sidecar, self, duplicate',
    tests: { [EDIT]: ['in the order relation, source, target, sidecar, self'] },
  },
  {
    section: '1.3 link',
    rule: 'targets: a URI, a linked KB’s name and path, a path here; names may hold colons',
    tests: {
      [TARGET]: [
        'is a path of a linked KB behind its name and a colon',
        'aliases may hold colons: of names that begin alike the longest counts',
        'is a path here otherwise; ./ keeps a name with a colon from being an alias',
      ],
      [EDIT]: [
        'finds a document of a linked KB from the root, whatever the working directory',
        'tells two KBs apart that were forked from one and share document ids',
        'with a colon says what linked KBs there are',
      ],
    },
  },
  {
    section: '1.3 link',
    rule: 'a document is found inside its KB alone, the last component never resolved',
    tests: {
      [EDIT]: [
        'accepts a document outside of the sources, a symlinked document, and an absolute path through a link',
        'for a symlinked directory that leads out, and for one that goes round',
        'for %s, at either end',
      ],
    },
  },
  {
    section: '1.3 link',
    rule: 'no sidecar, an unreadable one, the document itself, a linked KB that is not there: refused, nothing written',
    tests: {
      [EDIT]: [
        'for an empty relation',
        'for a document without a sidecar: it never mints an id',
        'for a sidecar that cannot be parsed, which stays as it is',
        'of a document with itself, and of two that share an id',
        'that names a sidecar says which document to name',
        'when it is not there, is a file or another KB, or its path cannot be used',
        'when the document is not there, has no or a broken sidecar, or lies outside',
      ],
      [CLI]: ['refuses %j with exit %i, and so does unlink'],
    },
  },
  {
    section: '1.3 link',
    rule: 'the same link is written once, another relation is another entry',
    tests: {
      [EDIT]: ['the same link again writes nothing, another relation to the same target is a second entry'],
      [CLI]: ['twice writes nothing the second time; unlink takes it away again, byte for byte'],
    },
  },
  {
    section: '1.3 link',
    rule: 'a relation is read back as the text that it is',
    tests: {
      [EDIT]: [
        'reads the relation %j back as that text',
        'quotes %s only where YAML would read something else',
      ],
    },
  },
  {
    section: '1.3 link',
    rule: 'a symlinked sidecar is written through',
    tests: { [EDIT]: ['writes a symlinked sidecar through, inside the KB alone'] },
  },
  {
    section: '1.3 link',
    rule: 'unlink has the same care',
    tests: {
      [EDIT]: [
        'gives back the file as it was before it was added',
        'takes one relation and leaves the others, and takes a link whose target is gone by its URI',
        'takes what was written by hand: blanks around the relation, copies, a link to itself',
      ],
    },
  },
]

const LINKS: readonly Rule[] = [
  {
    section: '1.4 links',
    rule: 'a document by id or indexed path, active alone',
    tests: {
      [KB]: [
        'finds links both ways by path, id and URI',
        'refuses a direction before it loads a model, an empty query, and documents that are not there',
      ],
    },
  },
  {
    section: '1.4 links',
    rule: 'a model is loaded for a query alone, after the direction was looked at',
    tests: {
      [KB]: [
        'loads no model without a query, and ranks by meaning with one',
        'refuses a direction before it loads a model, an empty query, and documents that are not there',
      ],
    },
  },
  {
    section: '1.4 links',
    rule: 'one line a row; why there is none, in the order arguments, unresolved, none; notes on stderr',
    tests: {
      [KB]: ['says why nothing is shown'],
      [CLI]: [
        'prints one line a link, notes on stderr, and the payload as JSON',
        'says why there is nothing',
      ],
    },
  },
  {
    section: '2.5 doctor',
    rule: 'links are counted as of the last sync; what dangles here, or in a partner that was read whole, is a warning',
    tests: {
      [STORE]: ['links are counted by where they lead; those of deleted documents lead from nowhere'],
      [DOCTOR]: [
        'counts linked documents, links, and links that lead elsewhere',
        'warns of a link to a document that is not here',
        'warns of a link abroad only when every document there is known',
        'warns when nothing is linked, and not when there is nothing to link',
      ],
    },
  },
]

const TRAVERSAL: readonly Rule[] = [
  {
    section: '4 bounds',
    rule: 'defaults and clamps, never errors; depth 0 gives nothing',
    tests: {
      [BOUNDS]: ['have defaults, the width that of the manifest', 'are clamped, never refused'],
      [WALK]: ['goes one hop by default, three at most, none at depth 0'],
      [KB]: ['takes the width of a document from the manifest'],
    },
  },
  {
    section: '4.1 provider',
    rule: 'rows out, in or both, of one relation if asked; a document here that is not active is unresolved, one elsewhere never',
    tests: {
      [INDEXED]: [
        'go out and in, and are both where one relation goes both ways',
        'keep the direction asked for at every hop',
        'to and from documents that are not active are unresolved; those of other KBs never are',
      ],
      [STORE]: ['are read in one direction, sorted, with what this KB knows of the other end'],
    },
  },
  {
    section: '4.1 provider',
    rule: 'the key is KB and document, other KBs are terminal and borrow nothing',
    tests: {
      [INDEXED]: [
        'a forked KB has the same document ids: its documents never borrow a score, a title or a state',
        'of a partner that point here are shown and not followed',
      ],
      [WALK]: ['never takes a document of another KB for the one of the same id here'],
    },
  },
  {
    section: '4.1 provider',
    rule: 'weight 2; with a query the cosine of the nearest chunk; the cost of a row',
    tests: {
      [INDEXED]: ['weigh 2 each, and are ranked by the nearest chunk with a query'],
      [STORE]: [
        'is the cosine of the nearest chunk; what has no chunks is not compared',
        'is that of a search, for more chunks than are read at once',
      ],
      [WALK]: ['a row costs a token for four code points of its texts, and one'],
    },
  },
  {
    section: '4.1 provider',
    rule: 'who sees a row first says its direction, whatever the depth',
    tests: {
      [WALK]: [
        'the first document to see a row says which way it goes, so that a deeper walk tells the same',
      ],
      [PROPERTY]: ['a deeper walk begins as the shallower one and tells the same of its rows'],
    },
  },
  {
    section: '4.2 walk',
    rule: 'the best of each document, then of the hop; each document expanded once, each row shown once',
    tests: {
      [WALK]: [
        'keeps the best adjacent_k candidates of each document and notes the rest',
        'ranks what a hop kept together, by key where nothing else tells',
        'with a query ranks by cosine, and rows without one after all that have one',
        'expands each document once, however many ways lead to it, and never the start again',
        'shows two relations to one document as two rows, the same one once',
      ],
      [PROPERTY]: ['keeps every bound, shows no row twice, expands nothing twice, and is deterministic'],
    },
  },
  {
    section: '4.2 walk',
    rule: 'rows end a hop, tokens skip a row; both are said, the depth is not a truncation',
    tests: {
      [WALK]: [
        'rows: what is over is noted, and the answer says that it is cut',
        'tokens: a row that is too dear makes way for the next',
        'tells distances, and that the depth ended it without calling that a truncation',
      ],
      [INDEXED]: ['a relation of ten thousand characters is too dear for the tokens, and said so'],
    },
  },
  {
    section: '4.2 walk',
    rule: 'the frontier: first reason stays, reached documents are dropped, order and cut',
    tests: {
      [WALK]: [
        'forgets what was left out once and reached later',
        'keeps the first reason of a row',
        'notes: at most four for each row are held, and as many shown as there may be rows',
        'shows documents that are not in the answer first, then the nearer ones',
      ],
      [PROPERTY]: ['a document that is neither shown nor noted cannot be reached, where nothing is cut'],
    },
  },
  {
    section: '4.2 walk',
    rule: 'unresolved links once each, no more than rows',
    tests: { [WALK]: ['unresolved links are told once, and no more than there may be rows'] },
  },
  {
    section: '4.3 payload',
    rule: 'the keys, the title of local documents alone, four decimals',
    tests: {
      [KB]: ['gives the payload that every program reads'],
      [WALK]: ['with a query ranks by cosine, and rows without one after all that have one'],
    },
  },
]

export const RULES: readonly Rule[] = [...ROWS, ...LINK, ...LINKS, ...TRAVERSAL]
