import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshKb, pnk } from './pnk.js'

function syncedKb(): string {
  const root = freshKb({ 'docs/a.md': '# Alpha\n\nA pump.\n', 'docs/b.md': '# Beta\n\nA lamp.\n' })
  expect(pnk(['sync'], { cwd: root }).status).toBe(0)
  expect(pnk(['link', 'docs/a.md', 'docs/b.md', '--rel', 'cites'], { cwd: root }).status).toBe(0)
  expect(pnk(['sync'], { cwd: root }).status).toBe(0)
  return root
}

describe('pnk graph', () => {
  it('writes a page, again over an earlier one, and over nothing else', () => {
    const root = syncedKb()
    const page = join(root, 'graph.html')
    for (let i = 0; i < 2; i++) {
      expect(pnk(['graph', '--html', page], { cwd: root })).toMatchObject({ status: 0, stderr: '' })
    }
    expect(readFileSync(page, 'utf8')).toContain('2 documents')
    const manifest = readFileSync(join(root, 'pinakes.toml'), 'utf8')
    const refused = pnk(['graph', '--html', 'pinakes.toml'], { cwd: root })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('a file that is no page of a graph is there already')
    expect(readFileSync(join(root, 'pinakes.toml'), 'utf8')).toBe(manifest)
    const evaluation = join(root, 'eval.html')
    writeFileSync(
      evaluation,
      '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="pnk eval">',
    )
    expect(pnk(['graph', '--html', evaluation], { cwd: root }).status).toBe(1)
  })

  it('prints each format, of the documents that the filters let through', () => {
    const root = syncedKb()
    const json = JSON.parse(pnk(['graph', '--format', 'json'], { cwd: root }).stdout)
    expect(json.nodes.map((node: { label: string }) => node.label)).toEqual(['Alpha', 'Beta'])
    expect(json.edges).toMatchObject([{ kind: 'link', rel: 'cites', cross_kb: false }])
    expect(pnk(['graph', '--format', 'dot'], { cwd: root }).stdout).toContain('n0 -> n1 [label="cites"]')
    expect(pnk(['graph', '--format', 'graphml'], { cwd: root }).stdout).toContain(
      '<edge id="e0" source="n0" target="n1">',
    )
    const some = JSON.parse(pnk(['graph', '--format', 'json', '--path', 'docs/a'], { cwd: root }).stdout)
    expect([some.nodes.length, some.edges.length, some.hidden_links]).toEqual([1, 0, 1])
  })

  it('says what it needs: something to write, one thing at a time, an index', () => {
    const root = freshKb({ 'docs/a.md': '# A\n' })
    expect(pnk(['graph'], { cwd: root })).toMatchObject({ status: 2, stdout: '' })
    expect(pnk(['graph', '--html', 'g.html', '--format', 'dot'], { cwd: root }).status).toBe(2)
    const bare = pnk(['graph', '--html', 'g.html'], { cwd: root })
    expect(bare.status).toBe(1)
    expect(bare.stderr).toContain('pnk sync')
  })
})
