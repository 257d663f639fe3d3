/**
 * The part of WebAssembly in use. TypeScript describes it only in its browser library, which would bring along
 * everything else of a browser.
 */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => WebAssemblyModule
  readonly Instance: new (module: WebAssemblyModule, imports: object) => { readonly exports: unknown }
}

/** Compiled code, not yet bound to a memory. */
export interface WebAssemblyModule {
  readonly __brand: 'WebAssembly.Module'
}

export const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly
