import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeWithRealModels } from '../../embed/test/real-models.js'
import { addFiles, freshKb, pnk, pnkJson } from './e2e/pnk.js'

/** The manifest after what `init` says to write: the values replace those of the built-in model. */
function movedUp(manifest: string, line: string): string {
  return ['provider', 'model', 'dim'].reduce((text, key) => {
    const said = new RegExp(`${key} = ("[^"]*"|\\d+)`).exec(line)?.[0] ?? ''
    return text.replace(new RegExp(`(\\[embedding\\][^[]*?)^${key} = .*$`, 'm'), `$1${said}`)
  }, manifest)
}

describeWithRealModels('the way up from the built-in model', () => {
  it('works as `init` says it, on a knowledge base that has an index', () => {
    const cwd = freshKb({ 'docs/lamp.md': '# Lamp\n\nThe lamp is lit at dusk.\n' })
    const env = { HF_HOME: process.env.HF_HOME ?? '' }
    expect(pnk(['sync'], { cwd, env }).status).toBe(0)
    const path = join(cwd, 'pinakes.toml')
    const line =
      pnk(['init', join(cwd, 'other')])
        .stdout.trimEnd()
        .split('\n')
        .at(-1) ?? ''
    addFiles(cwd, { 'pinakes.toml': movedUp(readFileSync(path, 'utf8'), line) })
    expect(pnk(['models', 'pull', '--offline'], { cwd, env }).stdout).toContain('BAAI/bge-small-en-v1.5')
    expect(pnk(['sync', '--rebuild'], { cwd, env })).toMatchObject({ status: 0, stderr: '' })
    const { channels } = pnkJson<{ channels: unknown[] }>(['search', 'when is it lit'], { cwd, env })
    expect(channels).toContainEqual({
      channel: 'vector',
      tier: 'exact',
      ran: true,
      detail: 'fastembed BAAI/bge-small-en-v1.5',
      model: 'BAAI/bge-small-en-v1.5',
    })
  })
})
