import { existsSync } from 'node:fs'
import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { locateStaticModel, missingModel, staticModelPackage } from '../../src/static/locate.js'

describe('locateStaticModel', () => {
  it('finds the table in its package', () => {
    expect(existsSync(locateStaticModel('pinakes/static-en'))).toBe(true)
  })

  it('refuses a model it does not know and lists those it does', () => {
    let error: unknown
    try {
      locateStaticModel('BAAI/bge-small-en-v1.5')
    } catch (reason) {
      error = reason
    }
    expect(isPinakesError(error, 'EMBED_MODEL_UNKNOWN')).toBe(true)
    expect(error).toMatchObject({ details: { known: ['pinakes/static-en'] } })
  })

  it('says which package to install when it is absent', () => {
    expect(missingModel(staticModelPackage('pinakes/static-en'))).toMatchObject({
      code: 'EMBED_MODEL_MISSING',
      remedy: 'Install it: npm install @pinakes/model-static-en',
    })
  })
})
