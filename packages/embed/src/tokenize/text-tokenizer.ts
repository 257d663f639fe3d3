import { AddedTokenSplitter } from './added-tokens.js'
import { PrecompiledCharsmap } from './precompiled-charsmap.js'
import type { AddedToken, TokenizerJson, TokenizerStep } from './tokenizer-json.js'
import { uncasedBert } from './uncased-bert.js'

/** Turns text into token ids: no special tokens are put around it, nothing is ever cut off. */
export interface TextTokenizer {
  /** Ids in a fresh array; empty for a text without words. A lone surrogate counts as U+FFFD. */
  encode(text: string): Uint32Array
}

/**
 * The tokenizer that a `tokenizer.json` describes, faithful to Hugging Face's `tokenizers` (Rust): BERT's uncased one
 * is our own; the others run in `@huggingface/tokenizers`, with SentencePiece's normalisation table applied by us
 * (decision 0004). Added tokens inside a text are recognised, as there.
 */
export async function textTokenizer(data: TokenizerJson): Promise<TextTokenizer> {
  const raw = (data.added_tokens ?? []).filter(({ normalized }) => normalized !== true)
  const bert = raw.length === (data.added_tokens ?? []).length ? uncasedBert(data) : null
  if (bert !== null) return new SplitTokenizer(raw, (text) => bert.encode(text))
  const charsmap = charsmapOf(data.normalizer)
  if (charsmap === null || startsAreSpecial(data.pre_tokenizer)) {
    const encode = await libraryEncoder(data)
    return { encode: (text) => encode(wellFormed(text)) }
  }
  const encode = await libraryEncoder({
    ...data,
    added_tokens: (data.added_tokens ?? []).filter(({ normalized }) => normalized === true),
    normalizer: charsmap.rest,
  })
  const splits = splitsAtWhiteSpace(data.pre_tokenizer)
  return new SplitTokenizer(raw, (text) => {
    const normal = charsmap.table.normalize(text)
    // NEL is white space in Unicode, and so in Rust, but not to JavaScript's `\s`, by which the library splits.
    return encode(splits ? normal.replaceAll('\u0085', ' ') : normal)
  })
}

/** Cuts at added tokens, then encodes what lies between. */
class SplitTokenizer implements TextTokenizer {
  readonly #splitter: AddedTokenSplitter
  readonly #encode: (text: string) => Uint32Array

  constructor(tokens: readonly AddedToken[], encode: (text: string) => Uint32Array) {
    this.#splitter = new AddedTokenSplitter(tokens)
    this.#encode = encode
  }

  encode(text: string): Uint32Array {
    const pieces = this.#splitter.split(wellFormed(text))
    const [first] = pieces
    if (pieces.length === 1 && typeof first === 'string') return this.#encode(first)
    const parts = pieces.map((piece) => (typeof piece === 'number' ? [piece] : this.#encode(piece)))
    return joined(parts)
  }
}

/** Half a surrogate pair has no UTF-8 form; Unicode's replacement character stands for it. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The library is loaded only for models that need it. */
async function libraryEncoder(data: TokenizerJson): Promise<(text: string) => Uint32Array> {
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const tokenizer = new Tokenizer(data, {})
  const ids = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids
  return (text) =>
    text.length <= LONGEST_SECTION ? Uint32Array.from(ids(text)) : joined(sectionsOf(text).map(ids))
}

/** The library passes a word's tokens as arguments, of which an engine takes some hundred thousand. */
const LONGEST_SECTION = 65_536

/**
 * A text of a size that no model reads, in sections that the library can: cut before white space if there is any, else
 * between code points. A token may be cut where a word has no end for that long.
 */
function sectionsOf(text: string): string[] {
  const sections: string[] = []
  for (let start = 0; start < text.length; ) {
    const section = text.slice(start, start + LONGEST_SECTION)
    const space = section.search(/\s\S*$/)
    const last = text.length - start <= LONGEST_SECTION
    const whole = last || space <= 0 ? section.replace(/[\ud800-\udbff]$/, '') : section.slice(0, space)
    sections.push(whole)
    start += Math.max(1, whole.length)
  }
  return sections
}

function joined(parts: readonly ArrayLike<number>[]): Uint32Array {
  const ids = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    ids.set(part, at)
    at += part.length
  }
  return ids
}

/** The normalisation table, if it is the first thing that the normaliser applies, and what comes after it. */
function charsmapOf(
  step: TokenizerStep | null | undefined,
): { readonly table: PrecompiledCharsmap; readonly rest: TokenizerStep | null } | null {
  if (step?.type === 'Precompiled' && typeof step.precompiled_charsmap === 'string') {
    return { table: new PrecompiledCharsmap(step.precompiled_charsmap), rest: null }
  }
  if (step?.type !== 'Sequence') return null
  const [first, ...others] = step.normalizers as readonly TokenizerStep[]
  const table = charsmapOf(first)
  if (table === null || table.rest !== null) return null
  return { table: table.table, rest: others.length === 0 ? null : { ...step, normalizers: others } }
}

function splitsAtWhiteSpace(step: TokenizerStep | null | undefined): boolean {
  if (step?.type === 'Sequence')
    return splitsAtWhiteSpace((step.pretokenizers as readonly TokenizerStep[])[0])
  return step?.type === 'WhitespaceSplit'
}

/** True if the start of the whole text is tokenised unlike that of a later section: then only the library sees it all. */
function startsAreSpecial(step: TokenizerStep | null | undefined): boolean {
  if (step?.type === 'Sequence')
    return (step.pretokenizers as readonly TokenizerStep[]).some(startsAreSpecial)
  return step?.type === 'Metaspace' && step.prepend_scheme === 'first'
}
