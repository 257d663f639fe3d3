import { expect, it } from 'vitest'
import { normaliseText } from '../src/index.js'

it.each([
  ['\ufeffa\r\nb', 'a\nb'],
  ['a\rb\r\rc\r', 'a\nb\n\nc\n'],
  ['a\n\rb', 'a\n\nb'],
  ['a\ufeffb', 'a\ufeffb'],
  ['\ufeff\ufeffa', '\ufeffa'],
  ['', ''],
])('%j is indexed as %j', (text, expected) => {
  expect(normaliseText(text)).toBe(expected)
})
