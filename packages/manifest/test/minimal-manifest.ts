/** Id of {@link minimal}'s KB. */
export const KB_ID = '01JV3K2H8M5Q9T1X4Z7B0D3F6G'

interface Parts {
  readonly kb?: string
  readonly sources?: string
  readonly embedding?: string
  /** Further tables. */
  readonly rest?: string
}

/** The shortest valid manifest, with more lines in its tables. */
export function minimal({ kb = '', sources = '', embedding = '', rest = '' }: Parts = {}): string {
  return `[kb]
name = "Archive"
id = "${KB_ID}"
${kb}
[sources]
${sources}
[embedding]
provider = "static"
model = "m"
dim = 8
${embedding}
${rest}
`
}
