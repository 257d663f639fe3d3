import type { CollectionName } from './source-documents.js'

/** How far into a document its header may reach, in UTF-16 units. */
const HEADER_LENGTH = 3000

/** What the header of each collection says that makes a tag. */
const TAGGED_FIELDS: Readonly<Record<CollectionName, readonly string[]>> = {
  eips: ['status', 'type', 'category'],
  'rfc-dev': ['Category'],
  'rust-rfcs': ['- Start Date'],
}

/** The collection, then what the header says: `final`, `core`, `best-current-practice`, the year of a Rust RFC. */
export function tagsOf(collection: CollectionName, text: string): string[] {
  const values = TAGGED_FIELDS[collection].flatMap((name) => headerField(text, name) ?? [])
  const tags = values.map((value) => (collection === 'rust-rfcs' ? yearOf(value) : slug(value)))
  return [...new Set([collection, ...tags.filter((tag) => tag !== '')])]
}

/** The value of `name: value` on a line of the header, without quotes; null without such a line. */
export function headerField(text: string, name: string): string | null {
  const prefix = `${name}:`
  const lines = text.slice(0, HEADER_LENGTH).split('\n')
  const line = lines.find((one) => one.startsWith(prefix))
  // In the header of an Internet RFC the second column follows after a run of spaces.
  const value = line?.slice(prefix.length).trim().split(/ {2,}/)[0]?.replaceAll(/^"|"$/g, '').trim()
  return value === undefined || value === '' ? null : value
}

function slug(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function yearOf(date: string): string {
  return /\b(?:20\d\d)\b/.exec(date)?.[0] ?? ''
}
