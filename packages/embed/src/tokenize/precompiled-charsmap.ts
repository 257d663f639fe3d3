import { graphemesOf } from './graphemes.js'

/** Longer graphemes are looked up one code point at a time, in UTF-8 bytes. */
const LONGEST_GRAPHEME = 6
const utf8 = new TextEncoder()
/** A stretch that holds something other than printable ASCII, with the ASCII neighbours it may form graphemes with. */
const FOREIGN = /[\x20-\x7e]?(?:[^\x20-\x7e]+[\x20-\x7e])*[^\x20-\x7e]+[\x20-\x7e]?/gu

/**
 * SentencePiece's compiled normalisation table, applied as Hugging Face's `tokenizers` applies it: by grapheme, then by
 * code point, taking the first match of the trie (crate `spm_precompiled`). JavaScript's NFKC is close to it and not
 * equal: decomposed Hangul, stacked accents and control characters come out differently.
 */
export class PrecompiledCharsmap {
  /** Darts double-array trie; units as in `darts-clone`. */
  readonly #trie: Uint32Array
  /** Replacements, UTF-8, each ended by a zero byte. */
  readonly #replacements: Uint8Array
  readonly #known = new Map<string, string | null>()
  readonly #keepsAscii: boolean

  /** `base64`: the table as in `tokenizer.json`: trie size in bytes, trie, replacements; little-endian. */
  constructor(base64: string) {
    const bytes = Buffer.from(base64, 'base64')
    const trieBytes = bytes.readUInt32LE(0)
    this.#trie = Uint32Array.from({ length: trieBytes >> 2 }, (_, i) => bytes.readUInt32LE(4 + 4 * i))
    this.#replacements = bytes.subarray(4 + trieBytes)
    this.#keepsAscii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).every(
      (char) => (this.#replace(char) ?? char) === char,
    )
  }

  /** The normalised text. */
  normalize(text: string): string {
    if (!this.#keepsAscii) return this.#byGrapheme(text)
    return text.replace(FOREIGN, (stretch) => this.#byGrapheme(stretch))
  }

  #byGrapheme(text: string): string {
    let result = ''
    for (const grapheme of graphemesOf(text)) result += this.#grapheme(grapheme)
    return result
  }

  #grapheme(grapheme: string): string {
    if (Buffer.byteLength(grapheme) < LONGEST_GRAPHEME) {
      const whole = this.#replace(grapheme)
      if (whole !== null) return whole
    }
    let result = ''
    for (const char of grapheme) result += this.#replace(char) ?? char
    return result
  }

  #replace(chunk: string): string | null {
    const known = this.#known.get(chunk)
    if (known !== undefined) return known
    const found = this.#lookUp(utf8.encode(chunk))
    if (this.#known.size === 65_536) this.#known.clear()
    this.#known.set(chunk, found)
    return found
  }

  /** The replacement for the shortest prefix of `key` that has one. */
  #lookUp(key: Uint8Array): string | null {
    let node = offsetOf(this.#trie[0] ?? 0)
    for (const byte of key) {
      if (byte === 0) return null
      node ^= byte
      const unit = this.#trie[node] ?? 0
      if ((unit & 0x8000_00ff) !== byte) return null
      node ^= offsetOf(unit)
      if (((unit >>> 8) & 1) === 1) return this.#replacementAt((this.#trie[node] ?? 0) & 0x7fff_ffff)
    }
    return null
  }

  #replacementAt(start: number): string {
    const end = this.#replacements.indexOf(0, start)
    return Buffer.from(this.#replacements.subarray(start, end < 0 ? undefined : end)).toString('utf8')
  }
}

function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x200) >>> 6)
}
