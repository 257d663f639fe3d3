import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A library of which some code stands in a built file. */
export interface BundledLibrary {
  readonly name: string
  readonly version: string
  /** The SPDX expression of its `package.json`. */
  readonly license: string
  /** The contents of its licence and notice files, in the order of their names; empty if it ships none. */
  readonly texts: readonly string[]
}

/** What is read of esbuild's metafile: how many bytes of each input reached each output. */
export interface BuildRecord {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/**
 * The libraries below any `node_modules` of which a byte is in an output, sorted by name and version. Input paths are
 * relative to `cwd`; what was shaken out, or stands in a namespace of a plugin, is not counted.
 * @throws Error if a library says neither name, version nor licence: then nobody may ship it.
 */
export function bundledLibraries(record: BuildRecord, cwd: string): readonly BundledLibrary[] {
  const inputs = Object.values(record.outputs).flatMap((output) =>
    Object.entries(output.inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => packageFolder(path)),
  )
  const folders = new Set(inputs.filter((folder) => folder !== null))
  return [...folders].map((folder) => readLibrary(resolve(cwd, folder))).sort(byNameAndVersion)
}

/** The folder of the innermost package that holds the file, or null for a file of ours. */
export function packageFolder(path: string): string | null {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null
}

function readLibrary(folder: string): BundledLibrary {
  const path = join(folder, 'package.json')
  const { name, version, license } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  if (typeof name !== 'string' || typeof version !== 'string' || typeof license !== 'string') {
    throw new Error(`${path} does not say name, version and licence: do not bundle this library`)
  }
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { name, version, license, texts }
}

function byNameAndVersion(a: BundledLibrary, b: BundledLibrary): number {
  const [one, other] = [`${a.name} ${a.version}`, `${b.name} ${b.version}`]
  return one < other ? -1 : Number(one > other)
}
