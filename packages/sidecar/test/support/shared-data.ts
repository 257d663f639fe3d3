import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A text with the name it goes by in messages. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Folder of development data beside the repository; absent on most machines. */
const SHARED = fileURLToPath(new URL('../../../../../shared/data/formats/', import.meta.url))

/** The texts of `folder` that end in `suffix`; `fixture` where the folder is absent. Always some. */
export function textsOf(folder: string, suffix: string, fixture: readonly NamedText[]): readonly NamedText[] {
  const root = `${SHARED}${folder}/docs`
  if (!existsSync(root)) return fixture
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => ({ name, text: readFileSync(`${root}/${name}`, 'utf8') }))
}

/** The sibling file of a case in the YAML suite, or null. */
export function siblingOf(name: string, sibling: string): string | null {
  const path = `${SHARED}yaml-suite-dev/docs/${name.replace(/in\.yaml$/, sibling)}`
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
