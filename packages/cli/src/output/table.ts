/** Rows as columns two spaces apart; the first column is left-aligned, the others are right-aligned. No trailing space. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** A rate with three decimals, or a dash for none. */
export function rate(value: number | null): string {
  return value === null ? '-' : value.toFixed(3)
}
