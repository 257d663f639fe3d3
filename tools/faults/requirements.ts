/** A hazard that has to be a named test. */
export interface Requirement {
  /** Where it is demanded, and what. */
  readonly hazard: string
  /** Test file to the titles of tests in it, as the source spells them. */
  readonly tests: Readonly<Record<string, readonly string[]>>
  /** A part of it whose subject is not there yet, with the issue that brings it. */
  readonly awaits?: {
    readonly command: string
    readonly issue: number | 'not part of this release'
    readonly what: string
  }
}

const SYNC = 'packages/sync/test'
const CLI = 'packages/cli/test'
const INDEX = 'packages/index/test'
const SIDECAR = 'packages/sidecar/test'
const FAULTS = 'tools/faults/test/faults.test.ts'

const ADVERSARIAL = `${SYNC}/adversarial.test.ts`
const TABLE = `${SYNC}/decision-table.test.ts`
const HAZARDS = `${SYNC}/hazards.test.ts`
const PROCESS = `${CLI}/e2e/process.test.ts`
const HOOKS = `${CLI}/e2e/hooks.test.ts`
const E2E = `${CLI}/e2e/sync.test.ts`
const SERVE = `${CLI}/e2e/serve.test.ts`
const MCP = 'packages/mcp/test'
const LINK = `${CLI}/e2e/link.test.ts`

