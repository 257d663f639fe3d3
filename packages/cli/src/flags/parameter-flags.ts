/** By parameter of a search: the option that sets it. */
const FLAGS: Readonly<Record<string, string>> = {
  concepts: '--concept',
  entities: '--entity',
  k: '-k',
  maxPerDocument: '--max-per-document',
  maxTokens: '--max-tokens',
  modifiedAfter: '--after',
  modifiedBefore: '--before',
  pathPrefix: '--path',
  sourceType: '--type',
  tags: '--tag',
}

/** The option as it is typed that sets `parameter`; null for a parameter that no option sets. */
export function flagOf(parameter: unknown): string | null {
  return (typeof parameter === 'string' && Object.hasOwn(FLAGS, parameter) && FLAGS[parameter]) || null
}
