import {
  type CompletionCommand,
  type CompletionOption,
  type CompletionValue,
  firstWords,
} from './completion-model.js'

/**
 * A script for bash 3.2 and later that completes `pnk` by itself, without the bash-completion package. bash cuts words
 * at `=`, so that the value of `--format=json` arrives as a word of its own.
 */
export function bashCompletions(commands: readonly CompletionCommand[]): string {
  const first = firstWords(commands)
  const topics = first.filter(({ below }) => below.length > 0)
  return `# Completions of pnk for bash: source <(pnk completions bash)
_pnk_words() {
  local IFS=$' \\n'
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

_pnk_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$2"))
  type compopt > /dev/null 2>&1 && compopt -o filenames 2> /dev/null
}

_pnk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" equals= at=1 id options= argument=
  COMPREPLY=()
  if [ "$cur" = = ]; then
    cur= equals==
  elif [ "$prev" = = ]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}" equals==
  fi
  [ "\${COMP_WORDS[1]}" = help ] && at=2
  if [ "$COMP_CWORD" -eq "$at" ]; then
    local words='${first.map(({ word }) => word).join(' ')}'
    [ "$at" -eq 1 ] && words="$words help --help --version"
    _pnk_words "$words" "$cur"
    return
  fi
  id="\${COMP_WORDS[at]}"
  case "$id" in
${topics.map(({ word, below }) => topicCase(word, below)).join('\n')}
  esac
  [ "$at" -eq 2 ] && return
  case "$id" in
${commands.map(commandCase).join('\n')}
  esac
  case "$cur" in
    -*) _pnk_words "$options --help" "$cur" ;;
    *)
      case "$argument" in
        directory) _pnk_paths -d "$cur" ;;
        file) _pnk_paths -f "$cur" ;;
        *) _pnk_words "$argument" "$cur" ;;
      esac
      ;;
  esac
}

complete -F _pnk pnk
`
}

function topicCase(word: string, below: readonly CompletionCommand[]): string {
  return `    ${word})
      if [ "$COMP_CWORD" -eq $((at + 1)) ]; then
        _pnk_words '${below.map(({ words: [, second] }) => second).join(' ')}' "$cur"
        return
      fi
      id="$id \${COMP_WORDS[at+1]}"
      ;;`
}

function commandCase({ id, options, arguments: args }: CompletionCommand): string {
  const names = options.flatMap((option) => option.names)
  const values = options.flatMap((option) => (option.value === null ? [] : [valueCase(option, option.value)]))
  const chosen = values.length === 0 ? [] : ['      case "$prev$equals" in', ...values, '      esac']
  const [argument] = args
  return [
    `    '${id}')`,
    ...chosen,
    `      options='${names.join(' ')}'`,
    ...(argument === undefined || argument.kind === 'text'
      ? []
      : [`      argument='${argumentKind(argument)}'`]),
    '      ;;',
  ].join('\n')
}

function valueCase({ names, valueIsOptional }: CompletionOption, value: CompletionValue): string {
  const labels = names.flatMap((name) => [
    ...(valueIsOptional ? [] : [name]),
    ...(name.startsWith('--') ? [`${name}=`] : []),
  ])
  return `        ${labels.join(' | ')})${valueAction(value)} return ;;`
}

function valueAction(value: CompletionValue): string {
  switch (value.kind) {
    case 'words':
      return ` _pnk_words '${value.words.join(' ')}' "$cur";`
    case 'directory':
      return ' _pnk_paths -d "$cur";'
    case 'file':
      return ' _pnk_paths -f "$cur";'
    case 'text':
      return ''
  }
}

function argumentKind(value: CompletionValue): string {
  return value.kind === 'words' ? value.words.join(' ') : value.kind
}
