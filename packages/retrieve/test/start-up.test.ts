import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** The modules that `text` imports when it is evaluated; imports of types and `import()` do not count. */
function eagerImports(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest)
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier } = statement
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return []
    const onlyTypes = ts.isImportDeclaration(statement)
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly
    return onlyTypes ? [] : [moduleSpecifier.text]
  })
}

describe('importing the package', () => {
  it('is seen through: the scan tells imports of values from those of types', () => {
    const text =
      "import a from 'x'\nimport type b from 'y'\nexport type * from 'z'\nexport { c } from 'w'\nimport('v')"
    expect(eagerImports(text)).toEqual(['x', 'w'])
  })

  it('loads neither embedder nor database: nothing but the manifest package and Node itself', () => {
    const files = readdirSync(src).filter((name) => name.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(20)
    const foreign = files.flatMap((name) => eagerImports(readFileSync(src + name, 'utf8')))
    const outside = foreign.filter((module) => !module.startsWith('./'))
    expect(new Set(outside.filter((module) => !module.startsWith('node:')))).toEqual(
      new Set(['@pinakes/manifest']),
    )
  })
})
