/** What in a text reads like an instruction to a model. */
export type InstructionSignal = 'conceal' | 'hidden' | 'override' | 'persona' | 'role' | 'tooling'

/** At most this far apart stand two terms of one pattern. */
const GAP = '[\\s\\S]{0,40}?'

/** A pattern and the literals without which it cannot match: looking for those first is ten times as fast. */
interface SignalPattern {
  readonly needles: readonly string[]
  readonly pattern: RegExp
}

const PATTERNS: Readonly<Record<'conceal' | 'override' | 'role' | 'tooling', readonly SignalPattern[]>> = {
  conceal: [
    {
      needles: ['user', 'human'],
      pattern: terms("do\\s{1,8}not|don['’]t|never", 'tell|mention|reveal', '(?:user|human)s?'),
    },
  ],
  override: [
    {
      needles: ['ignore', 'disregard', 'forget', 'override'],
      pattern: terms(
        'ignore|disregard|forget|override',
        'previous|prior|above|system',
        '(?:instruction|prompt|rule)s?',
      ),
    },
  ],
  role: [
    {
      needles: ['system:', 'assistant:', '<|im_start|>', '[inst]', '<system>'],
      pattern: /^[ \t]*(?:system:|assistant:|<\|im_start\|>|\[inst\]|<system>)/m,
    },
  ],
  tooling: [
    { needles: ['tool', 'function'], pattern: terms('call|invoke|run', '(?:tool|function)s?') },
    {
      needles: ['http', 'www.'],
      pattern: new RegExp(`\\b(?:send|post|upload)\\b${GAP}(?:https?://|www\\.)`),
    },
  ],
}

/** No pattern matches a text without one of these: most text is let go after this one look. */
const SUSPECT = new RegExp(
  [...Object.values(PATTERNS).flat(), { needles: ['pretend', 'you'] }]
    .flatMap(({ needles }) => needles.map((needle) => needle.replace(/[|[\]]/g, '\\$&')))
    .join('|'),
  'i',
)
const HIDDEN = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]|[\u180e\u200b-\u200d\u2060\ufeff]{3}/u
const INVISIBLE = /\p{Cf}/gu
const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * Sorted codes of what in `text` reads like an instruction to a model; empty if nothing does.
 * Compatibility forms and case are folded, and characters without a glyph do not hide a word. The flag only
 * informs: nothing is ranked or withheld by it.
 */
export function instructionSignals(text: string): InstructionSignal[] {
  const ascii = !BEYOND_ASCII.test(text)
  const plain = ascii ? text : text.normalize('NFKC')
  const visible = ascii ? text : plain.replace(INVISIBLE, '')
  const hidden = !ascii && HIDDEN.test(plain)
  if (!SUSPECT.test(visible)) return hidden ? ['hidden'] : []
  const lower = visible.toLowerCase()
  const found: InstructionSignal[] = []
  if (holds('conceal', lower)) found.push('conceal')
  if (hidden) found.push('hidden')
  if (holds('override', lower)) found.push('override')
  if (assignsPersona(visible, lower)) found.push('persona')
  if (holds('role', lower)) found.push('role')
  if (holds('tooling', lower)) found.push('tooling')
  return found
}

/** Whole words in this order, each at most 40 characters after the one before. */
function terms(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.map((term) => `\\b(?:${term})\\b`).join(GAP))
}

function holds(code: keyof typeof PATTERNS, lower: string): boolean {
  return PATTERNS[code].some(
    ({ needles, pattern }) => needles.some((needle) => lower.includes(needle)) && pattern.test(lower),
  )
}

const PERSONA = /\b(?:you\s{1,8}are\s{1,8}now|pretend\s{1,8}to\s{1,8}be)\b/g
/** What may stand between the end of a sentence and the first word of the next: space, quotes, list and quote marks. */
const LEAD = /[\s"'“”‘’«»()[\]*_>#-]*$/
const LOOK_BACK = 64

/** True if a sentence begins with "you are now" or "pretend to be". */
function assignsPersona(visible: string, lower: string): boolean {
  if (!lower.includes('are') && !lower.includes('pretend')) return false
  for (const match of lower.matchAll(PERSONA)) {
    const before = lower.slice(Math.max(0, match.index - LOOK_BACK), match.index)
    const lead = LEAD.exec(before)?.[0] ?? ''
    const previous = before.slice(0, before.length - lead.length).at(-1)
    if (previous === undefined || /[.!?:;…。！？]/.test(previous) || /\n\s*\n/.test(lead)) return true
    // A wrapped line goes on in lower case; a sentence on a new line does not.
    if (lead.includes('\n') && isUpper(visible, match.index)) return true
  }
  return false
}

function isUpper(text: string, index: number): boolean {
  const char = text.charAt(index)
  return char !== char.toLowerCase()
}
