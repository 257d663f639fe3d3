/**
 * The tags in a document's stored metadata, each once, as written; blank ones and values that are no text are none. Half
 * a surrogate pair becomes U+FFFD: the index could not keep two of them apart.
 */
export function documentTags(metadata: string): ReadonlySet<string> {
  const { tags } = JSON.parse(metadata) as { readonly tags?: unknown }
  const values: readonly unknown[] = Array.isArray(tags) ? tags : []
  return new Set(
    values.flatMap((tag) => (typeof tag === 'string' && tag.trim() !== '' ? [wellFormed(tag)] : [])),
  )
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\u{FFFD}')
}
