import { type DocUlid, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { SidecarWriter } from '../../src/apply/sidecar-writer.js'
import { ReportBuilder } from '../../src/report/report-builder.js'
import { KB_ID, TestKb } from '../support/kb.js'

const ID = '01JV3M8Q6ZT4XN0R5K7WBYC2DE' as DocUlid
const OTHER = '01JV3M8Q6ZT4XN0R5K7WBYC2DF' as DocUlid
const OLD = sidecarPath('docs/old.md')
const NEW = sidecarPath('docs/new.md')

function opened(files: Readonly<Record<string, string>>) {
  const kb = new TestKb(files)
  const report = new ReportBuilder(kb.root)
  return { kb, report, writer: new SidecarWriter(kb.root, KB_ID, report) }
}

const changed = (path: string) => ({
  code: 'SYNC_SIDECAR_CHANGED',
  message: `${path}: changed while the sync ran`,
  remedy: 'Run `pnk sync` again.',
  details: { path },
})

describe('moving a sidecar', () => {
  it('gives it the new name, byte for byte', async () => {
    const { kb, report, writer } = opened({ [OLD]: `id: ${ID}  # mine\n` })
    expect(await writer.move(OLD, 'docs/new.md', ID)).toMatchObject({ id: ID })
    await writer.flush()
    expect(kb.names('docs')).toEqual(['new.md.pnk.yaml'])
    expect(kb.read(NEW)).toBe(`id: ${ID}  # mine\n`)
    expect(report.sidecars.moved).toEqual([NEW])
  })

  it('is refused if it carries another id by now, and nothing moves', async () => {
    const { kb, report, writer } = opened({ [OLD]: `id: ${OTHER}\n` })
    await expect(writer.move(OLD, 'docs/new.md', ID)).rejects.toMatchObject(changed(OLD))
    expect(kb.names('docs')).toEqual(['old.md.pnk.yaml'])
    expect(report.sidecars.moved).toEqual([])
  })

  it('is refused if something lies at the new name by now, which stays', async () => {
    const { kb, writer } = opened({ [OLD]: `id: ${ID}\n`, [NEW]: `id: ${OTHER}\n` })
    await expect(writer.move(OLD, 'docs/new.md', ID)).rejects.toMatchObject(changed(NEW))
    expect(kb.read(NEW)).toBe(`id: ${OTHER}\n`)
    expect(kb.read(OLD)).toBe(`id: ${ID}\n`)
  })
})
