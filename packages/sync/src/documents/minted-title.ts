import type { SourceType } from '@pinakes/extract-free'
import { firstH1 } from '@pinakes/index'
import { filenameTitle } from './filename-title.js'

/**
 * The title of a document that has none yet: the first level-1 heading of a Markdown text, else the file name.
 * `text` is null where it could not be decoded.
 */
export function mintedTitle(path: string, sourceType: SourceType, text: string | null): string {
  const heading = sourceType === 'markdown' && text !== null ? firstH1(text) : null
  return heading ?? filenameTitle(path)
}
