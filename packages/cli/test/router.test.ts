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
