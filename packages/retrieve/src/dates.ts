const DAY_SECONDS = 86_400

/**
 * The epoch second at which the UTC day `YYYYMMDD` begins, or null when `text` is not eight digits of a real day
 * (`20240229` is one, `20230229` is not).
 */
export function dayStart(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real ? date.getTime() / 1000 : null
}

/** The epoch second at which the UTC day after `YYYYMMDD` begins, or null for no real day. */
export function dayEnd(text: string): number | null {
  const start = dayStart(text)
  return start === null ? null : start + DAY_SECONDS
}
