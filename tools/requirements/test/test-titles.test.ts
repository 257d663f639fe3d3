import { expect, it } from 'vitest'
import { testTitles } from '../test-titles.js'

it('titles are read from it, test and .each; what is skipped or computed is none', () => {
  const text = `it('a', f)\ntest("b", f)\nit.each([1])('c %s', f)\nit.skip('d', f)\nit(name, f)\ndescribe('e', () => { it(\`f\`, g) })`
  expect([...testTitles('x.test.ts', text)]).toEqual(['a', 'b', 'c %s', 'f'])
})
