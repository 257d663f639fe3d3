import { describe, expect, it } from 'vitest'
import { type KnownFlags, namesBehindDashes } from '../src/dashed-names.js'

const FLAGS: KnownFlags = {
  kb: { type: 'option' },
  json: { type: 'boolean' },
  k: { type: 'option', char: 'k' },
}

describe('namesBehindDashes', () => {
  it.each([
    [['-rf.md'], ['--', '-rf.md']],
    [
      ['--odd.name.md', '--json'],
      ['--json', '--', '--odd.name.md'],
    ],
    [
      ['--json', '-a/b'],
      ['--json', '--', '-a/b'],
    ],
    [
      ['-rf.md', 'b.md', '-k', '5'],
      ['-k', '5', '--', '-rf.md', 'b.md'],
    ],
    [
      ['b.md', '--kb', 'x', '-rf.md', '--json', '--', '-c'],
      ['--kb', 'x', '--json', '--', 'b.md', '-rf.md', '-c'],
    ],
  ])('moves the arguments of %j behind --, in their order, for one that has a dash', (argv, expected) => {
    expect(namesBehindDashes(argv, FLAGS)).toEqual(expected)
  })

  it.each([
    [['query', '--kb', '-odd.dir']],
    [['query', '--kb=./x']],
    [['query', '-k', '-1.5']],
    [['--jsn']],
    [['-q']],
    [['--typo=./x']],
  ])('leaves %j as it is', (argv) => {
    expect(namesBehindDashes(argv, FLAGS)).toEqual(argv)
  })

  it('leaves what the user put behind -- alone', () => {
    expect(namesBehindDashes(['--json', '--', '-x.md'], FLAGS)).toEqual(['--json', '--', '-x.md'])
  })
})
