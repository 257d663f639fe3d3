import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { COMMAND_IDS } from '../../../packages/cli/src/command-ids.js'
import { REPO_ROOT } from '../../gates/workspace.js'
import { REQUIREMENTS } from '../requirements.js'

/** Titles of the tests in a file: first arguments of `it` and `test`, with or without `.each` and the like. */
function testTitles(file: string, text = readFileSync(join(REPO_ROOT, file), 'utf8')): Set<string> {
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:it|test)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (
        title !== undefined &&
        ts.isStringLiteralLike(title) &&
        !/\.skip\b/.test(node.expression.getText())
      ) {
        titles.add(title.text)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return titles
}

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

it('titles are read from it, test and .each; what is skipped or computed is none', () => {
  const text = `it('a', f)\ntest("b", f)\nit.each([1])('c %s', f)\nit.skip('d', f)\nit(name, f)\ndescribe('e', () => { it(\`f\`, g) })`
  expect([...testTitles('x.test.ts', text)]).toEqual(['a', 'b', 'c %s', 'f'])
})
