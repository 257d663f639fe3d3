/**
 * The part of WebAssembly in use. TypeScript describes it only in its browser library, which would bring along
 * everything else of a browser.
 */
export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer
}

interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number }) => WebAssemblyMemory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: unknown }
}

export const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly
