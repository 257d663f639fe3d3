const KB_TIMESTAMP = /^(\d{4})(\d\d)(\d\d) (\d\d):(\d\d)$/

/** `date` as a KB timestamp: `YYYYMMDD HH:MM`, UTC, seconds cut off. Years 0000 to 9999. */
export function formatKbTimestamp(date: Date): string {
  const iso = date.toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)} ${iso.slice(11, 16)}`
}

/** The instant a KB timestamp names (UTC, whole minutes), or null if `text` is none or names no real minute. */
export function parseKbTimestamp(text: string): Date | null {
  const parts = KB_TIMESTAMP.exec(text)
  if (!parts) return null
  const [, year, month, day, hour, minute] = parts
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  // Date rolls 30 February over into March; a timestamp that does not come back as written is refused.
  return Number.isNaN(date.getTime()) || formatKbTimestamp(date) !== text ? null : date
}
