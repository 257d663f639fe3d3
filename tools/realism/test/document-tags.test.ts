import { describe, expect, it } from 'vitest'
import { headerField, tagsOf } from '../document-tags.js'

const EIP =
  '---\neip: 2387\ntitle: "Hardfork Meta: Muir Glacier"\nstatus: Last Call\ntype: Standards Track\ncategory: Core\n---\n'
const RFC = `\nNetwork Working Group              S. Cheshire\nCategory: Best Current Practice                July 2008\n`

describe('tagsOf', () => {
  it('takes status, type and category of an Ethereum proposal', () => {
    expect(tagsOf('eips', EIP)).toEqual(['eips', 'last-call', 'standards-track', 'core'])
  })

  it('takes the category of an Internet RFC without the second column', () => {
    expect(tagsOf('rfc-dev', RFC)).toEqual(['rfc-dev', 'best-current-practice'])
  })

  it('takes the year in which a Rust RFC was begun', () => {
    expect(tagsOf('rust-rfcs', '- Feature Name: (none)\n- Start Date: 2014-04-18\n')).toEqual([
      'rust-rfcs',
      '2014',
    ])
  })

  it('has the collection alone where the header says nothing, or says it far below', () => {
    expect(tagsOf('rust-rfcs', '# Summary\n')).toEqual(['rust-rfcs'])
    expect(tagsOf('eips', `${'x\n'.repeat(2000)}status: Final\n`)).toEqual(['eips'])
    expect(tagsOf('rust-rfcs', '- Start Date: (fill me in)\n')).toEqual(['rust-rfcs'])
  })
})

describe('headerField', () => {
  it('gives the value without quotes, null for none', () => {
    expect(headerField(EIP, 'title')).toBe('Hardfork Meta: Muir Glacier')
    expect(headerField(EIP, 'author')).toBeNull()
    expect(headerField('title:\n', 'title')).toBeNull()
  })
})
