import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileKernel } from '../../scripts/compile-kernel.mjs'
import { KERNEL_BASE64 } from '../../src/static/kernel-bytes.js'

describe('the committed kernel', () => {
  it('is what wat/rows.wat compiles to', async () => {
    const source = readFileSync(new URL('../../wat/rows.wat', import.meta.url), 'utf8')
    const compiled: Uint8Array = await compileKernel(source)
    expect(Buffer.from(compiled).toString('base64')).toBe(KERNEL_BASE64)
  })
})
