import { CharacterClass, characterClass } from './character-class.js'

/**
 * The words of a text with characters beyond ASCII, as BERT's uncased normaliser and pre-tokeniser give them:
 * unwanted characters dropped, ideographs and punctuation apart, decomposed (NFD), non-spacing marks dropped, lower
 * case by code point. A final sigma therefore stays σ, as in the reference implementation in Rust.
 */
export function foreignWords(text: string): string[] {
  const words: string[] = []
  let word = ''
  const close = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  for (const character of cleaned(text).normalize('NFD')) {
    const kind = characterClass(character.codePointAt(0) ?? 0)
    if (kind === CharacterClass.mark) continue
    if (kind === CharacterClass.word) {
      word += character.toLowerCase()
    } else {
      close()
      if (kind === CharacterClass.punctuation || kind === CharacterClass.ideograph) words.push(character)
    }
  }
  close()
  return words
}

/** What is dropped is dropped before decomposition, so that marks are reordered among what stays. */
function cleaned(text: string): string {
  let kept = ''
  for (const character of text) {
    const kind = characterClass(character.codePointAt(0) ?? 0)
    if (kind === CharacterClass.removed) continue
    kept += kind === CharacterClass.ideograph ? ` ${character} ` : character
  }
  return kept
}
