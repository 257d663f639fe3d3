import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { IndexError } from '../src/index.js'
import { temporaryFolder } from './store/fixture.js'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const ERRORS = readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8')

it('the examples of the README, one after the other, print what it says', () => {
  const blocks = [...README.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
  const code = blocks.flatMap(([, language, text]) => (language === 'js' ? [text] : [])).join('\n')
  const printed = blocks.flatMap(([, language, text]) => (language === '' ? [text] : [])).join('')
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'example.mts'), code)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), 'example.mts'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
      },
    },
  )
  expect(stderr).toBe('')
  expect(stdout).toBe(printed)
})

it('the README lists the error codes there are', () => {
  const declared = [...ERRORS.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code)
  const listed = [...README.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, code]) => code)
  expect(listed.toSorted()).toEqual(declared.toSorted())
  expect(new IndexError({ code: 'INDEX_MISSING', message: 'm', remedy: 'r' }).name).toBe('IndexError')
})
