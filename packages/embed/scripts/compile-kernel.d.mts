/** The WebAssembly bytes of a kernel in text format; SIMD is its only feature beyond the first standard. */
export function compileKernel(source: string): Promise<Uint8Array>
