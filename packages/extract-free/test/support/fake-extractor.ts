import { readFile } from 'node:fs/promises'
import type { ExtractedText, ExtractorEntry } from '../../src/index.js'

const HEAD = 'A running head\n'
const PAGES = [
  `${HEAD}First  page with doubled  spaces.\n`,
  `${HEAD}Second page: a hyphen-\nated word.\n`,
] as const

/** The test double of the spec: two fixed pages with a running head, doubled spaces and a broken word. */
export const fakeExtractor: ExtractorEntry = {
  name: 'fake',
  aliases: [],
  paid: false,
  suffixes: ['.pdf'],
  fingerprintInputs: () => ({ backend: 'fake' }),
  async load() {
    return {
      async extract(path): Promise<ExtractedText> {
        await readFile(path)
        const [first, second] = PAGES
        const end = first.length + second.length
        return {
          text: first + second,
          pageSpans: [
            [0, first.length],
            [first.length, end],
          ],
          perPageProvenance: [],
        }
      },
    }
  },
}
