import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionsNamed, sectionsOf } from '../src/section.js'
import { useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()
const code = (name: string) => expect.objectContaining({ code: name })

const HANDBOOK = `# Pump

🧭 For the keeper.

## Repair

Ask Ines first.

### Who to ask?

Ines, then Bram.

## Winter

Drain it.

## Notes

One.

# Boat

## Notes

Two.
`
const chunk = (headingPath: string | null, charStart: number) => ({
  headingPath,
  charStart,
  charEnd: charStart + 5,
})

describe('get by heading', () => {
  const handbook = async () => {
    const kb = await make({ 'docs/pump.md': HANDBOOK, 'docs/plain.txt': { text: 'x', sourceType: 'text' } })
    return { kb, view: await open(kb) }
  }

  it('gives the section with the deeper ones below it, and cites it', async () => {
    const { view } = await handbook()
    const section = await view.get('docs/pump.md#Repair')
    expect(section.text).toBe('## Repair\n\nAsk Ines first.\n\n### Who to ask?\n\nInes, then Bram.')
    expect(section.citation).toBe(`docs/pump.md:${section.charStart}-${section.charEnd} (Pump > Repair)`)
    expect([...HANDBOOK].slice(section.charStart, section.charEnd).join('')).toBe(section.text)
    expect(await view.get(section.citation)).toMatchObject({ text: section.text })
  })

  it.each([
    'Pump > Repair > Who to ask?',
    'Repair > who to ASK?',
    'Who to ask?',
    'who-to-ask',
    ' who to ask? ',
  ])('takes %j for the same heading', async (heading) => {
    const { view } = await handbook()
    expect((await view.get(`docs/pump.md#${heading}`)).text).toBe('### Who to ask?\n\nInes, then Bram.')
  })

  it('takes a document id in place of the path, for headings and for spans', async () => {
    const { kb, view } = await handbook()
    const id = kb.ids.get('docs/pump.md') ?? ''
    expect((await view.get(`${id}#Winter`)).text).toBe('## Winter\n\nDrain it.')
    expect((await view.get(`${id}:0-6`)).citation).toBe('docs/pump.md:0-6')
  })

  it('asks which one is meant when a heading stands in two places', async () => {
    const { view } = await handbook()
    await expect(view.get('docs/pump.md#Notes')).rejects.toMatchObject({
      code: 'RETRIEVE_REFERENCE_INVALID',
      remedy: expect.stringMatching(
        /^Ask for one of them: docs\/pump\.md:\d+-\d+ \(Pump > Notes\), docs\/pump\.md:\d+-\d+ \(Boat > Notes\)\.$/,
      ),
    })
    expect((await view.get('docs/pump.md#Boat > Notes')).text).toContain('Two.')
  })

  it('names the headings that there are when there is none of that name', async () => {
    const { view } = await handbook()
    await expect(view.get('docs/pump.md#Sails')).rejects.toMatchObject({
      code: 'RETRIEVE_NOT_FOUND',
      remedy: expect.stringContaining('Pump > Repair'),
    })
    await expect(view.get('docs/plain.txt#Sails')).rejects.toMatchObject({
      code: 'RETRIEVE_NOT_FOUND',
      message: expect.stringContaining('nothing in it was indexed as a heading'),
    })
    await expect(view.get('docs/gone.md#Sails')).rejects.toEqual(code('RETRIEVE_NOT_FOUND'))
    await expect(view.get('docs/pump.md#')).rejects.toEqual(code('RETRIEVE_NOT_FOUND'))
  })

  it('prefers the name of a file that holds the sign', async () => {
    const view = await open(
      await make({
        'docs/a # b.md': '# b\n\nInside.',
        'docs/a ': { text: '# b.md\n\nDecoy.' },
      }),
    )
    expect((await view.get('docs/a # b.md')).text).toBe('# b\n\nInside.')
    expect((await view.get('docs/a # b.md#b')).text).toBe('# b\n\nInside.')
  })
})

describe('sections', () => {
  it('begin where a heading is new and end where it is left', () => {
    const chunks = [chunk(null, 0), chunk('A', 10), chunk('A > B', 20), chunk('A > C', 30), chunk('D', 40)]
    expect(sectionsOf(chunks)).toEqual([
      { headingPath: 'A', charStart: 10, charEnd: 35 },
      { headingPath: 'A > B', charStart: 20, charEnd: 25 },
      { headingPath: 'A > C', charStart: 30, charEnd: 35 },
      { headingPath: 'D', charStart: 40, charEnd: 45 },
    ])
    expect(sectionsOf([])).toEqual([])
  })

  it('come back when a heading does', () => {
    const paths = sectionsOf([chunk('A > B', 0), chunk('A > C', 10), chunk('A > B', 20)])
    expect(sectionsNamed(paths, 'B').map(({ charStart }) => charStart)).toEqual([0, 20])
  })

  it('are found by their own full path, and lie in the document in order', () => {
    const titles = fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(titles), (paths) => {
        const sections = sectionsOf(paths.map((path, i) => chunk(path.join(' > '), i * 10)))
        for (const section of sections)
          expect(sectionsNamed(sections, section.headingPath)).toContain(section)
        expect(new Set(sections.map(({ headingPath }) => headingPath))).toEqual(
          new Set(paths.flatMap((path) => path.map((_, i) => path.slice(0, i + 1).join(' > ')))),
        )
        const starts = sections.map(({ charStart }) => charStart)
        expect(starts).toEqual([...starts].sort((a, b) => a - b))
      }),
    )
  })
})
