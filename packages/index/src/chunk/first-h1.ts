/** The title of the first level-1 ATX heading outside a fence, trimmed; null if there is none. */
export function firstH1(text: string): string | null {
  return /^# +(.+)$/mu.exec(text)?.[1]?.trim() ?? null
}
