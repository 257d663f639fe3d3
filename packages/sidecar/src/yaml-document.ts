import { type Document, isMap, isScalar, type ParsedNode, parseDocument, type YAMLMap } from 'yaml'
import { directiveProblems } from './directives.js'
import type { Problem } from './problem.js'
import { parserText } from './source-text.js'

/** A YAML document whose text had no error, and whose root is a mapping. */
export interface YamlDocument {
  readonly root: YAMLMap.Parsed
  /** True under a `%YAML 1.1` directive. */
  readonly yaml11: boolean
}

/**
 * Parses the one document of `text` to nodes that know their tokens. Scalars stay text: typing is ours
 * (`failsafe`, tags unresolved), and so is the search for repeated keys, which is quadratic in the library.
 * A fresh parse per file, so that no directive leaks into the next.
 */
export function parseYaml(text: string): YamlDocument | readonly Problem[] {
  const source = parserText(text)
  const doc = parseDocument(source, {
    version: '1.2',
    schema: 'failsafe',
    keepSourceTokens: true,
    strict: true,
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'error',
  })
  if (doc.errors.length > 0) return [...doc.errors].map(syntaxProblem).sort(byOffset)
  const directives = directiveProblems(source)
  if (directives.length > 0) return directives
  const root = doc.contents
  if (isEmpty(root)) return [EMPTY]
  if (!isMap(root)) return [notMapping(root)]
  return { root: root as YAMLMap.Parsed, yaml11: doc.directives?.yaml.version === '1.1' }
}

/** True if parsing gave a document. */
export function isDocument(parsed: YamlDocument | readonly Problem[]): parsed is YamlDocument {
  return 'root' in parsed
}

const EMPTY: Problem = {
  code: 'SIDECAR_EMPTY',
  message: 'the sidecar is empty',
  remedy: 'Restore its content from version control: it holds the permanent id of the document.',
  offset: null,
}

function isEmpty(root: Document.Parsed['contents']): boolean {
  if (root === null) return true
  return isScalar(root) && root.type === 'PLAIN' && root.source === '' && !root.tag && !root.anchor
}

function notMapping(root: ParsedNode | null): Problem {
  const found = isScalar(root) ? 'a single value' : 'a list'
  return {
    code: 'SIDECAR_NOT_MAPPING',
    message: `a sidecar must be a mapping, found ${found}`,
    remedy: 'Write `key: value` lines, the first of them `id:` with the original id.',
    offset: root?.range[0] ?? null,
  }
}

interface LibraryError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

function syntaxProblem({ code, message, pos }: LibraryError): Problem {
  const special = SPECIAL[code]
  return {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: ${special?.message ?? sentence(message)}`,
    remedy: special?.remedy ?? 'Correct the line, or restore the file from version control.',
    offset: pos[0],
  }
}

const SPECIAL: Readonly<Record<string, { message: string; remedy: string }>> = {
  MULTIPLE_DOCS: {
    message: 'more than one document',
    remedy: 'Keep the first document and delete the `---` line and all that follows it.',
  },
  RESOURCE_EXHAUSTION: {
    message: 'nested too deeply',
    remedy: 'Flatten the value; no sidecar needs hundreds of levels.',
  },
}

function sentence(message: string): string {
  return message.replace(/\s+/g, ' ').replace(/[.: ]+$/, '')
}

function byOffset(a: Problem, b: Problem): number {
  return (a.offset ?? 0) - (b.offset ?? 0)
}
