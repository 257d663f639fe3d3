import { CharacterClass, characterClass } from './character-class.js'
import { FNV_SEED, fnvExtend } from './fnv.js'
import { foreignWords } from './foreign-words.js'
import { IdBuffer } from './id-buffer.js'
import { splitWord } from './split-word.js'
import type { Vocabulary } from './vocabulary.js'
import { WordCache } from './word-cache.js'

/** Longer words are one `[UNK]`, in code points (BERT's `max_input_chars_per_word`). */
const LONGEST_WORD = 100
/** A segment this long is tokenised each time it comes; more of them are forgotten together. */
const LONGEST_REMEMBERED = 64
const MOST_REMEMBERED = 8192

/**
 * For each ASCII code: its lower-case code if it belongs to a word, 0 for white space, -1 for punctuation, -2 for
 * anything that needs the slow path.
 */
const ASCII = Int16Array.from({ length: 128 }, (_, code) => {
  const kind = characterClass(code)
  if (kind === CharacterClass.word) return String.fromCharCode(code).toLowerCase().charCodeAt(0)
  if (kind === CharacterClass.space) return 0
  return kind === CharacterClass.punctuation ? -1 : -2
})

/**
 * BERT's uncased WordPiece tokenizer: the ids that Hugging Face's `tokenizers` gives without special tokens and
 * without truncation (Devlin et al. 2018; greedy longest match first).
 *
 * ASCII is read unit by unit, hashed as it is read and looked up without making a string; everything between two
 * ASCII delimiters that holds another character goes through {@link foreignWords}. An instance keeps scratch space
 * and is not re-entrant; it holds no file.
 */
export class WordPieceTokenizer {
  readonly #vocabulary: Vocabulary
  readonly #ids = new IdBuffer()
  readonly #word = new Uint16Array(2 * LONGEST_WORD)
  readonly #cache = new WordCache()
  readonly #foreign = new Map<string, Uint32Array>()
  /** The id of each ASCII punctuation mark. */
  readonly #marks: Uint32Array

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#marks = Uint32Array.from({ length: 128 }, (_, code) => {
      const id = vocabulary.find(fnvExtend(FNV_SEED, code), Uint16Array.of(code), 0, 1)
      return id < 0 ? vocabulary.unknownId : id
    })
  }

  /** Token ids; empty for a text without words. */
  encode(text: string): Uint32Array {
    return this.#scan(text).copyFrom(0)
  }

  /** Token ids in a view that holds until the next call on this tokenizer; nothing is copied. */
  encodeShared(text: string): Uint32Array {
    return this.#scan(text).view()
  }

  /** How many tokens `text` has; 0 for a text without words. */
  countTokens(text: string): number {
    return this.#scan(text).length
  }

  #scan(text: string): IdBuffer {
    const ids = this.#ids
    const word = this.#word
    ids.clear()
    let length = 0
    let hash = FNV_SEED
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const folded = code < 128 ? (ASCII[code] ?? -2) : -2
      if (folded > 0) {
        // Typed arrays ignore writes past their end; a word that long is unknown whatever it reads.
        word[length++] = folded
        hash = fnvExtend(hash, folded)
        continue
      }
      if (folded === -2) {
        const end = segmentEnd(text, i)
        this.#pushForeign(text.slice(i - length, end))
        i = end - 1
      } else {
        if (length > 0) this.#pushWord(hash, length, length)
        if (folded === -1) ids.push(this.#marks[code] ?? 0)
      }
      length = 0
      hash = FNV_SEED
    }
    if (length > 0) this.#pushWord(hash, length, length)
    return ids
  }

  /** Appends the ids of the word in the scratch space: `length` UTF-16 units, `characters` code points. */
  #pushWord(hash: number, length: number, characters: number): void {
    const ids = this.#ids
    const word = this.#word
    if (characters > LONGEST_WORD) {
      ids.push(this.#vocabulary.unknownId)
      return
    }
    const id = this.#vocabulary.find(hash, word, 0, length)
    if (id >= 0) {
      ids.push(id)
    } else if (!this.#cache.append(hash, word, length, ids)) {
      const start = ids.length
      splitWord(word, length, this.#vocabulary, ids)
      this.#cache.add(hash, word, length, ids.copyFrom(start))
    }
  }

  /** Appends the ids of a run without ASCII white space or punctuation. */
  #pushForeign(segment: string): void {
    const known = segment.length <= LONGEST_REMEMBERED ? this.#foreign.get(segment) : undefined
    if (known !== undefined) {
      for (const id of known) this.#ids.push(id)
      return
    }
    const start = this.#ids.length
    for (const word of foreignWords(segment)) this.#pushString(word)
    if (segment.length > LONGEST_REMEMBERED) return
    if (this.#foreign.size === MOST_REMEMBERED) this.#foreign.clear()
    this.#foreign.set(segment, this.#ids.copyFrom(start))
  }

  #pushString(text: string): void {
    let hash = FNV_SEED
    let lowSurrogates = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit >= 0xdc00 && unit <= 0xdfff) lowSurrogates++
      this.#word[i] = unit
      hash = fnvExtend(hash, unit)
    }
    this.#pushWord(hash, text.length, text.length - lowSurrogates)
  }
}

/** Where the next ASCII white space or punctuation at or after `start` stands: what lies between is one segment. */
function segmentEnd(text: string, start: number): number {
  let end = start + 1
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code < 128 && ((ASCII[code] ?? 0) === 0 || ASCII[code] === -1)) break
  }
  return end
}
