/** True for a name a template may have: one path component, so that joining it leads nowhere else. */
export function isTemplateName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text)
}

/** True for a version a template may have: one path component. */
export function isTemplateVersion(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text)
}

/** One content of one template. */
export interface TemplateReference {
  readonly name: string
  readonly version: string
}

/** `notes@2.0` taken apart, or null if it is no reference. */
export function parseReference(text: string): TemplateReference | null {
  const at = text.indexOf('@')
  const name = text.slice(0, Math.max(at, 0))
  const version = text.slice(at + 1)
  return isTemplateName(name) && isTemplateVersion(version) ? { name, version } : null
}

/** `name@version`, as `[kb] template` has it. */
export function formatReference({ name, version }: TemplateReference): string {
  return `${name}@${version}`
}

/**
 * Orders versions by their dot-separated numbers (1.9 before 1.10; 2 is 2.0), versions with a part that is no number
 * after those, by their text. Negative if `a` comes first.
 */
export function compareVersions(a: string, b: string): number {
  const x = numbers(a)
  const y = numbers(b)
  if (x === null || y === null) {
    if (x !== y) return x === null ? 1 : -1
    return byText(a, b)
  }
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const difference = (x[i] ?? 0n) - (y[i] ?? 0n)
    if (difference !== 0n) return difference < 0n ? -1 : 1
  }
  return byText(a, b)
}

function numbers(version: string): bigint[] | null {
  const parts = version.split('.')
  return parts.every((part) => /^[0-9]+$/.test(part)) ? parts.map(BigInt) : null
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
