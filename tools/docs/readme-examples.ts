/** A fenced block of a page, with the block without a language that follows it: what it prints. */
export interface Example {
  readonly code: string
  /** Null where the page shows no output for it. */
  readonly output: string | null
}

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm

/** The programs of a Markdown page, in order; shell commands and data are none. */
export function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(BLOCK)].map(([, language = '', code = '']) => ({ language, code }))
  return blocks.flatMap(({ language, code }, i) => {
    if (language !== 'ts' && language !== 'js') return []
    const next = blocks[i + 1]
    return [{ code, output: next?.language === '' ? next.code : null }]
  })
}
