import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mintUlid } from '@pinakes/manifest'

/** Documents in a folder. */
const PER_FOLDER = 100

/** Writes a KB of these texts below `root`, with the built-in model; no sidecars yet. Returns the documents' paths. */
export function makeKb(root: string, texts: readonly string[]): string[] {
  mkdirSync(root, { recursive: true })
  writeFileSync(
    join(root, 'pinakes.toml'),
    `[kb]\nname = "bench"\nid = "${mintUlid()}"\n\n[sources]\n\n[embedding]\nprovider = "static"\nmodel = "pinakes/static-en"\ndim = 256\n`,
  )
  writeFileSync(join(root, '.gitignore'), '.pinakes/\n')
  return texts.map((text, i) => {
    const folder = join(root, 'docs', `part-${String(Math.floor(i / PER_FOLDER)).padStart(3, '0')}`)
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `document-${String(i).padStart(5, '0')}.md`)
    writeFileSync(path, text)
    return path
  })
}
