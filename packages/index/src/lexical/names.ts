import { WordScanner } from './word-scanner.js'

/** Longest name that is stored whole, in UTF-16 units. */
const LONGEST_NAME = 100
/** Private-use characters stand for ASCII punctuation inside a stored name: the tokenizer takes them for letters. */
const PRIVATE = 0xe000
const PUNCTUATION = /[!-/:-@[-`{-~]/g
/** `C++`, `C#`, `Google+`; not `a+b`, `page#part` or `i+=1`. */
const SIGNS = /(?:\+\+|[+#](?![\p{L}\p{N}=]))/uy
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
/** Between the parts of `camelCase` and `HTMLParser`; `PDFs` has none. */
const CASE_BOUNDARY = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u
const SERIES = /^([A-Za-z]{2,})([0-9]{2,})$/
/** A part of one letter says nothing. */
const SHORTEST_PART = 2

/** What the words of a text do not say by themselves. */
export interface Names {
  /** Names of several words, and words with signs, each as one token. */
  readonly wholes: readonly string[]
  /** The parts of words that are written together. */
  readonly parts: readonly string[]
}

/** A name of a query. */
export interface QueryName {
  /** Letters, digits and marks only. Never empty. */
  readonly words: readonly string[]
  /** What of it is to be met whole, as the query spells it; empty for plain words. */
  readonly spelled: readonly string[]
  /** Per word that has parts, its parts in order. */
  readonly parts: readonly (readonly string[])[]
}

/**
 * What in ASCII text has to be there for a name to be whole or to have parts: a joiner before a word, a sign after
 * one, a change of case or kind within one. Looking for that takes a tenth of the time of walking every word.
 */
const TELLTALE = /[-_./\\:@#+&,>][A-Za-z0-9]|[A-Za-z0-9][+#]|[A-Za-z][0-9]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]/g
const WHITESPACE = /[\t-\r ]/g
const BEYOND_ASCII = /[^\0-\x7f]/

/** The names of folded text, in order, with repeats. Most prose has none. */
export function namesOf(text: string): Names {
  const names = { wholes: [], parts: [] }
  if (BEYOND_ASCII.test(text)) collectNames(text, names)
  else for (const stretch of suspectStretches(text)) collectNames(stretch, names)
  return names
}

/** The stretches between whitespace, which no name crosses, that have a telltale. */
function* suspectStretches(text: string): Iterable<string> {
  let end = 0
  for (const { index } of text.matchAll(TELLTALE)) {
    if (index < end) continue
    const start = startOfStretch(text, index)
    WHITESPACE.lastIndex = index
    end = WHITESPACE.exec(text)?.index ?? text.length
    yield text.slice(start, end)
  }
}

function startOfStretch(text: string, index: number): number {
  let start = index
  while (start > 0 && !isWhitespace(text.charCodeAt(start - 1))) start--
  return start
}

function isWhitespace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function collectNames(text: string, { wholes, parts }: { wholes: string[]; parts: string[] }): void {
  const scanner = new WordScanner(text)
  while (scanner.next()) {
    wholes.push(...spelledWholes(text, scanner).map(encodedName))
    if (!scanner.mixed) continue
    for (const word of text.slice(scanner.start, scanner.end).match(WORDS) ?? []) parts.push(...partsOf(word))
  }
}

/** The names of a folded query, in order, with repeats. */
export function queryNames(text: string): QueryName[] {
  const names: QueryName[] = []
  const scanner = new WordScanner(text)
  while (scanner.next()) {
    const words = text.slice(scanner.start, scanner.end).match(WORDS) ?? []
    const parts = words.map(partsOf).filter((found) => found.length > 0)
    names.push({ words, spelled: spelledWholes(text, scanner), parts })
  }
  return names
}

/** The names that the scanner's place has whole, as they are spelled: none for a plain word. */
function spelledWholes(text: string, { start, end, joined, marked }: WordScanner): string[] {
  if (end - start > LONGEST_NAME) return []
  const wholes = joined && marked ? [text.slice(start, end)] : []
  const next = text.charCodeAt(end)
  if (next !== 0x2b && next !== 0x23) return wholes
  SIGNS.lastIndex = end
  const signs = SIGNS.exec(text)?.[0]
  // The last word alone carries the sign: `C++` is found in `C/C++`.
  return signs === undefined ? wholes : [...wholes, lastWord(text, start, end) + signs]
}

function lastWord(text: string, start: number, end: number): string {
  return text.slice(start, end).match(WORDS)?.at(-1) ?? ''
}

/** One token for the tokenizer of the index. The closing mark keeps the stemmer from its last letters. */
export function encodedName(name: string): string {
  const letters = name.replace(PUNCTUATION, (sign) => String.fromCharCode(PRIVATE + sign.charCodeAt(0)))
  return letters + String.fromCharCode(PRIVATE)
}

function partsOf(word: string): string[] {
  const series = SERIES.exec(word)
  const parts = series === null ? word.split(CASE_BOUNDARY) : series.slice(1)
  return parts.length < 2 ? [] : parts.filter((part) => part.length >= SHORTEST_PART)
}
