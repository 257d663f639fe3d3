import type { PictureRows } from '@pinakes/graph'
import type { DocUlid, KbUlid } from '@pinakes/manifest'

export const KB = '01K00000000000000000000000' as KbUlid
export const PARTNER = '01K00000000000000000000001' as KbUlid

const SUBJECTS = [
  'harbour',
  'ledger',
  'lamp',
  'weather',
  'ferry',
  'school',
  'quarry',
  'survey',
  'choir',
  'mill',
]
const MATTERS = ['minutes', 'inventory', 'report', 'plan', 'letter', 'register', 'note', 'handbook', 'agenda']
const FOLDERS = [
  'archive',
  'council',
  'finance',
  'people',
  'places',
  'projects',
  'technical',
  'trade',
  'wiki',
]
const RELS = ['cites', 'answers', 'part-of', 'supersedes', 'see-also']

/** What an index would say of a KB of `count` documents: the same for the same numbers. `random` is in [0, 1). */
export function madeUpRows(count: number, random: () => number): PictureRows {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const folders = Array.from({ length: count }, () => Math.floor(random() ** 1.6 * FOLDERS.length))
  const documents = folders.map((folder, i) => ({
    id: docId(i),
    path: `docs/${FOLDERS[folder]}/${2000 + (i % 5)}/document-${String(i).padStart(5, '0')}.md`,
    title: `The ${pick(SUBJECTS)} ${pick(MATTERS)} of ${1900 + Math.floor(random() * 120)}`,
    metadata: JSON.stringify({ tags: tagsOf(folder, random) }),
    contentHash: '',
    sidecarHash: null,
    mtime: 0,
    sourceType: random() < 0.06 ? ('pdf' as const) : ('markdown' as const),
    state: 'active' as const,
    extractionBackend: null,
    extractionFingerprint: null,
  }))
  const link = (from: number) => {
    const kind = random()
    // Few are named by many: half of the links go to the first documents of the same folder.
    const near = folders.indexOf(folders[from] as number) + Math.floor(random() ** 3 * 40)
    const target = kind < 0.55 ? near % count : Math.floor(random() * count)
    const isAway = kind > 0.96
    return {
      srcKbId: KB,
      srcDocId: docId(from),
      dstKbId: isAway ? PARTNER : KB,
      dstDocId: docId(kind > 0.99 ? target : kind > 0.985 ? count + target : target),
      rel: pick(RELS),
      origin: 'sidecar' as const,
    }
  }
  const sources = Array.from({ length: Math.round(count * 1.3) }, () => Math.floor(random() * count))
  const unique = new Map(sources.map(link).map((row) => [Object.values(row).join(' '), row]))
  return {
    documents,
    hidden: new Set(),
    deleted: [],
    chunks: new Map(documents.map(({ id }) => [id, 1 + Math.floor(random() * 9)])),
    links: [...unique.values()].filter((row) => row.srcDocId !== row.dstDocId),
  }
}

function tagsOf(folder: number, random: () => number): string[] {
  const count = Math.floor(random() * 4)
  return Array.from({ length: count }, () =>
    random() < 0.6
      ? `${SUBJECTS[folder]}`
      : `${SUBJECTS[Math.floor(random() * 10)]}-${Math.floor(random() * 6)}`,
  )
}

function docId(n: number): DocUlid {
  return `01KD${String(n).padStart(22, '0')}` as DocUlid
}
