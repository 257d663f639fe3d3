import wabt from 'wabt'

/** The WebAssembly bytes of a kernel in text format; SIMD is its only feature beyond the first standard. */
export async function compileKernel(source) {
  const module = (await wabt()).parseWat('rows.wat', source, { simd: true })
  try {
    return module.toBinary({ log: false, write_debug_names: false }).buffer
  } finally {
    module.destroy()
  }
}
