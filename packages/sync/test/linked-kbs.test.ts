import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openIndexWriter } from '@pinakes/index'
import { formatKbTimestamp, Tree } from '@pinakes/manifest'
import { afterEach, describe, expect, it } from 'vitest'
import { unchangedReport } from '../src/settled/unchanged-report.js'
import { KB_ID, TestKb } from './support/kb.js'

const THERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6H'
const SOURCE = '01JV3M8Q6ZT4XN0R5K7WBYC2DE'
const ABSENT = '01JV3M8Q6ZT4XN0R5K7WBYC2DF'
const A = 'docs/a.md'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A partner whose one document links to `targets`. */
function partner(...targets: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-partner-')))
  folders.push(root)
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'pinakes.toml'), `[kb]\nname = "There"\nid = "${THERE}"\n\n[sources]\n`)
  writeFileSync(join(root, 'docs/b.md'), 'text\n')
  setTargets(root, ...targets)
  return root
}

function setTargets(root: string, ...targets: readonly string[]): void {
  const links = targets.map((id) => `- to: pnk://${KB_ID}/${id}\n  rel: cites\n`).join('')
  writeFileSync(join(root, 'docs/b.md.pnk.yaml'), `id: ${SOURCE}\nlinks:\n${links}`)
}

function link(kb: TestKb, root: string): void {
  const path = relative(kb.root, root)
  kb.setManifest((text) => `${text}\n[[links.kb]]\nid = "${THERE}"\nname = "there"\npath = "${path}"\n`)
}

const LINKS =
  "SELECT src_doc_id AS src, dst_doc_id AS dst FROM links WHERE origin = 'reverse-scan' ORDER BY 1, 2"

async function linked(): Promise<{ kb: TestKb; there: string; id: string }> {
  const kb = new TestKb({ [A]: 'alpha\n' })
  await kb.sync()
  const id = kb.idOf(A)
  const there = partner(id)
  link(kb, there)
  return { kb, there, id }
}

/** Makes the last scan look older, as time would. */
function age(kb: TestKb, minutes: number): void {
  const writer = openIndexWriter(kb.paths.index)
  const [ref] = writer.linkedKbs().refs()
  if (ref === undefined) throw new Error('nothing was scanned')
  const lastScan = formatKbTimestamp(new Date(Date.now() - minutes * 60_000))
  const rows = kb.query(LINKS) as { src: string; dst: string }[]
  writer.linkedKbs().replace(
    { ...ref, lastScan },
    rows.map(({ src, dst }) => ({
      srcKbId: THERE as never,
      srcDocId: src as never,
      dstKbId: KB_ID,
      dstDocId: dst as never,
      rel: 'cites',
      origin: 'reverse-scan',
    })),
  )
  writer.close()
}

describe('a sync', () => {
  it('takes over what a linked KB says, within the hour once, and at any time when asked', async () => {
    const { kb, there, id } = await linked()
    const first = await kb.sync()
    expect(first.linkScan).toEqual({
      scanned: [{ alias: 'there', kbId: THERE, rows: 1 }],
      dropped: [],
      issues: [],
    })
    expect(kb.query(LINKS)).toEqual([{ src: SOURCE, dst: id }])
    setTargets(there)
    expect((await kb.sync()).linkScan.scanned).toEqual([])
    expect((await kb.sync({ scanLinks: true })).linkScan.scanned).toMatchObject([{ rows: 0 }])
    expect(kb.query(LINKS)).toEqual([])
  })

  it('of the index alone scans, one of sidecars alone does not', async () => {
    const { kb } = await linked()
    expect((await kb.sync({ mode: 'sidecars-only' })).linkScan.scanned).toEqual([])
    expect((await kb.sync({ mode: 'index-only' })).linkScan.scanned).toMatchObject([{ rows: 1 }])
  })

  it('that rebuilds scans, however short ago the last scan was', async () => {
    const { kb, id } = await linked()
    await kb.sync()
    expect((await kb.sync({ mode: 'rebuild' })).linkScan.scanned).toMatchObject([{ rows: 1 }])
    expect(kb.query(LINKS)).toEqual([{ src: SOURCE, dst: id }])
  })

  it('drops what a KB said that is linked no more', async () => {
    const { kb } = await linked()
    await kb.sync()
    kb.setManifest((text) => text)
    expect((await kb.sync()).linkScan.dropped).toEqual([{ kbId: THERE, alias: 'there', rows: 1 }])
    expect(kb.query(LINKS)).toEqual([])
    expect((await kb.sync()).linkScan.dropped).toEqual([])
  })

  it('goes well though a linked KB does not, and stores no failure', async () => {
    const { kb, there } = await linked()
    await kb.sync()
    writeFileSync(join(there, 'docs/b.md.pnk.yaml'), 'id: [\n')
    const report = await kb.sync({ scanLinks: true })
    expect(report.outcome).toBe('ok')
    expect(report.linkScan.issues).toMatchObject([{ alias: 'there' }])
    expect(kb.failures()).toEqual([])
    expect(kb.query(LINKS)).toHaveLength(1)
  })

  it('tells of links to what is not here, unless a document of its own failed', async () => {
    const { kb, there } = await linked()
    setTargets(there, ABSENT)
    expect((await kb.sync({ scanLinks: true })).linkScan.issues).toMatchObject([
      { message: expect.stringContaining(ABSENT) },
    ])
    kb.write('docs/bad.md', new Uint8Array([0xff, 0xfe, 0xfd]))
    const failed = await kb.sync({ scanLinks: true })
    expect(failed.outcome).toBe('failed')
    expect(failed.linkScan.issues).toEqual([])
  })
})

