import { describe, expect, it } from 'vitest'
import { useKbs } from './support/use-kbs.js'

const kbs = useKbs()

describe('counts', () => {
  it('gives active documents and their chunks, after each change of the index', async () => {
    const kb = await kbs.make({ 'docs/a.md': '# Pump\n\nIt turns.', 'docs/b.md': 'The mill.' })
    const view = await kbs.open(kb)
    expect(await view.counts()).toEqual({ documents: 2, chunks: 2 })
    const gone = kb.ids.get('docs/a.md')
    kb.write((writer) => writer.softDelete(gone === undefined ? [] : [gone]))
    expect(await view.counts()).toEqual({ documents: 1, chunks: 1 })
  })

  it('is refused once the knowledge base is closed', async () => {
    const view = await kbs.open(await kbs.make({}))
    await view.close()
    await expect(view.counts()).rejects.toMatchObject({ code: 'RETRIEVE_CLOSED' })
  })
})
