import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tinyModelFolder } from '../fixture-paths.js'
import type { Files } from './loopback-hub.js'

export const MODEL = 'acme/tiny'
export const COMMIT = 'a'.repeat(40)
export const NEXT_COMMIT = 'b'.repeat(40)
export const GRAPH = 'onnx/model.onnx'

/** The files of a small real model by path. */
export function fixtureFiles(): Record<string, Buffer> & Files {
  const folder = tinyModelFolder('tiny-bert-encoder')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(
      (path) =>
        [
          path
            .slice(folder.length)
            .replace(/^[/\\]/, '')
            .replaceAll('\\', '/'),
          readFileSync(path),
        ] as const,
    )
  return Object.fromEntries(files)
}

/** The same, with what a repository holds besides. */
export function tinyModel(): Record<string, Buffer> & Files {
  return {
    ...fixtureFiles(),
    'README.md': Buffer.from('# Tiny\n'),
    'pytorch_model.bin': Buffer.alloc(5000, 7),
  }
}
