import { describe, expect, it } from 'vitest'
import { RULES, SECTIONS } from '../authored-links.js'
import { testTitles } from '../test-titles.js'

describe('every rule of authored links and of the walk over them is a named test', () => {
  it.each(RULES.map((rule) => [rule.section, rule.rule, rule] as const))('%s: %s', (_, __, { tests }) => {
    const files = Object.entries(tests)
    expect(files.flatMap(([, titles]) => titles).length).toBeGreaterThan(0)
    for (const [file, wanted] of files) {
      const titles = testTitles(file)
      for (const title of wanted) expect([...titles], file).toContain(title)
    }
  })

  it('and stands once, under a section that is there', () => {
    expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length)
    expect([...new Set(RULES.map(({ section }) => section))]).toEqual([...SECTIONS])
  })
})