describe('a sync with nothing to do', () => {
  /** Whether the last sync left a state that spares the next one its work. */
  async function settled(kb: TestKb): Promise<boolean> {
    await setTimeout(80)
    await kb.sync()
    return kb.exists('.pinakes/settled.json')
  }

  it('does not open the index while no linked KB is due', async () => {
    const { kb } = await linked()
    await kb.sync()
    expect(await settled(kb)).toBe(true)
    const look = (scanLinks: boolean) =>
      unchangedReport(
        kb.root,
        { extractors: [], loadEmbedder: () => Promise.reject(new Error('no model is needed')), scanLinks },
        { tree: new Tree(kb.root), takenMs: Date.now() },
      )
    expect(look(false)).toMatchObject({ outcome: 'ok', unchanged: 1, linkScan: { scanned: [], issues: [] } })
    expect(look(true)).toBeNull()
    expect((await kb.sync({ scanLinks: true })).linkScan.scanned).toMatchObject([{ rows: 1 }])
  })

  it('scans once an hour is over, and when the remembered hour cannot be trusted', async () => {
    const { kb } = await linked()
    await kb.sync()
    age(kb, 61)
    expect((await kb.sync()).linkScan.scanned).toMatchObject([{ rows: 1 }])
    expect(await settled(kb)).toBe(true)
    const state = JSON.parse(kb.read('.pinakes/settled.json'))
    const setTimes = (fromMs: number, dueMs: number) =>
      kb.write(
        '.pinakes/settled.json',
        JSON.stringify({ ...state, linked: { ...state.linked, fromMs, dueMs } }),
      )
    age(kb, 90)
    setTimes(Date.now() - 3_600_000, Date.now() - 1)
    expect((await kb.sync()).linkScan.scanned).toMatchObject([{ rows: 1 }])
    age(kb, -30)
    setTimes(Date.now() + 1_800_000, Date.now() + 5_400_000)
    expect((await kb.sync()).linkScan.scanned).toMatchObject([{ rows: 1 }])
  })

  it('says in every run that a linked KB is not there', async () => {
    const { kb, there } = await linked()
    rmSync(there, { recursive: true })
    for (let i = 0; i < 3; i++) {
      await setTimeout(80)
      expect((await kb.sync()).linkScan.issues).toMatchObject([{ alias: 'there' }])
    }
    expect(kb.exists('.pinakes/settled.json')).toBe(false)
  })
})

it('a manifest that is edited during a sync counts for the next one', async () => {
  const kb = new TestKb({ [A]: 'alpha\n' })
  await kb.sync()
  await setTimeout(80)
  let edited = false
  const derivation = {
    isDue: () => !edited,
    run: async () => {
      edited = true
      kb.setManifest((text) => text.replace('"**/*.md", ', ''))
    },
  }
  const during = await kb.sync({ derivations: [derivation] })
  expect(during).toMatchObject({ unchanged: 1, deleted: [] })
  expect(edited).toBe(true)
  expect(JSON.parse(kb.read('.pinakes/settled.json')).manifest).not.toBe(
    readFileSync(kb.paths.manifest, 'latin1'),
  )
  expect((await kb.sync()).deleted).toEqual([A])
})
