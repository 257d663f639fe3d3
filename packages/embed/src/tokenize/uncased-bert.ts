import { WordPieceTokenizer } from '../wordpiece/tokenizer.js'
import { Vocabulary, vocabularyArrays } from '../wordpiece/vocabulary.js'
import type { TokenizerJson, TokenizerStep } from './tokenizer-json.js'

/** The vocabulary's ids are 16 bits wide, one value marking an empty slot. */
const LARGEST_VOCABULARY = 65_534

/**
 * Our own WordPiece tokenizer over the file's vocabulary if the file describes BERT's uncased tokenizer to the letter,
 * else null. It equals the reference on every golden text and is many times faster than the library (decision 0004).
 */
export function uncasedBert(data: TokenizerJson): WordPieceTokenizer | null {
  const entries = entriesOf(data.model)
  if (entries === null || !isBertNormalizer(data.normalizer) || !isBertModel(data.model)) return null
  if (data.pre_tokenizer?.type !== 'BertPreTokenizer') return null
  const arrays = vocabularyArrays(entries)
  return arrays.unknownId < 0 ? null : new WordPieceTokenizer(new Vocabulary(arrays))
}

function isBertNormalizer(step: TokenizerStep | null | undefined): boolean {
  if (step?.type !== 'BertNormalizer') return false
  const { clean_text, handle_chinese_chars, lowercase, strip_accents = null } = step
  // Accents go with the case unless the file says otherwise.
  return clean_text === true && handle_chinese_chars === true && lowercase === true && strip_accents !== false
}

function isBertModel({
  type,
  unk_token,
  continuing_subword_prefix,
  max_input_chars_per_word,
}: TokenizerStep): boolean {
  return (
    type === 'WordPiece' &&
    unk_token === '[UNK]' &&
    (continuing_subword_prefix ?? '##') === '##' &&
    (max_input_chars_per_word ?? 100) === 100
  )
}

/** Entries by id, or null if the ids are not 0 to n - 1 or too many. */
function entriesOf({ vocab }: TokenizerStep): string[] | null {
  if (typeof vocab !== 'object' || vocab === null || Array.isArray(vocab)) return null
  const pairs = Object.entries(vocab as Record<string, number>)
  if (pairs.length > LARGEST_VOCABULARY) return null
  const entries: string[] = new Array(pairs.length).fill('')
  const seen = new Set<number>()
  for (const [entry, id] of pairs) {
    if (!Number.isInteger(id) || id < 0 || id >= pairs.length) return null
    entries[id] = entry
    seen.add(id)
  }
  return seen.size === pairs.length ? entries : null
}
