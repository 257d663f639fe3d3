import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { editSidecarBytes, MAX_SIDECAR_BYTES, parseSidecar } from '../src/index.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const source = readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8')

test('the README lists every error code and no other', () => {
  const listed = [...readme.matchAll(/^\| `(SIDECAR_\w+)`/gm)].map(([, code]) => code)
  const defined = [...source.matchAll(/\| '(SIDECAR_\w+)'/g)].map(([, code]) => code)
  expect(listed).toEqual(defined)
})

test('the README’s example prints what it says', () => {
  const [, example = '', output = ''] = /```js\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(readme) ?? []
  const printed: unknown[] = []
  const body = example.replace(/^import .*\n/m, '').replace('console.log(', 'print(')
  const run = new Function('editSidecarBytes', 'parseSidecar', 'print', body)
  run(editSidecarBytes, parseSidecar, (...values: unknown[]) => printed.push(values.join(' ')))
  expect(`${printed.join('\n')}\n`).toBe(output)
})

test('the README names the size limit', () => {
  expect(readme).toContain(`${MAX_SIDECAR_BYTES / 1024 / 1024} MiB`)
})
