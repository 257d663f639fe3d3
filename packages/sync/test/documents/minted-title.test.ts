import { describe, expect, it } from 'vitest'
import { filenameTitle } from '../../src/documents/filename-title.js'
import { mintedTitle } from '../../src/documents/minted-title.js'

describe('filenameTitle', () => {
  it.each([
    ['docs/loan-ledger_box-12.md', 'loan ledger box 12'],
    ['a.tar.gz', 'a.tar'],
    ['README', 'README'],
    ['.hidden', '.hidden'],
    ['trailing.', 'trailing.'],
    ['docs/---.md', '---.md'],
    ['x/Ünï côdé.txt', 'Ünï côdé'],
  ])('of %s is %s', (path, title) => {
    expect(filenameTitle(path)).toBe(title)
  })
})

describe('mintedTitle', () => {
  it('is the first level-1 heading of Markdown', () => {
    expect(mintedTitle('a.md', 'markdown', '## Two\n\n# One #\n')).toBe('One')
  })

  it('is the file name without such a heading, without text, and for every other type', () => {
    expect(mintedTitle('my-note.md', 'markdown', '## Two\n')).toBe('my note')
    expect(mintedTitle('my-note.md', 'markdown', null)).toBe('my note')
    expect(mintedTitle('my-note.txt', 'text', '# One\n')).toBe('my note')
    expect(mintedTitle('my-note.sh', 'code', '# One\n')).toBe('my note')
  })
})
