import type { Rule as RuleOf } from './rule.js'

/** The sections of the specification of links and graph whose rules are listed here. */
export const SECTIONS = [
  '2.1 place in a sync',
  '2.2 freshness',
  '2.3 partner manifest',
  '2.4 identity and failures',
  '2.5 enumeration and doctor',
  '2.6 which links',
  '2.7 missing targets',
  '2.8 all or nothing',
  '2.9 delisting',
  '2.10 issues',
] as const

type Rule = RuleOf<(typeof SECTIONS)[number]>

const SCAN = 'packages/graph/test/scan/scan-linked-kbs.test.ts'
const FRESHNESS = 'packages/graph/test/scan/freshness.test.ts'
const STORE = 'packages/index/test/linked-kbs/linked-kb-table.test.ts'
const SYNC = 'packages/sync/test/linked-kbs.test.ts'
const FLAGS = 'packages/cli/test/flags/sync-mode.test.ts'
const DOCTOR = 'packages/cli/test/e2e/doctor.test.ts'
const LINES = 'packages/cli/test/output/link-scan-lines.test.ts'

const UNREADABLE = 'because it %s keeps what was known of it'

export const RULES: readonly Rule[] = [
  {
    section: '2.1 place in a sync',
    rule: 'every mode that indexes scans, sidecars alone do not, and --scan-links is refused there',
    tests: {
      [SYNC]: ['of the index alone scans, one of sidecars alone does not'],
      [FLAGS]: ['--%s and --%s exclude each other'],
    },
  },
  {
    section: '2.1 place in a sync',
    rule: 'neither index nor lock of a partner is touched',
    tests: { [SCAN]: ['needs neither index nor lock of the partner, and writes nothing there'] },
  },
  {
    section: '2.2 freshness',
    rule: 'a scan holds for an hour; absent, unreadable, future and older ones do not',
    tests: {
      [FRESHNESS]: [
        'a scan holds for an hour, no minute longer',
        'no scan, one in the future, and one that cannot be read hold for nothing',
      ],
      [SCAN]: ['leaves a partner alone for an hour, unless asked'],
      [SYNC]: ['takes over what a linked KB says, within the hour once, and at any time when asked'],
    },
  },
  {
    section: '2.2 freshness',
    rule: 'a path that cannot be resolved is never fresh',
    tests: { [SCAN]: ['is no excuse for another name, another place, or a path that leads nowhere'] },
  },
  {
    section: '2.2 freshness',
    rule: 'a rebuild scans, and a sync with nothing to do scans when the hour is over, and only then opens the index',
    tests: {
      [SYNC]: [
        'that rebuilds scans, however short ago the last scan was',
        'does not open the index while no linked KB is due',
        'scans once an hour is over, and when the remembered hour cannot be trusted',
      ],
    },
  },
  {
    section: '2.3 partner manifest',
    rule: 'of a partner manifest [kb] id and [sources] count, unknown keys do not',
    tests: {
      'packages/manifest/test/partner-manifest.test.ts': [
        'of a partner only the id and the sources are read, so a newer one can be scanned',
      ],
    },
  },
  {
    section: '2.4 identity and failures',
    rule: 'another id, an absent or broken partner and one that is a file are reported, each with its reason',
    tests: { [SCAN]: [UNREADABLE, 'because its path holds a NUL byte keeps what was known of it'] },
  },
  {
    section: '2.4 identity and failures',
    rule: 'self in the sidecars of a partner is the partner',
    tests: { [SCAN]: ['takes the links to this KB, and leaves those to itself and to third ones'] },
  },
  {
    section: '2.4 identity and failures',
    rule: 'two KBs with the same document ids are told apart',
    tests: {
      [SCAN]: ['of a fork, whose documents have the ids of those here, tells both apart'],
      [STORE]: ['stays when a document here of the same id is indexed anew: two KBs may have been one'],
    },
  },
  {
    section: '2.5 enumeration and doctor',
    rule: 'documents of the partner’s own sources that have a sidecar',
    tests: { [SCAN]: ['reads the documents that the partner takes, and no sidecar of another file'] },
  },
  {
    section: '2.5 enumeration and doctor',
    rule: 'a pattern or a root that leads out is a problem, one for each pattern; .. that stays inside is none',
    tests: {
      [SCAN]: [
        'because a pattern leaves it is told of once for each pattern, however many roots',
        'because a pattern follows a linked folder out of it stops at the first such folder',
        'to folders within it are followed where a pattern says so, and passed by where ** does not',
        'may be documents whose file lies elsewhere: the sidecar is inside',
        'up and down again by .. stay inside',
      ],
    },
  },
  {
    section: '2.5 enumeration and doctor',
    rule: 'doctor warns of linked KBs that are not here, are others, or lie at an absolute path, and never fails',
    tests: {
      [DOCTOR]: [
        'a connected knowledge base that is not here, or is named by a path of this machine alone',
        'links to a connected knowledge base that has no such document',
      ],
    },
  },
  {
    section: '2.6 which links',
    rule: 'reverse rows never take the place of authored ones, and authored ones reclaim them',
    tests: {
      [STORE]: ['never takes the place of a link that an author here wrote, and is reclaimed by one'],
    },
  },
  {
    section: '2.7 missing targets',
    rule: 'a target that is not here is kept and reported once a partner, unless the sync’s own documents failed',
    tests: {
      [SCAN]: [
        'are told of once, and their links kept',
        'are passed over where documents here may be missing by mishap',
      ],
      [SYNC]: ['tells of links to what is not here, unless a document of its own failed'],
      [STORE]: ['lacking documents are those without an active row'],
    },
  },
  {
    section: '2.8 all or nothing',
    rule: 'one broken sidecar of ten thousand leaves rows and stamp as they were',
    tests: { [SCAN]: ['of ten thousand sidecars of which one is broken keeps what was known before'] },
  },
  {
    section: '2.8 all or nothing',
    rule: 'a whole walk replaces the rows and the stamp in one transaction',
    tests: {
      [SCAN]: ['replaces what it found before'],
      [STORE]: ['is replaced as a whole, with the scan on record', 'is written whole or not at all'],
    },
  },
  {
    section: '2.9 delisting',
    rule: 'rows and record of a KB that is listed no more go, the last one’s too',
    tests: {
      [SCAN]: ['drops the rows and the record of what is linked no more, the last one too'],
      [STORE]: ['goes with the KBs that are no longer named, those without a record too'],
      [SYNC]: ['drops what a KB said that is linked no more'],
    },
  },
  {
    section: '2.10 issues',
    rule: 'nothing about a partner fails a sync or is stored as a failure, and the others are read',
    tests: {
      [SYNC]: [
        'goes well though a linked KB does not, and stores no failure',
        'says in every run that a linked KB is not there',
      ],
      [SCAN]: ['does not keep the others from being read'],
    },
  },
  {
    section: '2.10 issues',
    rule: 'rows written and dropped and issues are printed as link scan lines, one each',
    tests: { [LINES]: ['say what was read, what was dropped and what was wrong, a line each'] },
  },
]
