import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installLine } from '../src/install-line.js'

describe('installLine', () => {
  let root = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'pinakes-install-'))
    mkdirSync(join(root, 'project'))
    writeFileSync(join(root, 'project', 'package.json'), '{}')
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const inside = (folder: string) =>
    join(root, folder, 'node_modules', '@pinakes', 'embed', 'dist', 'index.js')

  it('names a local install in a project', () => {
    expect(installLine('onnxruntime-node', inside('project'))).toBe('npm install onnxruntime-node')
  })

  it('names a global install among global packages', () => {
    expect(installLine('onnxruntime-node', inside('lib'))).toBe('npm install --global onnxruntime-node')
  })

  it('names a local install in a checkout', () => {
    expect(installLine('onnxruntime-node', join(root, 'src', 'x.js'))).toBe('npm install onnxruntime-node')
  })
})
