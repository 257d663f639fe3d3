import {
  type CompletionCommand,
  type CompletionOption,
  type CompletionValue,
  firstWords,
} from './completion-model.js'

/** A script for zsh, to be sourced after `compinit` or kept as `_pnk` in a folder of `$fpath`. */
export function zshCompletions(commands: readonly CompletionCommand[]): string {
  const first = firstWords(commands)
  const topics = first.filter(({ below }) => below.length > 0)
  return `#compdef pnk
# Completions of pnk for zsh: source <(pnk completions zsh), after compinit
_pnk() {
  local at=2 id
  local -a commands
  [[ $words[2] == help ]] && at=3
  if (( CURRENT == at )); then
    commands=(${menu(first.map(({ word, about }) => ({ word, about })))})
    (( at == 2 )) && commands+=('help:Explain a command' '--help:Say what there is' '--version:Say which version this is')
    _describe -t commands 'commands of pnk' commands
    return
  fi
  id=$words[at]
  case $id in
${topics.map(({ word, below }) => topicCase(word, below)).join('\n')}
  esac
  (( at == 3 )) && return
  case $id in
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _pnk ]]; then
  _pnk "$@"
else
  compdef _pnk pnk
fi
`
}

function menu(entries: readonly { readonly word: string; readonly about: string }[]): string {
  return entries.map(({ word, about }) => `\n      ${quoted(`${word}:${about}`)}`).join('')
}

function topicCase(word: string, below: readonly CompletionCommand[]): string {
  const entries = below.map(({ words: [, second = ''], about }) => ({ word: second, about }))
  return `    (${word})
      if (( CURRENT == at + 1 )); then
        commands=(${menu(entries)})
        _describe -t commands 'commands of pnk' commands
        return
      fi
      id="$id $words[at+1]"
      ;;`
}

function commandCase({ id, words, options, arguments: args, argumentsRepeat }: CompletionCommand): string {
  const specs = [
    ...options.flatMap(optionSpecs),
    '(- *)--help[Explain this command]',
    ...args.map((value, i) => `${argumentsRepeat && i === args.length - 1 ? '*' : i + 1}${action(value)}`),
  ]
  return `    (${quoted(id)})
      shift ${words.length} words
      (( CURRENT -= ${words.length} ))
      _arguments -s -S ${specs.map(quoted).join(' \\\n        ')}
      ;;`
}

/** One spec a spelling; an option that does not repeat excludes its other spelling. */
function optionSpecs(option: CompletionOption): string[] {
  const { names, about, value, isRepeatable, valueIsOptional } = option
  const before = isRepeatable ? '*' : names.length > 1 ? `(${names.join(' ')})` : ''
  const after = value === null ? '' : `${valueIsOptional ? ':' : ''}${action(value)}`
  return names.map((name) => {
    const joint = value === null ? '' : name.startsWith('--') ? (valueIsOptional ? '=-' : '=') : '+'
    return `${before}${name}${joint}[${about.replace(/[[\]:\\]/g, '\\$&')}]${after}`
  })
}

function action(value: CompletionValue): string {
  switch (value.kind) {
    case 'words':
      return `:value:(${value.words.join(' ')})`
    case 'directory':
      return ':directory:_directories'
    case 'file':
      return ':file:_files'
    case 'text':
      return ':text: '
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