/** The adversarial table of the sync specification, row by row. */
const ADVERSARIAL_TABLE: readonly Requirement[] = [
  {
    hazard: 'kill -9 at every write point (sidecar, cache, lock, index commit, between swap steps)',
    tests: {
      [FAULTS]: ['by 40 kills at random moments'],
      [`${SYNC}/killed-sync.test.ts`]: [
        '%s: leaves whole files and a usable index, and the next one converges with the ids unchanged',
        'the first: goes on where it stopped',
      ],
      [`${INDEX}/store/concurrency.test.ts`]: [
        'a rebuild killed at any moment leaves one whole index, old or new',
      ],
      'packages/manifest/test/killed-writer.test.ts': [
        'a writer killed at any moment leaves whole files, and left-overs that are known by their names',
      ],
    },
  },
  {
    hazard: 'kill -9 holding the lock: the next sync reclaims and says so',
    tests: {
      [`${INDEX}/lock/sync-lock.test.ts`]: [
        'the lock of a process that was killed is taken over by the next, which says so',
      ],
      [ADVERSARIAL]: ['of a dead process is reclaimed, and that is said'],
    },
  },
  {
    hazard: '2 syncs; 2 reclaimers; hook during sync; link during a paid sync',
    tests: {
      [PROCESS]: ['one works, the other does nothing and ends with 0'],
      [`${INDEX}/lock/sync-lock.test.ts`]: [
        'no two hold it at a time, with crashes and reclaimers among them',
      ],
      [ADVERSARIAL]: ['is waited for when asked'],
      [`${SIDECAR}/concurrent-edits.test.ts`]: [
        'case 38: two processes that add links to one sidecar at once lose none',
      ],
      [LINK]: ['needs no sync lock: it works while a sync has it'],
    },
  },
  {
    hazard: 'reader or server during sync, rebuild, swap',
    tests: {
      [`${SYNC}/readers-and-copies.test.ts`]: [
        'sees whole documents throughout a sync, and everything after it',
        'sees the old index until a rebuild is swapped in, and the new one at its next look',
      ],
      [PROCESS]: ['a reader meanwhile gets whole answers'],
      [`${INDEX}/store/concurrency.test.ts`]: ['readers answer throughout swaps, each from one index'],
      [SERVE]: ['answers throughout a sync and a rebuild, and sees them'],
    },
  },
  {
    hazard: 'disk full at sidecar, index, cache, ledger',
    tests: {
      [FAULTS]: ['by a full disk', 'by file system calls that fail'],
      [`${INDEX}/store/disk-full.test.ts`]: [
        'a commit that finds the disk full for its words is undone whole',
        'an index that cannot be created leaves nothing behind',
      ],
      [`${INDEX}/lock/sync-lock.test.ts`]: ['is left as it was by a disk that is full'],
    },
    awaits: { command: 'budget', issue: 'not part of this release', what: 'disk full at the ledger' },
  },
  {
    hazard: 'read-only docs/ or .pinakes/: remedy, no trace',
    tests: {
      [ADVERSARIAL]: [
        'a folder where no sidecar can be written: a failure per document, a remedy, no trace',
        'a KB whose state folder cannot be made: refused before anything is written',
      ],
    },
  },
  {
    hazard: 'unreadable sidecar in full, index-only, sidecars-only, rebuild, refresh',
    tests: {
      [TABLE]: [
        'is one failure in a %s sync; the file keeps its bytes, the others go on',
        'keeps row and chunks of a document that was indexed, changed or not',
        'keeps the identity through a rebuild',
      ],
      [E2E]: ['an unreadable sidecar is one failure, stays byte for byte, and everything else goes on'],
    },
  },
  {
    hazard: 'duplicate ids; three copies; one orphaned',
    tests: {
      [TABLE]: ['is fatal: all paths named, index and files as they were', 'is fatal for %s too'],
      [`${SYNC}/pairing/pair.test.ts`]: [
        'names every id with every path, orphans counted, and plans nothing',
      ],
    },
  },
  {
    hazard: "sidecar id edited to another's, or to a fresh one",
    tests: {
      [TABLE]: [
        'is fatal: all paths named, index and files as they were',
        '5: adopts the id of an edited sidecar and soft-deletes the old one',
      ],
    },
  },
  {
    hazard: 'git mv with/without sidecar, with or without edit; swap; cycle; replace',
    tests: {
      [TABLE]: [
        '7: follows a document moved with its sidecar, edited or not',
        'keeps the id and moves the sidecar along, byte for byte',
        'swaps two documents with their sidecars',
        'follows a chain and a cycle of three in one sync',
        'replaces: a moved away without its sidecar, another file in its place',
      ],
      [HOOKS]: ['moves the sidecar of a document that git knows was moved'],
    },
  },
  {
    hazard: 'sidecar deleted; document deleted and restored; folder renamed',
    tests: {
      [TABLE]: [
        'restores it with id and title, and says so',
        'revives it under its id',
        'follows a renamed folder',
      ],
    },
  },
  {
    hazard: 'new file indexed by post-commit, then committed (another id minted)',
    tests: { [TABLE]: ['5: a document indexed before it was committed takes the id that the commit minted'] },
  },
  {
    hazard: 'symlinked dir to outside / parent / itself; symlinked doc; dangling links; symlinked root',
    tests: {
      [ADVERSARIAL]: [
        'end the walk, never leave the KB, and are listed',
        'to a document are documents, and follow its changes',
        'to a file outside are skipped, and what was indexed through one is given up with its identity kept',
      ],
      'packages/manifest/test/walk/select-files.test.ts': [
        'out of the KB are reported once per pattern and stop nothing else',
        'that lead nowhere are listed, and kept for whoever knew them',
        'serve as roots',
      ],
      'tools/gates/test/hostile-kb.test.ts': ['%s'],
    },
  },
  {
    hazard: 'a.md/A.md; NFC/NFD pairs; one name renormalised',
    tests: {
      [ADVERSARIAL]: [
        'that differ in case alone are two documents; a rename in case keeps the id',
        'in two Unicode forms pair with a sidecar in either',
        'renormalised on disk keep their id, edited at once or not',
      ],
      [`${CLI}/e2e/doctor.test.ts`]: ['names that other systems take for one'],
    },
  },
  {
    hazard: 'names with newline, quote, leading -, *, invalid UTF-8',
    tests: {
      [ADVERSARIAL]: [
        'of every kind are indexed under themselves, sidecar and all',
        'that are not UTF-8 are a failure and never indexed',
      ],
    },
  },
  {
    hazard: '0-byte, whitespace-only, BOM-only, CRLF, lone CR, 1 GB line, 300 MiB text',
    tests: {
      [ADVERSARIAL]: [
        'that are empty, blank or a mark alone make documents without passages',
        'with CRLF, lone CR and a byte order mark are indexed with LF; files and hashes stay raw',
        'over 256 MiB are refused by size, unread',
      ],
    },
  },
  {
    hazard: 'PNG or UTF-16 named .md; NUL in text',
    tests: {
      [ADVERSARIAL]: ['that are no UTF-8 text are one failure each, with the cause; the others go on'],
    },
  },
  {
    hazard: 'file vanishes, grows or is replaced between walk and read; directory vanishes mid-walk',
    tests: {
      [`${SYNC}/documents/read-document.test.ts`]: [
        'is stored with the hash of the bytes that were chunked',
        'and vanishes is a failure, and its row stays',
        'and becomes a directory is a failure',
      ],
      [HAZARDS]: ['fails its documents, deletes none of them, and the next sync sees what is there'],
    },
  },
  {
    hazard: 'root unmounted or empty; include emptied',
    tests: {
      [TABLE]: [
        'keeps every document of a root that is missing, and fails',
        'soft-deletes when the root is there and empty',
        'refuses to rebuild without the documents of a missing root',
      ],
      [HAZARDS]: ['delete softly: identities and sidecars stay, and come back with the pattern'],
    },
  },
  {
    hazard: 'clock back a day; stamps in the future; DST',
    tests: {
      [FAULTS]: ['by a clock that is wrong'],
      [ADVERSARIAL]: ['files dated into the future or the past are documents like others'],
      [`${INDEX}/lock/sync-lock.test.ts`]: ['nothing from the future is taken over: the clock was set back'],
      'packages/manifest/test/ulid.test.ts': ['minting stays monotonic when the clock steps back by a day'],
      'packages/graph/test/scan/freshness.test.ts': [
        'no scan, one in the future, and one that cannot be read hold for nothing',
      ],
    },
  },
  {
    hazard: 'index truncated, garbage, old schema, stale -wal, deleted mid-run',
    tests: {
      [ADVERSARIAL]: [
        '%s: a sync refuses with the remedy, a rebuild brings every id back',
        'beside a stale log of another index is not mixed with it',
        'that may not be read now keeps a rebuild away: its identities may stand nowhere else',
      ],
      [HAZARDS]: [
        'that loses %s during a run costs no id: the next sync builds it again',
        'that another edition wrote is refused with the way out, which keeps ids and sidecars',
      ],
      [`${INDEX}/store/damaged-file.test.ts`]: [
        'that is garbage or cut in half takes nothing from what was committed before',
      ],
    },
  },
  {
    hazard: 'cache entry truncated, foreign, huge; ledger torn tail',
    tests: {},
    awaits: { command: 'budget', issue: 'not part of this release', what: 'extraction cache and ledger' },
  },
  {
    hazard: 'embedding model missing; backend throws on one document',
    tests: {
      [ADVERSARIAL]: [
        'missing at the first sync leave no index behind',
        'missing later keep everything as it was',
        'that throw on one document fail that document alone',
      ],
    },
  },
  {
    hazard: 'SIGINT in a prompt, mid-document, mid-swap',
    tests: {
      [`${SYNC}/interrupt.test.ts`]: [
        'keeps what was committed, releases the lock, and goes on from there',
        'leaves the old index in place of a half-built one',
      ],
      [`${CLI}/e2e/prune.test.ts`]: ['SIGINT at the question deletes nothing'],
    },
  },
  {
    hazard: 'KB moved, renamed, cloned, opened by the other edition and back',
    tests: {
      [`${SYNC}/readers-and-copies.test.ts`]: [
        'has the same ids, no sidecar byte changed, and nothing to do',
      ],
      [HAZARDS]: ['that another edition wrote is refused with the way out, which keeps ids and sidecars'],
    },
  },
]

