import { LineReader } from './line-reader.js'
import { MarkdownClassifier } from './markdown-lines.js'

/**
 * The title of the first level-1 ATX heading of a Markdown text, trimmed; null if there is none. Fences and
 * front matter hold no headings. Reads no further than that heading.
 */
export function firstH1(text: string): string | null {
  const classifier = new MarkdownClassifier(text)
  const lines = new LineReader(text)
  while (lines.next()) {
    const kind = classifier.classify(lines)
    if (typeof kind === 'object' && kind.level === 1) return kind.title
  }
  return null
}
