import { expect, it } from 'vitest'
import { importRuntime } from '../../src/encode/import-runtime.js'

it('a runtime that is installed and does not load is named with its fault and its install line', async () => {
  const load = async () => {
    throw new Error('Cannot find module binding.node\nRequire stack:\n- x')
  }
  await expect(importRuntime('onnxruntime-node', load)).rejects.toMatchObject({
    code: 'EMBED_BACKEND_MISSING',
    message: expect.stringMatching(/onnxruntime-node .*Cannot find module binding\.node$/),
    remedy: 'Install it again: npm install onnxruntime-node --force',
  })
})

it('gives what was imported', async () => {
  expect(await importRuntime('x', async () => 7)).toBe(7)
})
