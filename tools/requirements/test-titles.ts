import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { REPO_ROOT } from '../gates/workspace.js'

/** Titles of the tests in a file: first arguments of `it` and `test`, with or without `.each` and the like. */
export function testTitles(file: string, text = readFileSync(join(REPO_ROOT, file), 'utf8')): Set<string> {
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
