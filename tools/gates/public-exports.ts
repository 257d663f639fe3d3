import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A name that a package exports, with the text of its docstring. */
export interface PublicExport {
  readonly package: string
  readonly name: string
  /** Empty: undocumented. */
  readonly doc: string
}

/**
 * What the entry modules of packages export, re-exports followed to where they are declared. `entries` are source files
 * by the name under which they are imported; the project's own path mapping holds.
 */
export function publicExports(root: string, entries: Readonly<Record<string, string>>): PublicExport[] {
  const files = Object.values(entries)
  const program = ts.createProgram(files, compilerOptions(root))
  const checker = program.getTypeChecker()
  return Object.entries(entries).flatMap(([name, file]) => {
    const source = program.getSourceFile(file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} is no module`)
    return checker.getExportsOfModule(module).map((symbol) => {
      const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      const doc = ts.displayPartsToString(declared.getDocumentationComment(checker)).trim()
      return { package: name, name: symbol.name, doc }
    })
  })
}

/** The entry modules of every package that has sources, by the name under which each is imported. */
export function packageEntries(root: string, packages: readonly string[]): Record<string, string> {
  const entries: Record<string, string> = {}
  for (const folder of packages) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly exports?: Readonly<Record<string, unknown>>
    }
    for (const subpath of Object.keys(manifest.exports ?? {})) {
      const file = join(root, 'packages', folder, 'src', subpath, 'index.ts')
      if (existsSync(file)) entries[manifest.name + subpath.slice(1)] = file
    }
  }
  return entries
}

function compilerOptions(root: string): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: unknown }
  return ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root).options
}
