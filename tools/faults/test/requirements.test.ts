import { describe, expect, it } from 'vitest'
import { COMMAND_IDS } from '../../../packages/cli/src/command-ids.js'
import { testTitles } from '../../requirements/test-titles.js'
import { REQUIREMENTS } from '../requirements.js'

describe('every hazard is a named test', () => {
  it.each(REQUIREMENTS.map((requirement) => [requirement.hazard, requirement] as const))(
    '%s',
    (_, { tests }) => {
      for (const [file, wanted] of Object.entries(tests)) {
        const titles = testTitles(file)
        for (const title of wanted) expect([...titles], file).toContain(title)
      }
    },
  )

  it('or waits for a command that is not there yet', () => {
    for (const { hazard, tests, awaits } of REQUIREMENTS) {
      expect(Object.keys(tests).length > 0 || awaits !== undefined, hazard).toBe(true)
      if (awaits !== undefined) {
        expect([...COMMAND_IDS], `${hazard}: ${awaits.what} can be tested now`).not.toContain(awaits.command)
      }
    }
  })

  it('and is named once', () => {
    expect(new Set(REQUIREMENTS.map(({ hazard }) => hazard)).size).toBe(REQUIREMENTS.length)
  })
})
