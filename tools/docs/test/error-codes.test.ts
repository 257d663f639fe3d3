import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const PACKAGES = fileURLToPath(new URL('../../../packages', import.meta.url))

/** The members of every union of string literals whose name ends in `ErrorCode`, in one source text. */
function codesIn(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest)
  return file.statements.flatMap((statement) => {
    if (!ts.isTypeAliasDeclaration(statement) || !statement.name.text.endsWith('ErrorCode')) return []
    const members = ts.isUnionTypeNode(statement.type) ? statement.type.types : [statement.type]
    return members.flatMap((member) =>
      ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
    )
  })
}

function codesOf(name: string): string[] {
  const source = join(PACKAGES, name, 'src')
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => codesIn(readFileSync(join(source, path), 'utf8')))
}

/** The codes of a README's tables: the first cells of rows. */
function documentedCodes(name: string): string[] {
  const readme = readFileSync(join(PACKAGES, name, 'README.md'), 'utf8')
  return readme
    .split('\n')
    .flatMap(
      (line) => /^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z][A-Z0-9_]+`)*) +\|/.exec(line)?.[1]?.split(', ') ?? [],
    )
    .map((cell) => cell.replaceAll('`', ''))
}

const codes = readdirSync(PACKAGES)
  .filter((name) => readdirSync(join(PACKAGES, name)).includes('src'))
  .map((name) => [name, codesOf(name)] as const)

describe('the error codes of', () => {
  it.each(codes)('%s stand in its README', (name, own) => {
    expect(own.length).toBeGreaterThan(0)
    const documented = new Set(documentedCodes(name))
    expect(own.filter((code) => !documented.has(code))).toEqual([])
  })

  it.each(codes)('%s are all that its README knows with its prefixes', (name, own) => {
    const prefixes = new Set(own.map((code) => code.split('_')[0]))
    const foreign = documentedCodes(name).filter((code) => prefixes.has(code.split('_')[0]))
    expect(foreign.filter((code) => !own.includes(code))).toEqual([])
  })

  it('no two packages are the same', () => {
    const all = codes.flatMap(([, own]) => own)
    expect(all).toEqual([...new Set(all)])
  })
})
