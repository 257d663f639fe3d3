const UNITS = ['kB', 'MB', 'GB'] as const

/** `812 B`, `8.2 MB`: three digits or so, by powers of 1000 as downloads are measured. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let value = bytes
  let unit: string = ''
  for (const next of UNITS) {
    if (value < 999.5) break
    value /= 1000
    unit = next
  }
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