/** Inputs that broke other tools: those on files, sidecars, SQLite and git. */
const CASES: readonly Requirement[] = [
  {
    hazard: 'case 11: name in NFD on disk, sidecar in NFC, or the reverse',
    tests: { [ADVERSARIAL]: ['in two Unicode forms pair with a sidecar in either'] },
  },
  {
    hazard: 'case 12: README.md and readme.md; a rename in case alone',
    tests: { [E2E]: ['README.md and readme.md are two documents, and a rename in case alone keeps the id'] },
  },
  {
    hazard: 'case 14: the last file of a folder, and of the KB, is deleted',
    tests: {
      [E2E]: ['the last file of a folder, and of the whole knowledge base, can go'],
      [`${SYNC}/sync-basics.test.ts`]: ['survives the deletion of the last document'],
    },
  },
  {
    hazard: 'case 15: a source folder without permission, or a root that is not there',
    tests: {
      [E2E]: [
        'a missing root is named, ends with 1, and deletes nothing',
        'a folder and a file without permission are listed with the reason; all others are indexed',
      ],
    },
  },
  {
    hazard: 'case 16: one file without permission among ten',
    tests: { [ADVERSARIAL]: ['an unreadable file among ten: nine indexed, one failure with its reason'] },
  },
  {
    hazard: 'case 19: links to itself, to the parent, to nothing, to /',
    tests: {
      [E2E]: [
        'links to itself, to the parent, to nothing and to / end in seconds, never leave the knowledge base, and are listed',
      ],
    },
  },
  {
    hazard: 'case 21: names with every kind of character',
    tests: {
      [`${CLI}/e2e/read.test.ts`]: [
        'come back whole from search, citation, get and ls, whatever they are',
        'that start with a dash are names, not options',
      ],
      [ADVERSARIAL]: [
        'too long for a sidecar are indexed, under an id that survives syncs and rebuilds, and that is said',
      ],
      [LINK]: [
        'takes names of every kind, at both ends',
        'a document whose name starts with a dash is not an option',
      ],
    },
  },
  {
    hazard: 'case 23: Latin-1, UTF-16, a NUL byte, a PNG named .md',
    tests: {
      [E2E]: [
        'Latin-1, UTF-16, a NUL byte and an image named .md are listed with the reason, and nothing of them is indexed',
      ],
    },
  },
  {
    hazard: 'case 32: 50 MB of Markdown in one line; unterminated front matter',
    tests: { 'tools/faults/test/large-files.test.ts': ['$name is bounded, and harms no other document'] },
  },
  {
    hazard: 'case 34: long, folded and literal scalars in an edited sidecar',
    tests: {
      [`${SIDECAR}/edit/cases.test.ts`]: [
        'case 34: long, folded and literal scalars are neither rewrapped nor chomped anew',
      ],
    },
  },
  {
    hazard: 'case 35: comments, blank lines, quotes, CRLF, no final newline',
    tests: {
      [`${SIDECAR}/edit/cases.test.ts`]: [
        'case 35: comments, blank lines, mixed quotes, CRLF and a missing final break are kept',
      ],
      [`${SIDECAR}/fuzz.test.ts`]: ['no byte outside of the touched node changes'],
      'packages/graph/test/links/many-edits.test.ts': [
        'links come and go by the thousand, and every sidecar is as it was',
      ],
    },
  },
  {
    hazard: 'case 36: anchors, merge keys, an anchor used before its definition',
    tests: {
      [`${SIDECAR}/edit/cases.test.ts`]: [
        'case 36: two `<<` keys in one mapping are refused, the bytes untouched',
        'case 36: a merge key over a list of mappings is kept',
        'case 36: a merge key over a list that holds anything else is refused',
        'case 36: an anchor used before its definition is refused',
      ],
    },
  },
  {
    hazard: 'case 38: two edits of one sidecar at once; kill -9 during a write',
    tests: {
      [`${SIDECAR}/concurrent-edits.test.ts`]: [
        'case 38: two processes that add links to one sidecar at once lose none',
        'case 38: a kill during a write leaves the old bytes or the new, and the next edit goes through',
      ],
      [FAULTS]: ['by 40 kills at random moments', 'by file system calls that fail'],
      [LINK]: [
        'at once with another on the same sidecar, 50 times: no link is lost',
        'killed at any moment leaves the sidecar as it was or as it was to be',
      ],
    },
  },
  {
    hazard: 'case 56: ten first searches at once',
    tests: {
      [`${CLI}/e2e/search.test.ts`]: [
        'answers ten searches at once on an index that was never opened before',
      ],
      [`${INDEX}/store/concurrency.test.ts`]: [
        'ten processes that search an index for the first time at once all answer',
      ],
    },
  },
  {
    hazard: 'case 57: index and folder that may only be read',
    tests: {
      [PROCESS]: ['answers, or says in one message why not'],
      [`${INDEX}/store/read-only-folder.test.ts`]: ['an index that was closed cleanly is searched'],
      [SERVE]: ['answers from an index and a folder that may only be read'],
    },
  },
  {
    hazard: 'case 59: lock files of every kind',
    tests: {
      [PROCESS]: [
        'of a live process here is respected, with or without force',
        'of another computer is refused, naming it and the way out, which works',
        'with the content %j does not block for ever',
      ],
      [`${INDEX}/lock/sync-lock.test.ts`]: [
        'our own pid, from an earlier run, is taken over',
        'a live process that has the pid of an ended one is taken over',
      ],
    },
  },
  {
    hazard: 'case 61: 100 kills at random points; index truncated or zeroed',
    tests: {
      [FAULTS]: ['by 40 kills at random moments'],
      [PROCESS]: ['%s is refused with the rebuild as remedy, which brings every id back'],
    },
  },
  {
    hazard: 'case 62: commits from a linked worktree and of one named file',
    tests: {
      [HOOKS]: [
        'of one named file, by an index of its own, leaves the staged set of the others as it was',
        'works where the knowledge base is below the top, and in a linked worktree',
      ],
    },
  },
  {
    hazard: 'case 63: hooks in a worktree, a submodule, with core.hooksPath, beside a foreign hook',
    tests: {
      [HOOKS]: [
        'goes where git looks: core.hooksPath, a linked worktree, a submodule',
        "leaves somebody else's hook byte for byte, prints the line that it needs, and exits with 1",
        'writes executable hooks with the marker, and changes nothing the second time',
      ],
    },
  },
]

