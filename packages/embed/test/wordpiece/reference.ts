import { Tokenizer } from '@huggingface/tokenizers'
import { locateStaticModel } from '../../src/static/locate.js'
import { openTable } from '../../src/static/table.js'
import { WordPieceTokenizer } from '../../src/wordpiece/tokenizer.js'

const table = openTable(locateStaticModel('pinakes/static-en'))
table.close()

/** The vocabulary of the installed model. */
export const vocabulary = table.vocabulary

/** Ours, over that vocabulary. */
export const ours = new WordPieceTokenizer(vocabulary)

const entries = Array.from({ length: vocabulary.size }, (_, id) => [vocabulary.entry(id), id] as const)

const library = new Tokenizer(
  {
    version: '1.0',
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(entries),
    },
  },
  {},
)

/** What `@huggingface/tokenizers` gives for the same vocabulary, without special tokens. */
export function libraryIds(text: string): number[] {
  return library.encode(text, { add_special_tokens: false }).ids
}
