import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { KERNEL_BASE64 } from '../../src/vector/kernel-bytes.js'

const packageRoot = new URL('../../', import.meta.url)

it('the committed bytes are what wat/dot-products.wat compiles to', async () => {
  const { compileKernel } = (await import(
    fileURLToPath(new URL('scripts/compile-kernel.mjs', packageRoot))
  )) as {
    compileKernel: (source: string) => Promise<Uint8Array>
  }
  const source = readFileSync(new URL('wat/dot-products.wat', packageRoot), 'utf8')
  expect(Buffer.from(await compileKernel(source)).toString('base64')).toBe(KERNEL_BASE64)
})
