import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { compareCodePoints } from '@pinakes/manifest'
import { filenameTitle } from '@pinakes/sync'
import { headerField, tagsOf } from './document-tags.js'

/** The folders of the data that make up the knowledge base. */
export const COLLECTIONS = ['eips', 'rfc-dev', 'rust-rfcs'] as const
export type CollectionName = (typeof COLLECTIONS)[number]

export interface SourceDocument {
  /** Where it lies in the knowledge base, such as `docs/eips/eip-1.md`. */
  readonly path: string
  readonly text: string
  readonly title: string
  readonly tags: readonly string[]
}

/**
 * Every document of the data folder, in code-point order of its path. Throws with a message for people when the folder
 * or one of its collections is not there: a knowledge base of half the text would give figures of another one.
 */
export function readSourceDocuments(data: string): SourceDocument[] {
  const missing = COLLECTIONS.filter((name) => !isFolder(join(data, name, 'docs')))
  if (missing.length > 0)
    throw new Error(
      `${data} does not hold ${missing.map((name) => `${name}/docs`).join(', ')}. ` +
        'Name the folder with the real text: tools/realism/README.md says what it has to hold.',
    )
  return COLLECTIONS.flatMap((name) => readCollection(data, name)).sort((a, b) =>
    compareCodePoints(a.path, b.path),
  )
}

function readCollection(data: string, name: CollectionName): SourceDocument[] {
  const folder = join(data, name, 'docs')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|txt)$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = ['docs', name, ...relative(folder, file).split(sep)].join('/')
      const text = readFileSync(file, 'utf8')
      const title = headerField(text, 'title') ?? filenameTitle(path)
      return { path, text, title, tags: tagsOf(name, text) }
    })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
