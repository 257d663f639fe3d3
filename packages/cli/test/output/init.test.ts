import type { KbUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { InitResult } from '../../src/init/apply-init.js'
import { initLines } from '../../src/output/init-lines.js'
import { shellWord } from '../../src/output/lines.js'

const RESULT: InitResult = {
  root: '/kbs/my kb',
  kbId: '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid,
  name: 'my kb',
  template: 'notes@2.0',
  created: ['.gitignore', 'pinakes.toml'],
  adopted: [],
  workflow: null,
  warnings: [],
}

describe('initLines', () => {
  it('names root, template and id, and the next commands as they can be typed', () => {
    expect(initLines(RESULT, 'my kb')).toEqual([
      'created /kbs/my kb',
      'template notes@2.0',
      'id 01JV3K2H8M5Q9T1X4Z7B0D3F6G (permanent: links from elsewhere point to it)',
      '',
      'next:',
      '  put documents into my kb/docs',
      "  pnk sync --kb 'my kb'",
      '  pnk search "your question" --kb \'my kb\'',
    ])
  })

  it('needs no --kb in the current directory', () => {
    expect(initLines(RESULT, '.').slice(-3)).toEqual([
      '  put documents into docs',
      '  pnk sync',
      '  pnk search "your question"',
    ])
  })

  it('names what was left as it was, and passes warnings on', () => {
    const lines = initLines({ ...RESULT, adopted: ['README.md'], warnings: ['add .pinakes/'] }, '.')
    expect(lines).toContain('left as they were: README.md')
    expect(lines).toContain('warning: add .pinakes/')
  })
})

describe('shellWord', () => {
  it.each([
    ['docs/a.md', 'docs/a.md'],
    ['a b', "'a b'"],
    ["it's", "'it'\\''s'"],
    ['-rf', "'-rf'"],
    ['$HOME', "'$HOME'"],
  ])('quotes %s only as far as a shell needs', (text, expected) => {
    expect(shellWord(text)).toBe(expected)
  })
})
