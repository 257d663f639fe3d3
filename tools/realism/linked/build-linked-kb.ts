import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatPnkUri, type KbUlid, parseManifest } from '@pinakes/manifest'
import type { Question } from '@pinakes/retrieve/eval'
import { mintText } from '@pinakes/sidecar'
import { indexKb } from '../../bench/ir/knowledge-base.js'
import { documentId } from '../document-id.js'
import type { LinkedDocument } from './requirements-of.js'

/** What the sidecars say, so that two builds are the same. */
const CREATED = '20261201 13:00'

export interface LinkedKb {
  /** Removed if it is there. */
  readonly root: string
  /** Text of `pinakes.toml`. */
  readonly manifest: string
  readonly questions: readonly Question[]
}

/** Writes the proposals with a link to each that they require, and the questions, and indexes them by the real sync. */
export async function buildLinkedKb(
  documents: readonly LinkedDocument[],
  { root, manifest, questions }: LinkedKb,
): Promise<void> {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'eval'), { recursive: true })
  writeFileSync(join(root, 'pinakes.toml'), manifest)
  writeFileSync(join(root, 'eval/questions.yaml'), questionsText(questions))
  const { id } = parseManifest(manifest, { path: join(root, 'pinakes.toml'), root }).kb
  for (const document of documents) writeDocument(root, id, document)
  await indexKb(root)
}

function writeDocument(root: string, kb: KbUlid, document: LinkedDocument): void {
  const { path, text, title, tags, requires } = document
  const file = join(root, path)
  const links = requires.map((to) => ({ to: formatPnkUri({ kb, doc: documentId(to) }), rel: 'requires' }))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  writeFileSync(`${file}.pnk.yaml`, mintText({ id: documentId(path), title, created: CREATED, tags, links }))
}

/** JSON is YAML too. */
function questionsText(questions: readonly Question[]): string {
  return `${JSON.stringify({ questions }, null, 1)}\n`
}
