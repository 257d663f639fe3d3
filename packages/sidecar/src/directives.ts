import type { Problem } from './problem.js'

const DIRECTIVE = /^%(YAML|TAG)[ \t]+(\S+)/

/**
 * What is wrong with the directives at the head of `source` (lines end with `\n` or `\r\n`) and the library lets pass:
 * one given twice, a version of YAML other than 1.x.
 */
export function directiveProblems(source: string): readonly Problem[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (let offset = 0; offset < source.length; ) {
    const end = source.indexOf('\n', offset)
    const line = source.slice(offset, end === -1 ? source.length : end)
    if (!/^(?:%|#|[ \t]*(?:#.*)?\r?$)/.test(line)) break
    const [directive, kind = '', argument = ''] = DIRECTIVE.exec(line) ?? []
    if (directive) {
      const name = kind === 'TAG' ? `%TAG ${argument}` : '%YAML'
      if (seen.has(name)) problems.push(repeated(name, offset))
      if (kind === 'YAML' && !/^1\.\d+$/.test(argument)) problems.push(unknownVersion(argument, offset))
      seen.add(name)
    }
    offset += line.length + 1
  }
  return problems
}

function repeated(name: string, offset: number): Problem {
  return {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: the directive \`${name}\` is given twice`,
    remedy: 'Delete one of the two lines.',
    offset,
  }
}

function unknownVersion(version: string, offset: number): Problem {
  return {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: version ${version} is not known`,
    remedy: 'Write `%YAML 1.2`, or delete the line.',
    offset,
  }
}
