import { describe, expect, it } from 'vitest'
import { WordPieceTokenizer } from '../../src/wordpiece/tokenizer.js'
import { Vocabulary, vocabularyArrays } from '../../src/wordpiece/vocabulary.js'
import { ours, vocabulary } from './reference.js'

const words = (text: string) => [...ours.encode(text)].map((id) => vocabulary.entry(id))

describe('WordPieceTokenizer', () => {
  it('takes the longest entry first, then continuations', () => {
    expect(words('unbelievably')).toEqual(['un', '##bel', '##ie', '##va', '##bly'])
  })

  it('adds no special tokens and truncates nothing', () => {
    expect(words('hello world')).toEqual(['hello', 'world'])
    expect(ours.countTokens('hello '.repeat(100_000))).toBe(100_000)
  })

  it.each([
    '',
    ' ',
    '\t\r\n',
    '\u00a0\u2003\u3000',
    '\u0000\u0007',
    '\ud800',
    '\udfff\ud800',
    '\u0301\u0302',
    '\ufeff',
  ])('finds no token in %j', (text) => {
    expect(ours.countTokens(text)).toBe(0)
    expect(ours.encode(text)).toEqual(new Uint32Array())
  })

  it('drops a lone surrogate as if it were not there', () => {
    expect(words('hel\ud83dlo wor\udc00ld')).toEqual(['hello', 'world'])
  })

  it('gives one [UNK] for a word of more than 100 characters, counted as code points', () => {
    expect(words('a'.repeat(101))).toEqual(['[UNK]'])
    expect(words('a'.repeat(100))).not.toContain('[UNK]')
    expect(words(`${'a'.repeat(300)} dog`)).toEqual(['[UNK]', 'dog'])
  })

  it('leaves no trace of a long word in the next one', () => {
    const alone = words('zyzzyva')
    words('q'.repeat(5000))
    expect(words('zyzzyva')).toEqual(alone)
  })

  it('keeps every ideograph apart, beyond the basic plane too', () => {
    expect(words('中国')).toEqual(['中', '国'])
    expect(words('a𠀀𠀁b')).toEqual(['a', '[UNK]', '[UNK]', 'b'])
  })

  it('lowers a final sigma as any other', () => {
    expect(words('ΟΔΟΣ')).toEqual(words('οδοσ'))
  })

  it('handles a megabyte without white space, and a megabyte of ideographs', () => {
    expect(ours.countTokens('x'.repeat(1_000_000))).toBe(1)
    expect(ours.countTokens('中'.repeat(350_000))).toBe(350_000)
    expect(ours.countTokens('é'.repeat(1_000_000))).toBe(1)
  })

  it('gives the same after more different words than it remembers', () => {
    const before = words('electroencephalography and zyzzyva, café and naïveté')
    for (let i = 0; i < 40_000; i++) ours.countTokens(`zq${i.toString(36)}xj é${i.toString(36)}`)
    expect(words('electroencephalography and zyzzyva, café and naïveté')).toEqual(before)
  })

  it('works over a vocabulary given as a list', () => {
    const entries = ['[UNK]', 'play', '##ing', '##s', '!']
    const tokenizer = new WordPieceTokenizer(new Vocabulary(vocabularyArrays(entries)))
    const read = (text: string) => [...tokenizer.encode(text)].map((id) => entries[id])
    expect(read('Playing plays play!')).toEqual(['play', '##ing', 'play', '##s', 'play', '!'])
    expect(read('sing?')).toEqual(['[UNK]', '[UNK]'])
  })

  it('hands out a copy that later calls leave alone, and a view that they overwrite', () => {
    const copy = ours.encode('hello world')
    const view = ours.encodeShared('hello world')
    expect(view).toEqual(copy)
    const before = [...copy]
    ours.encode('another text altogether')
    expect([...copy]).toEqual(before)
  })
})
