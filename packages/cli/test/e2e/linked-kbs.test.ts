import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { pnk, scratch } from './pnk.js'

const CORPORA = fileURLToPath(new URL('../../../../corpora', import.meta.url))

/** The demo and the harbour that it is linked with, side by side. */
let folder = ''

beforeEach(() => {
  folder = scratch()
  for (const name of ['demo-kb', 'partner-kb']) {
    cpSync(join(CORPORA, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.pinakes'),
    })
  }
})

function sync(name: string, ...args: readonly string[]) {
  return pnk(['sync', '--kb', join(folder, name), ...args])
}

function linkScan(name: string, ...args: readonly string[]): string[] {
  return sync(name, ...args)
    .stdout.split('\n')
    .filter((line) => line.startsWith('link scan: '))
}

describe('pnk sync of linked knowledge bases', () => {
  it('says what the other one says, once an hour, and at any time when asked', () => {
    expect(linkScan('demo-kb')).toEqual(['link scan: averne: 9 links to documents here'])
    expect(linkScan('partner-kb')).toEqual(['link scan: skerrow: 7 links to documents here'])
    expect(linkScan('demo-kb')).toEqual([])
    expect(linkScan('demo-kb', '--scan-links')).toEqual(['link scan: averne: 9 links to documents here'])
    const { link_scan: found } = JSON.parse(sync('demo-kb', '--scan-links', '--json').stdout)
    expect(found).toMatchObject({ scanned: [{ alias: 'averne', rows: 9 }], dropped: [], issues: [] })
  })

  it('goes well while the other one is away, and says so even when quiet', () => {
    sync('demo-kb')
    renameSync(join(folder, 'partner-kb'), join(folder, 'away'))
    const { status, stderr } = sync('demo-kb', '--scan-links', '--quiet')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^link scan: averne: .*partner-kb does not exist: Put the knowledge base there/)
    renameSync(join(folder, 'away'), join(folder, 'partner-kb'))
    expect(linkScan('demo-kb', '--scan-links')).toEqual(['link scan: averne: 9 links to documents here'])
  })

  it('lets go of what is linked no more', () => {
    sync('demo-kb')
    const manifest = join(folder, 'demo-kb/pinakes.toml')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.slice(0, text.indexOf('[[links.kb]]')))
    expect(linkScan('demo-kb')).toEqual(['link scan: averne: linked no more, 9 links dropped'])
  })

  it('has no use for --scan-links where only sidecars are written', () => {
    const { status, stderr } = sync('demo-kb', '--scan-links', '--sidecars-only')
    expect(status).toBe(2)
    expect(stderr).toContain('--scan-links and --sidecars-only exclude each other')
  })
})

describe('a link from the other side', () => {
  it('is shown by pnk links once it was read', () => {
    sync('demo-kb')
    const { stdout } = pnk([
      'links',
      'docs/places/gannet-light.md',
      '--kb',
      join(folder, 'demo-kb'),
      '--json',
    ])
    const { neighbours } = JSON.parse(stdout) as {
      neighbours: { rel: string; direction: string; terminal: boolean }[]
    }
    expect(neighbours).toContainEqual(
      expect.objectContaining({ rel: 'built-for', direction: 'in', terminal: true }),
    )
  })
})
