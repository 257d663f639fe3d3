import type { KbUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { InitResult } from '../../src/init/apply-init.js'
import { initBackend } from '../../src/init/backends.js'
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

const STATIC = { backend: initBackend('static'), install: null }
const STEP_UP =
  'a larger model, when you want one: ' +
  'provider = "fastembed", model = "BAAI/bge-small-en-v1.5", dim = 384 under [embedding] of pinakes.toml; ' +
  'pnk models pull (134 MB); pnk sync --rebuild (some 40 s for 1,000 passages)'

describe('initLines', () => {
  it('names root, template and id, and the next commands as they can be typed', () => {
    expect(initLines(RESULT, { ...STATIC, path: 'my kb' }).slice(0, -2)).toEqual([
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
    expect(initLines(RESULT, { ...STATIC, path: '.' }).slice(-5)).toEqual([
      '  put documents into docs',
      '  pnk sync',
      '  pnk search "your question"',
      '',
      STEP_UP,
    ])
  })

  it('says in one line how to move up from the built-in model, and what that costs', () => {
    expect(initLines(RESULT, { ...STATIC, path: '.' }).at(-1)).toBe(STEP_UP)
    const elsewhere = initLines(RESULT, { ...STATIC, path: 'my kb', install: 'npm install x' }).at(-1)
    expect(elsewhere).toContain('one: npm install x (290 MB); provider')
    expect(elsewhere).toContain(
      "pnk models pull --kb 'my kb' (134 MB); pnk sync --rebuild --kb 'my kb' (some",
    )
  })

  it.each(['onnx', 'transformers'])(
    'backend %s needs its models first, and says how much they are',
    (name) => {
      const view = { path: '.', backend: initBackend(name), install: 'npm install x' }
      const lines = initLines(RESULT, view)
      expect(lines.slice(lines.indexOf('') + 1)).toEqual([
        'next (the models are about 1.3 GB, fetched once):',
        '  npm install x',
        '  pnk models pull',
        '  put documents into docs',
        '  pnk sync',
        '  pnk search "your question"',
      ])
      expect(initLines(RESULT, { ...view, install: null })).not.toContain('  npm install x')
    },
  )

  it('names what was left as it was, and passes warnings on', () => {
    const lines = initLines(
      { ...RESULT, adopted: ['README.md'], warnings: ['add .pinakes/'] },
      { ...STATIC, path: '.' },
    )
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
