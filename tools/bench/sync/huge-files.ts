/** A file that a parser with a quadratic spot, or a reader without a bound, would never be done with. */
export interface HugeFile {
  readonly name: string
  readonly isRefused: boolean
  /** Made when asked for: some are large. */
  readonly text: () => string
}

const BYTES = 50_000_000

/** Words of a few letters, `BYTES` long in all. */
function words(): string {
  return 'wheel mill stream harbour lamp '.repeat(Math.ceil(BYTES / 31)).slice(0, BYTES)
}

/** The large single files of the robustness figures. */
export function hugeFiles(): readonly HugeFile[] {
  return [
    { name: '50 MB in one line', isRefused: true, text: words },
    { name: '50 MB in one word', isRefused: true, text: () => 'x'.repeat(BYTES) },
    {
      name: '50 MB in one line of unterminated front matter',
      isRefused: true,
      text: () => `---\n${words()}`,
    },
    { name: '200,000 >', isRefused: false, text: () => '>'.repeat(200_000) },
    { name: '200,000 [', isRefused: false, text: () => '['.repeat(200_000) },
    { name: '200,000 *', isRefused: false, text: () => '*'.repeat(200_000) },
    { name: '200,000 lines of >', isRefused: false, text: () => '>\n'.repeat(200_000) },
    { name: '100,000 headings', isRefused: false, text: () => '# a\n'.repeat(100_000) },
    { name: '100,000 open fences', isRefused: false, text: () => '```\n~~~\n'.repeat(50_000) },
  ]
}
