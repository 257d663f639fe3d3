import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { ExtractorRegistry, extractionFingerprint } from '../src/index.js'
import { fakeExtractor } from './support/fake-extractor.js'

const needsMissing = {
  ...fakeExtractor,
  name: 'needy',
  aliases: ['needy-alias'],
  requires: { module: 'no-such-module-here', install: 'npm install no-such-module-here' },
  load: () => Promise.reject(new Error('must not be loaded')),
}

async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (isPinakesError(error)) return error.code
    throw error
  }
  return 'none'
}

describe('ExtractorRegistry', () => {
  it('finds a backend by name and by alias', () => {
    const registry = new ExtractorRegistry([fakeExtractor, needsMissing])
    expect(registry.find('fake')).toBe(fakeExtractor)
    expect(registry.find('needy-alias')).toBe(needsMissing)
  })

  it('knows the names of the format that no backend here answers to', () => {
    const registry = new ExtractorRegistry([])
    expect(registry.find('pypdfium2')).toBeNull()
    expect(registry.find('claude-vision')).toBeNull()
    expect(registry.isInstalled('pypdfium2')).toBe(false)
  })

  it('refuses an unknown name and lists the known ones', () => {
    const registry = new ExtractorRegistry([needsMissing])
    expect(() => registry.find('pdfbox')).toThrowError(
      /known are claude-vision, fake, needy, needy-alias, pypdfium2/,
    )
    expect(() => registry.find('toString')).toThrowError(/no extraction backend/)
    expect(() => registry.find('pdfbox')).toThrowError(expect.objectContaining({ code: 'EXTRACTOR_UNKNOWN' }))
  })

  it('answers every question but load with the backend library absent and unloaded', async () => {
    const registry = new ExtractorRegistry([needsMissing])
    expect(registry.isInstalled('needy')).toBe(false)
    expect(registry.find('needy')?.paid).toBe(false)
    expect(registry.fingerprint('needy')).toBe(extractionFingerprint({ backend: 'fake' }))
    expect(await codeOf(() => registry.load('needy'))).toBe('EXTRACTOR_UNAVAILABLE')
  })

  it('names the install command of a missing library, and says so when a backend is in no release', async () => {
    const registry = new ExtractorRegistry([needsMissing])
    await expect(registry.load('needy')).rejects.toMatchObject({
      remedy: expect.stringContaining('npm install no-such-module-here'),
    })
    await expect(registry.load('pypdfium2')).rejects.toMatchObject({
      message: expect.stringContaining('not part of this release'),
      remedy: expect.stringContaining('reads text files only'),
    })
  })

  it('loads an installed backend', async () => {
    const extractor = await new ExtractorRegistry([fakeExtractor]).load('fake')
    const { text, pageSpans } = await extractor.extract(import.meta.filename, {})
    expect(pageSpans.map(([start, end]) => text.slice(start, end)).join('')).toBe(text)
  })

  it('refuses two backends under one name', () => {
    expect(() => new ExtractorRegistry([fakeExtractor, { ...needsMissing, aliases: ['fake'] }])).toThrowError(
      expect.objectContaining({
        code: 'EXTRACTOR_DUPLICATE',
        message: expect.stringContaining('Two extraction backends answer to "fake"'),
      }),
    )
  })
})
