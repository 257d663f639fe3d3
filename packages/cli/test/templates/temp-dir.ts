import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

const made: string[] = []

afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** A fresh directory with these files, removed after the test; the path is resolved. */
export function tempDir(files: Readonly<Record<string, string>> = {}): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'pinakes-cli-')))
  made.push(directory)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  return directory
}

/** A directory of templates with one, `t`, of version 1.0 and these files. */
export function templatesWith(files: Readonly<Record<string, string>>, declared?: string): string {
  const descriptor = `name = "t"\nversion = "1.0"\ndescription = "d"\n${declared === undefined ? '' : `files = ${declared}\n`}`
  const all = { 'template.toml': descriptor, 'pinakes.toml.j2': MANIFEST, ...files }
  return tempDir(Object.fromEntries(Object.entries(all).map(([path, content]) => [`t/${path}`, content])))
}

/** A manifest template that renders to a manifest that loads. */
export const MANIFEST = `[kb]
name = "{{ name }}"
id = "{{ kb_id }}"
template = "{{template}}"
created = "{{  created  }}"
[sources]
[embedding]
provider = "{{ embedding_provider }}"
model = "{{ embedding_model }}"
dim = {{ embedding_dim }}
[retrieval]
rerank = "{{ retrieval_rerank }}"
[rerank]
provider = "{{ rerank_provider }}"
model = "{{ rerank_model }}"
`
