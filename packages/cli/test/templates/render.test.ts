import { parseToml } from '@pinakes/manifest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeTomlString, renderTemplate, type TemplateVariables } from '../../src/templates/render.js'
import { caught } from './caught.js'

const variables: TemplateVariables = {
  name: 'n',
  kb_id: 'i',
  template: 't@1.0',
  created: 'c',
  embedding_provider: 'p',
  embedding_model: 'm',
  embedding_dim: 8,
  retrieval_rerank: 'none',
  rerank_provider: 'rp',
  rerank_model: 'rm',
}

const render = (text: string, name = 'n') => renderTemplate(text, { ...variables, name }, 't@1.0')

test('a variable is replaced wherever it stands, with or without blanks', () => {
  expect(render('{{name}}{{ name }}{{\tname  }} = {{ embedding_dim }}')).toBe('nnn = 8')
  expect(render('')).toBe('')
})

test('other text stays byte for byte, single braces and closing ones included', () => {
  const text = 'a = { b = { c = 1 }}\r\n# }} %} $x \ud800'
  expect(render(text)).toBe(text)
})

test('a value with braces is never taken for a variable', () => {
  expect(render('{{ name }}', '{{ kb_id }}{% x %}')).toBe('{{ kb_id }}{% x %}')
})

test('anything else of Jinja is refused with its line and the reference', () => {
  for (const text of [
    '{% if x %}',
    '{# c #}',
    '{{ name | upper }}',
    '{{ name.x }}',
    '{{ }}',
    '{{ name',
    '{{{ name }}}',
    '{{ "x" }}',
    '{{\nname }}',
  ]) {
    const error = caught(() => render(`ok\n${text}`))
    expect(error.code, text).toBe('TEMPLATE_DAMAGED')
    expect(error.message).toMatch(/t@1\.0.*line 2/)
  }
})

test('an unknown variable is refused by name, inherited names too', () => {
  for (const name of ['unknown', 'toString', '__proto__']) {
    expect(caught(() => render(`{{ ${name} }}`)).message).toContain(name)
  }
})

test('any string between quotes reads back as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const reading = parseToml(`x = "${escapeTomlString(text)}"`)
      expect('table' in reading && reading.table.x).toBe(text)
    }),
  )
  expect(escapeTomlString('a"b\\c\nd\u007f\u0001\u001b')).toBe('a\\"b\\\\c\\nd\\u007f\\u0001\\u001b')
})
