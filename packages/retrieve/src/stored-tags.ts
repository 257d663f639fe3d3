/** The tags in a document's stored metadata; anything else there is the user's own. */
export function storedTags(metadata: string): readonly string[] {
  const parsed: unknown = JSON.parse(metadata)
  if (typeof parsed !== 'object' || parsed === null || !('tags' in parsed)) return []
  return Array.isArray(parsed.tags) ? parsed.tags.filter((tag): tag is string => typeof tag === 'string') : []
}
