import {
  type CompletionCommand,
  type CompletionOption,
  type CompletionValue,
  firstWords,
} from './completion-model.js'

/** A script for fish 3 and later, to be sourced or kept in `completions/pnk.fish`. */
export function fishCompletions(commands: readonly CompletionCommand[]): string {
  const first = firstWords(commands)
  const lines = [
    ...first.flatMap(({ word, about, below }) => [
      rule('__pnk_next', `-a ${word}`, about),
      rule('__pnk_next help', `-a ${word}`, about),
      ...below.flatMap(({ words: [, second = ''], about: what }) => [
        rule(`__pnk_next ${word}`, `-a ${second}`, what),
        rule(`__pnk_next help ${word}`, `-a ${second}`, what),
      ]),
    ]),
    rule('__pnk_next', '-a help', 'Explain a command'),
    rule('__pnk_next', '-l version', 'Say which version this is'),
    "complete -c pnk -s h -l help -d 'Explain this command'",
    ...commands.flatMap(commandRules),
  ]
  return `# Completions of pnk for fish: pnk completions fish | source
function __pnk_next -d 'The words so far are exactly these'
    set -l words (commandline -opc)
    test "$words[2..-1]" = "$argv"
end

function __pnk_in -d 'The words so far begin with these'
    set -l words (commandline -opc)
    set -l count (count $argv)
    test (count $words) -gt $count; and test "$words[2..$(math $count + 1)]" = "$argv"
end

complete -c pnk -f
${lines.join('\n')}
`
}

function commandRules({ id, options, arguments: args }: CompletionCommand): string[] {
  const condition = `__pnk_in ${id}`
  const [argument] = args
  return [
    ...options.map((option) => rule(condition, optionPart(option), option.about)),
    ...(argument === undefined || argument.kind === 'text'
      ? []
      : [`complete -c pnk -n ${quoted(condition)} ${valuePart(argument)}`]),
  ]
}

function rule(condition: string, part: string, about: string): string {
  return `complete -c pnk -n ${quoted(condition)} ${part} -d ${quoted(about)}`
}

function optionPart({ names, value, valueIsOptional }: CompletionOption): string {
  const spelled = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  if (value === null) return spelled.join(' ')
  const isTaken = valueIsOptional ? '' : value.kind === 'file' ? '-r' : '-x'
  return [...spelled, isTaken, valuePart(value)].filter((part) => part !== '').join(' ')
}

function valuePart(value: CompletionValue): string {
  switch (value.kind) {
    case 'words':
      return `-a ${quoted(value.words.join(' '))}`
    case 'directory':
      return `-a ${quoted('(__fish_complete_directories (commandline -ct))')}`
    case 'file':
      return '-F'
    case 'text':
      return ''
  }
}

/** In single quotes fish knows two escapes: of the quote, and of the backslash. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
