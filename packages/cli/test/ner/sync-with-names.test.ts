import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIndexReader } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import { expect, it, onTestFinished } from 'vitest'
import { type RunSyncOptions, runSync } from '../../src/run-sync.js'

const OPTIONS: RunSyncOptions = {
  mode: 'index-only',
  extraction: undefined,
  scope: undefined,
  lockWaitMs: 0,
  offline: true,
  forceUnlock: false,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onNotice: () => undefined,
}

it('a sync with names joins the passages that mention one, and records the model', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pnk-ner-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'docs/a.md'), 'The pump is oiled by Ingrid Solheim.\n')
  writeFileSync(join(root, 'docs/b.md'), 'Ingrid  Solheim has the key, and Torvald has none.\n')
  writeFileSync(
    join(root, 'pinakes.toml'),
    '[kb]\nname = "Names"\nid = "01JV3K2H8M5Q9T1X4Z7B0D3F6G"\n\n[sources]\nroots = ["docs/"]\ninclude = ["**/*.md"]\nexclude = []\n\n[embedding]\nprovider = "static"\nmodel = "pinakes/static-en"\ndim = 256\n',
  )
  const without = await runSync(root, OPTIONS)
  expect(without.graph?.kinds.mentions).toBe(0)
  const { graph } = await runSync(root, { ...OPTIONS, ner: true })
  expect(graph?.kinds.mentions).toBe(2)
  const reader = openIndexReader(kbPaths(root).index)
  onTestFinished(() => reader.close())
  expect(
    reader
      .graph()
      .nodes('entity')
      .map(({ key }) => key),
  ).toEqual(['ingrid solheim'])
  expect(reader.meta().get('ner_model')).toMatch(/^wink-nlp@/)
})
