import type { SourceType } from '@pinakes/extract-free'
import { firstH1 } from '@pinakes/index'

/**
 * The title of a document that has none yet: the first level-1 heading of a Markdown text, else the file name.
 * `text` is null where it could not be decoded (spec: sync §5).
 */
export function mintedTitle(path: string, sourceType: SourceType, text: string | null): string {
  const heading = sourceType === 'markdown' && text !== null ? firstH1(text) : null
  return heading ?? filenameTitle(path)
}

/** The file name without its last suffix, `-` and `_` as spaces; the name itself if nothing else is left of it. */
export function filenameTitle(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 && dot < name.length - 1 ? name.slice(0, dot) : name
  const title = stem.replaceAll(/[-_]/g, ' ')
  return title.trim() === '' ? name : title
}
