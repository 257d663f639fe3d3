import { describe, expect, it } from 'vitest'
import { likelyMoves } from '../../src/pairing/likely-moved.js'
import { ulid } from '../support/picture.js'

const gone = { id: ulid('X'), path: 'docs/a.md', title: 'The ledger' }
const arrived = (path: string, title: string | null = null) => ({ path, title })

describe('likelyMoves', () => {
  it('ranks the same name, then the same directory and suffix, then the same title', () => {
    const minted = [
      arrived('x/other.txt', 'The ledger'),
      arrived('docs/b.md'),
      arrived('new/a.md'),
      arrived('docs/b.txt'),
    ]
    expect(likelyMoves([gone], minted)).toEqual([
      { id: ulid('X'), from: 'docs/a.md', candidates: ['new/a.md', 'docs/b.md', 'x/other.txt'] },
    ])
  })

  it('names at most three, each once', () => {
    const minted = ['1/a.md', '2/a.md', '3/a.md', '4/a.md'].map((path) => arrived(path, 'The ledger'))
    expect(likelyMoves([gone], minted)[0]?.candidates).toEqual(['1/a.md', '2/a.md', '3/a.md'])
  })

  it('says nothing of a plain deletion', () => {
    expect(likelyMoves([gone], [])).toEqual([])
    expect(likelyMoves([gone], [arrived('elsewhere/b.txt', 'Another')])).toEqual([])
  })

  it('does not take two missing titles for the same title', () => {
    expect(likelyMoves([{ ...gone, title: null }], [arrived('x/y.txt', null)])).toEqual([])
  })
})
