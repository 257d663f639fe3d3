import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mintUlid } from '@pinakes/manifest'
import { expect, it } from 'vitest'
import { addLink, removeLink } from '../../src/index.js'
import { diskKb, room } from './two-kbs.js'

/** Sidecars as people write them, after a line `id: …`. */
const SIDECARS: readonly string[] = [
  '',
  'title: "A"   # as on the spine\n\n\n# end',
  `long: ${'word '.repeat(60)}\nfolded: >-\n  one\n  two\n\nliteral: |+\n  kept\n\n\nlast: 1\n`,
  'tags: [a, \'b\', "c"]\nlinks: []\nshelf:\n    deep:\n        - 1.0\n        - ~\n',
  'base: &b {x: 1}\nuse: *b\nmerged:\n  <<: *b\n  y: no\n',
  'links:\n# before\n- to: pnk://self/01JV3MA0N4R8V2Y6C1E5H9K3P7   # mine\n  rel: cites\n\n# between\n- {to: "pnk://self/01JV3MA0N4R8V2Y6C1E5H9K3P8", rel: \'no\'}\n# after\nz: 1\n',
]
const TEXTS: readonly string[] = [...SIDECARS, ...SIDECARS.map((text) => text.replaceAll('\n', '\r\n'))]
const RELATIONS = ['cites', 'no', '1.0', 'a: b', '🌊', '# x', 'x'.repeat(300), 'line\nbreak']
/** `PNK_EDITS=10000` for the long run: every edit is a durable write. */
const EDITS = Number(process.env.PNK_EDITS ?? 600)

it('links come and go by the thousand, and every sidecar is as it was', async () => {
  const kb = diskKb(room())
  const target = kb.put('target.md')
  const self = (text: string) => text.replaceAll('pnk://self/', `pnk://${kb.id}/`)
  const files = TEXTS.map((text, i) => {
    const id = mintUlid<'document'>()
    const newline = text.includes('\r') ? '\r\n' : '\n'
    kb.put(`${i}.md`, { id, sidecar: null })
    writeFileSync(join(kb.root, `${i}.md.pnk.yaml`), `id: ${id}${newline}${self(text)}`)
    return { source: `${i}.md`, before: kb.read(`${i}.md.pnk.yaml`) }
  })
  const open = kb.open()
  const uri = `pnk://self/${target}`
  for (let edit = 0; edit < EDITS; edit += 2) {
    const { source, before } = files[(edit / 2) % files.length] ?? { source: '', before: '' }
    const rel = RELATIONS[(edit >> 3) % RELATIONS.length] ?? ''
    const link = { source, target: edit % 4 === 0 ? uri : 'target.md', rel }
    const added = await addLink(open, link)
    const between = kb.read(`${source}.pnk.yaml`)
    const removed = await removeLink(open, link)
    if (
      !added.written ||
      !removed.written ||
      !holds(between, before) ||
      kb.read(`${source}.pnk.yaml`) !== before
    ) {
      expect({ edit, link, added, between, after: kb.read(`${source}.pnk.yaml`) }).toEqual({ before })
    }
  }
  expect(readdirSync(kb.root).filter((name) => name.includes('.new'))).toEqual([])
}, 600_000)

/** Whether the lines of `text` are in `longer`, in order; a list in brackets is edited within its line. */
function holds(longer: string, text: string): boolean {
  const lines = longer.split('\n')
  let at = 0
  for (const line of text.split('\n').filter((each) => !each.startsWith('links: ['))) {
    while (at < lines.length && lines[at] !== line) at++
    if (at++ === lines.length) return false
  }
  return true
}
