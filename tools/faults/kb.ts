import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sidecarPath } from '@pinakes/manifest'
import { madeUpTexts } from '../bench/index-write/documents.js'
import { makeKb } from '../bench/sync/make-kb.js'
import { runPnk } from './pnk.js'
import { sidecarsOf } from './state.js'

/** Documents of a generated KB. */
const DOCUMENTS = 24

/** A KB that disturbances start from; copies of it are disturbed. */
export interface BaseKb {
  readonly root: string
  /** By path: the ids that documents have to have in the end. New documents are absent: any id will do. */
  readonly ids: ReadonlyMap<string, string>
}

/** Documents that no sync has seen. */
export function freshKb(root: string): BaseKb {
  makeKb(root, madeUpTexts(DOCUMENTS))
  return { root, ids: new Map() }
}

/** A synced KB, then changed in every way that a sync has to follow. */
export async function changedKb(root: string): Promise<BaseKb> {
  freshKb(root)
  const { status, stderr } = await runPnk(['sync', '--kb', root])
  if (status !== 0) throw new Error(`the first sync of the generated KB ended with ${status}: ${stderr}`)
  const before = new Map([...sidecarsOf(root).readable].map(([path, { id }]) => [path, id]))
  const moved = change(new Tree(root))
  const ids = [...before].flatMap(([path, id]): [string, string][] => {
    const now = moved.has(path) ? moved.get(path) : path
    return now == null ? [] : [[now, id]]
  })
  return { root, ids: new Map(ids) }
}

/** A copy of `source` at `root`, file times included. */
export function copyKb(source: string, root: string): void {
  cpSync(source, root, { recursive: true, preserveTimestamps: true })
}

/** By old path: where a document is now; null: nowhere. */
type Moves = Map<string, string | null>

function change(tree: Tree): Moves {
  const at = (n: number) => `docs/part-000/document-${String(n).padStart(5, '0')}.md`
  tree.append(at(0), '\nA sentence more.\n')
  tree.append(at(1), '\n## Another heading\n\nAnd what it is about.\n')
  tree.remove(at(2))
  tree.removeWithSidecar(at(3))
  tree.move(at(4), 'docs/renamed/alone.md')
  tree.moveWithSidecar(at(5), 'docs/renamed/with-its-sidecar.md')
  tree.append('docs/renamed/with-its-sidecar.md', '\nMoved and edited.\n')
  tree.moveWithSidecar(at(6), 'docs/renamed/replaced.md')
  tree.write(at(6), '# A newcomer\n\nIt took the name of another.\n')
  tree.swapWithSidecars(at(7), at(8))
  tree.remove(sidecarPath(at(9)))
  tree.append(sidecarPath(at(10)), 'tags: [harbour, winter]\n')
  for (const name of ['one', 'two', 'three']) {
    tree.write(`docs/new/${name}.md`, `# New ${name}\n\nThe lighthouse of ${name} was repainted.\n`)
  }
  return new Map<string, string | null>([
    [at(2), null],
    [at(3), null],
    [at(4), 'docs/renamed/alone.md'],
    [at(5), 'docs/renamed/with-its-sidecar.md'],
    [at(6), 'docs/renamed/replaced.md'],
    [at(7), at(8)],
    [at(8), at(7)],
  ])
}

class Tree {
  constructor(private readonly root: string) {}

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  append(path: string, text: string): void {
    this.write(path, readFileSync(join(this.root, path), 'utf8') + text)
  }

  remove(path: string): void {
    rmSync(join(this.root, path))
  }

  removeWithSidecar(path: string): void {
    this.remove(path)
    this.remove(sidecarPath(path))
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true })
    renameSync(join(this.root, from), join(this.root, to))
  }

  moveWithSidecar(from: string, to: string): void {
    this.move(from, to)
    this.move(sidecarPath(from), sidecarPath(to))
  }

  swapWithSidecars(a: string, b: string): void {
    this.moveWithSidecar(a, `${a}.aside`)
    this.moveWithSidecar(b, a)
    this.moveWithSidecar(`${a}.aside`, b)
  }
}
