import { describe, expect, it } from 'vitest'
import { route } from '../src/router.js'

const IDS = ['search', 'sync', 'get']

describe('route', () => {
  it.each([[[]], [['--help']], [['-h']], [['help']]])('shows the root help for %j', (argv) => {
    expect(route(argv, IDS)).toEqual({ kind: 'root-help' })
  })

  it.each([[['search', '--help']], [['search', 'x', '-h']], [['help', 'search']]])(
    'shows the help of a command for %j',
    (argv) => {
      expect(route(argv, IDS)).toEqual({ kind: 'command-help', id: 'search' })
    },
  )

  it('takes --help behind a bare -- for an argument', () => {
    expect(route(['get', '--', '--help'], IDS)).toEqual({
      kind: 'command',
      id: 'get',
      argv: ['--', '--help'],
    })
  })

  it.each(['--version', '-v'])('shows the version for %s', (flag) => {
    expect(route([flag], IDS)).toEqual({ kind: 'version' })
    expect(route([flag, '--verbose'], IDS)).toEqual({ kind: 'command', id: 'version', argv: [] })
    expect(route([flag, '--verbose', '--json'], IDS)).toEqual({
      kind: 'command',
      id: 'version',
      argv: ['--json'],
    })
  })

  it('hands everything behind the command to it', () => {
    expect(route(['sync', '--rebuild', '-q'], IDS)).toEqual({
      kind: 'command',
      id: 'sync',
      argv: ['--rebuild', '-q'],
    })
  })

  it.each([[['serach', 'x']], [['help', 'serach']]])('names an unknown command for %j', (argv) => {
    expect(route(argv, IDS)).toEqual({ kind: 'unknown', id: 'serach' })
  })
})

describe('route, for commands of two words', () => {
  const WITH_TOPIC = [...IDS, 'ls', 'models ls', 'models pull']

  it('hands on what follows the second word', () => {
    expect(route(['models', 'pull', 'acme/tiny', '--json'], WITH_TOPIC)).toEqual({
      kind: 'command',
      id: 'models pull',
      argv: ['acme/tiny', '--json'],
    })
  })

  it('does not take a word of another command for its own', () => {
    expect(route(['ls', 'models'], WITH_TOPIC)).toEqual({ kind: 'command', id: 'ls', argv: ['models'] })
  })

  it.each([[['models', 'ls', '--help']], [['help', 'models', 'ls']]])(
    'shows the help of one for %j',
    (argv) => {
      expect(route(argv, WITH_TOPIC)).toEqual({ kind: 'command-help', id: 'models ls' })
    },
  )

  it.each([[['models']], [['models', '--help']], [['models', '-h']], [['help', 'models']]])(
    'shows what there is below the first word for %j',
    (argv) => {
      expect(route(argv, WITH_TOPIC)).toEqual({ kind: 'topic-help', id: 'models' })
    },
  )

  it.each([[['models', 'rm']], [['help', 'models', 'rm']]])(
    'names both words of an unknown one for %j',
    (argv) => {
      expect(route(argv, WITH_TOPIC)).toEqual({ kind: 'unknown', id: 'models rm' })
    },
  )
})
