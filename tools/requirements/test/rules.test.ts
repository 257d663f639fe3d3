import { describe, expect, it } from 'vitest'
import * as authoredLinks from '../authored-links.js'
import * as graph from '../graph.js'
import * as graphChannels from '../graph-channels.js'
import * as graphStructure from '../graph-structure.js'
import * as retrieval from '../retrieval.js'
import type { Rule } from '../rule.js'
import { testTitles } from '../test-titles.js'

interface Rules {
  readonly SECTIONS: readonly string[]
  readonly RULES: readonly Rule<string>[]
}

describe.each<[string, Rules]>([
  ['retrieval', retrieval],
  ['links and graph', graph],
  ['authored links and the walk over them', authoredLinks],
  ['edges and their expansion', graphStructure],
  ['the PPR channel, mentions and the gate', graphChannels],
])('every rule of %s is a named test', (_, { SECTIONS, RULES }) => {
  it.each(RULES.map((rule) => [rule.section, rule.rule, rule] as const))(
    '%s: %s',
    (_section, _rule, { tests }) => {
      const files = Object.entries(tests)
      expect(files.flatMap(([, titles]) => titles).length).toBeGreaterThan(0)
      for (const [file, wanted] of files) {
        const titles = testTitles(file)
        for (const title of wanted) expect([...titles], file).toContain(title)
      }
    },
  )

  it('and stands once, under a section that is there', () => {
    expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length)
    expect([...new Set(RULES.map(({ section }) => section))]).toEqual([...SECTIONS])
  })
})
