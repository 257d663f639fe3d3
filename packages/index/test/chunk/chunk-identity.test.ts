import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { identifyChunks } from '../../src/chunk/chunk-identity.js'

const DOC = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const ids = (...texts: string[]) =>
  identifyChunks(
    DOC,
    texts.map((text) => ({ text })),
  )

describe('identifyChunks', () => {
  it('hashes the text in UTF-8', () => {
    expect(ids('é')[0]?.contentSha256).toBe(createHash('sha256').update('é', 'utf8').digest('hex'))
  })

  it('is a golden value', () => {
    expect(ids('hello', 'hello').map((id) => id.chunkUid)).toEqual([
      'ck_b5jtjd76qozcffcswqmk5qjj2p',
      'ck_7bal3jvovch55dhslhm3gvwm5a',
    ])
  })

  it('is well formed, and differs by document', () => {
    expect(ids('a')[0]?.chunkUid).toMatch(/^ck_[a-z2-7]{26}$/)
    expect(identifyChunks('other', [{ text: 'a' }])).not.toEqual(ids('a'))
  })

  it('survives edits elsewhere in the document', () => {
    const [, before] = ids('one', 'two', 'three')
    expect(ids('ONE', 'extra', 'two')[2]).toEqual(before)
  })

  it('tells equal texts apart by their occurrence', () => {
    const [first, , second] = ids('same', 'other', 'same')
    expect(first?.contentSha256).toBe(second?.contentSha256)
    expect(first?.chunkUid).not.toBe(second?.chunkUid)
  })
})
