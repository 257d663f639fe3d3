import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`)
const provenance = JSON.parse(read('data/provenance.json').toString('utf8'))
const manifest = JSON.parse(read('package.json').toString('utf8'))
const table = read(`data/${provenance.file}`)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('@pinakes/model-static-en', () => {
  it('holds the table that its provenance describes', () => {
    expect(table.length).toBe(provenance.bytes)
    expect(sha256(table)).toBe(provenance.sha256)
  })

  it('carries the checksum of the payload in the header, by which an index knows the model', () => {
    expect(table.toString('hex', 64, 96)).toBe(provenance.payloadSha256)
    expect(sha256(table.subarray(128))).toBe(provenance.payloadSha256)
  })

  it('packs to 9 MB at most', () => {
    const packed = readdirSync(`${root}data`).reduce(
      (sum, file) => sum + gzipSync(read(`data/${file}`)).length,
      0,
    )
    expect(packed).toBeLessThanOrEqual(9_000_000)
  })

  it('names the licence of the teacher, and carries its text', () => {
    expect(provenance.license).toBe(manifest.license)
    expect(provenance.teacher.license).toBe(manifest.license)
    expect(existsSync(`${root}LICENSE`)).toBe(true)
    expect(read('LICENSE').toString('utf8')).toContain('Apache License')
  })

  it('states where it comes from and how good it is beside its teacher', () => {
    expect(provenance.teacher.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(provenance.recipe.length).toBeGreaterThan(40)
    for (const name of ['cacm', 'med', 'npl', 'musique-100', 'mean']) {
      expect(provenance.measured.table[name]).toBeGreaterThan(0)
      expect(provenance.measured.table[name]).toBeLessThanOrEqual(provenance.measured.teacher[name])
    }
  })

  it('has no logic: data alone is published', () => {
    expect(manifest.files).toEqual(['data'])
    expect(Object.values(manifest.exports).every((path) => /\.json$|^\.\/data\//.test(String(path)))).toBe(
      true,
    )
  })
})