/** Inputs that broke other servers of this protocol. */
const SERVER_CASES: readonly Requirement[] = [
  {
    hazard: 'case 67: warnings while serving: every line of stdout is JSON-RPC',
    tests: { [SERVE]: ['writes nothing but the protocol to stdout, whatever goes wrong'] },
  },
  {
    hazard: 'case 68: stdin closed, parent killed, stdout closed during a big answer',
    tests: {
      [SERVE]: [
        'comes with that of its input, with exit code 0',
        'comes when the process that started it is killed, though its input stays open',
        'comes when nobody reads a big answer any more: no dump, no loop',
      ],
    },
  },
  {
    hazard: 'case 70: unknown argument, wrong type, singular for plural; no hits',
    tests: {
      [`${MCP}/tools/bad-arguments.test.ts`]: ['%s %j names %s', '%s %j: there is no %s'],
      [`${MCP}/tools/tools.test.ts`]: [
        'says so in both parts when nothing matches, and that a filter may be dropped',
      ],
    },
  },
  {
    hazard: 'case 71: a thousand rows; a passage of 30,000 tokens',
    tests: {
      [`${MCP}/answer/search-answer.test.ts`]: [
        'leaves out a passage that does not fit, goes on with the next, and says so',
        'keeps a thousand passages of whatever text under 20,000 tokens',
      ],
      [`${MCP}/tools/links.test.ts`]: [
        'keeps hundreds of rows with long titles under the cap, and says what it cut',
      ],
    },
  },
  {
    hazard: 'case 73: a document that holds our closing fence, in text, title, tag, heading and file name',
    tests: {
      [`${MCP}/tools/hostile-text.test.ts`]: [
        'stays inside with %j, in a search and as a whole',
        'cannot do so by title, tag, heading or file name either: they are fields of their own',
        'learns nothing from the answer before: the mark is another one each time',
      ],
    },
  },
]

export const REQUIREMENTS: readonly Requirement[] = [...ADVERSARIAL_TABLE, ...CASES, ...SERVER_CASES]
