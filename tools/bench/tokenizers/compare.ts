/**
 * How faithful each tokenizer for JavaScript is to Hugging Face's `tokenizers` (Rust), on the golden tables of the test
 * suite, and how fast:
 *
 *   node_modules/.bin/tsx tools/bench/tokenizers/compare.ts [--bert TOKENIZER.json]
 *
 * With `--bert` the full BERT vocabulary is compared too. Evidence for docs/decisions/0004.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { textTokenizer } from '../../../packages/embed/src/tokenize/text-tokenizer.js'
import type { TokenizerJson } from '../../../packages/embed/src/tokenize/tokenizer-json.js'

// The libraries are development dependencies of the package whose choice this is.
const embedPackage = createRequire(new URL('../../../packages/embed/package.json', import.meta.url))
const { Tokenizer } = embedPackage('@huggingface/tokenizers')
const { PreTrainedTokenizer: Successor } = embedPackage('@huggingface/transformers')
const { BertTokenizer, XLMRobertaTokenizer } = await import(embedPackage.resolve('@xenova/transformers'))

const FIXTURES = fileURLToPath(new URL('../../../packages/embed/test/fixtures/', import.meta.url))
const { values } = parseArgs({ options: { bert: { type: 'string' } } })
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
type Encode = (text: string) => number[]

async function candidates(data: TokenizerJson, family: 'bert' | 'xlmr'): Promise<Record<string, Encode>> {
  const chosen = await textTokenizer(data)
  const library = new Tokenizer(data, {})
  const successor = new Successor(data, {})
  const Old = family === 'bert' ? BertTokenizer : XLMRobertaTokenizer
  const old = new Old(structuredClone(data), {})
  return {
    'as chosen': (text) => [...chosen.encode(text)],
    '@huggingface/tokenizers': (text) => library.encode(text, { add_special_tokens: false }).ids,
    '@huggingface/transformers': (text) => successor.encode(text, { add_special_tokens: false }),
    '@xenova/transformers': (text) => old.encode(text, null, { add_special_tokens: false }),
  }
}

const sets = [
  ['tiny-bert', `${FIXTURES}models/tiny-bert-reranker/tokenizer.json`, 'bert', 'tiny-bert-ids'],
  ['tiny-xlmr', `${FIXTURES}models/tiny-xlmr-reranker/tokenizer.json`, 'xlmr', 'tiny-xlmr-ids'],
  ...(values.bert ? [['bert', values.bert, 'bert', 'bert-ids']] : []),
] as [string, string, 'bert' | 'xlmr', string][]

for (const [name, tokenizer, family, golden] of sets) {
  const rows: { text: string; ids: number[] }[] = read(`${FIXTURES}golden/${golden}.json`)
  for (const [library, encode] of Object.entries(await candidates(read(tokenizer), family))) {
    const wrong = rows.filter(({ text, ids }) => attempt(encode, text).join() !== ids.join())
    const began = performance.now()
    for (const { text } of rows) attempt(encode, text)
    const ms = performance.now() - began
    console.log(`${name} ${library}: ${rows.length - wrong.length}/${rows.length} equal, ${ms.toFixed(0)} ms`)
    for (const { text, ids } of wrong)
      console.log(
        '   ',
        JSON.stringify(text.slice(0, 40)),
        'want',
        ids.slice(0, 8).join(),
        'got',
        attempt(encode, text).slice(0, 8).join(),
      )
  }
}

function attempt(encode: Encode, text: string): number[] {
  try {
    return encode(text)
  } catch {
    return [Number.NaN]
  }
}
