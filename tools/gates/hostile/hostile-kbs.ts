import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Stands in files outside of the KB; it must never come out, nor into the KB. */
export const SECRET = 'xyzzy-the-secret-of-the-neighbour'

/** The one other KB outside, which a manifest may name as linked. */
export const NEIGHBOUR_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

export interface HostileKb {
  readonly name: string
  /** Tables that take the place of those of the same name in a harmless manifest. */
  readonly manifest?: Readonly<Record<string, string>>
  /** Whether a sync refuses the KB as a whole, rather than a document of it or nothing. */
  readonly isRefused?: boolean
  /** Files outside that may be read, relative to the folder outside. */
  readonly mayRead?: readonly string[]
  /** Commands to run after those that every KB is given. */
  readonly commands?: readonly (readonly string[])[]
  readonly build?: (places: Places) => void
}

export interface Places {
  /** The KB's root. */
  readonly kb: string
  /** A folder beside it that belongs to somebody else. */
  readonly outside: string
  /** An executable that leaves a trace when it runs. */
  readonly tripwire: string
}

/** Writes `text` at `path`; its folders appear as needed. */
export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

const embedding = (provider: string, model: string, more = ''): string =>
  `provider = ${JSON.stringify(provider)}\nmodel = ${JSON.stringify(model)}\ndim = 256\n${more}`

const STATIC = embedding('static', 'pinakes/static-en')

const sidecar = (more: string): string => `id: 01M8RH5FY3DJT7WH34VDS9CTRH\ntitle: Bait\n${more}`

const QUESTIONS =
  'questions:\n  - {question: which wheel drives the mill, kind: lexical, expect: [docs/real.md]}\n'

/** Everything that a KB from a stranger may carry. */
export const HOSTILE_KBS: readonly HostileKb[] = [
  ...['../outside', '/etc', '..', 'docs/../../outside'].map((root) => ({
    name: `a source root ${root}`,
    manifest: { sources: `roots = [${JSON.stringify(root)}]\n` },
    isRefused: true,
  })),
  {
    name: 'a source root that is a link out',
    manifest: { sources: 'roots = ["linked/"]\n' },
    isRefused: true,
    build: ({ kb, outside }) => link(join(kb, 'linked'), outside),
  },
  ...['../../outside/**/*.md', '/etc/*', '*/../../../outside/*', '**/../../../outside/*'].map((pattern) => ({
    name: `an include pattern ${pattern}`,
    manifest: { sources: `roots = ["docs/"]\ninclude = [${JSON.stringify(pattern)}]\n` },
    isRefused: true,
  })),
  ...['../outside/evil.mjs', '/tmp/evil', 'node:child_process', 'evil-package', '$(touch x)'].map(
    (backend) => ({
      name: `an extraction backend ${backend}`,
      manifest: { extraction: `backend = ${JSON.stringify(backend)}\n` },
      isRefused: true,
    }),
  ),
  ...['../../outside/evil.mjs', 'evil-package', 'file:///etc/passwd'].map((provider) => ({
    name: `an embedding provider ${provider}`,
    manifest: { embedding: embedding(provider, 'any') },
    isRefused: true,
  })),
  ...['static', 'onnx', 'transformers'].flatMap((provider) =>
    ['../../../outside/model', '/etc/model', 'https://evil.example/model', 'evil/model'].map((model) => ({
      name: `a model ${model} of ${provider}`,
      manifest: { embedding: embedding(provider, model) },
      isRefused: true,
    })),
  ),
  {
    name: 'a revision that climbs',
    manifest: {
      embedding: embedding('onnx', 'BAAI/bge-small-en-v1.5', 'revision = "../../../../outside"\n'),
    },
    isRefused: true,
  },
  {
    name: 'a reranker that climbs',
    manifest: { rerank: 'provider = "onnx"\nmodel = "../../../outside/model"\n' },
  },
  {
    name: 'a template that climbs',
    manifest: { kb: 'template = "../../../../outside/template@1.0"\n' },
  },
  {
    name: 'linked knowledge bases elsewhere',
    manifest: {
      'links.kb': `id = "01M8RH5FY3DJT7WH34VDS9CTRA"\nname = "system"\npath = "/etc"\n\n[[links.kb]]\nid = "01M8RH5FY3DJT7WH34VDS9CTRB"\nname = "neighbour"\npath = "../outside/kb"\n`,
    },
    mayRead: ['kb/pinakes.toml'],
  },
  {
    name: 'files that never end, where a reader looks by itself',
    manifest: {
      'links.kb': `id = "01M8RH5FY3DJT7WH34VDS9CTRA"\nname = "inner"\npath = "inner"\n`,
    },
    build: ({ kb }) => {
      link(join(kb, '.gitignore'), '/dev/zero')
      link(join(kb, 'inner/pinakes.toml'), '/dev/zero')
      link(join(kb, 'docs/zero.md'), '/dev/zero')
      link(join(kb, 'docs/mill.md.pnk.yaml'), '/dev/zero')
      link(join(kb, 'eval/questions.yaml'), '/dev/zero')
    },
  },
  {
    name: 'documents, folders and sidecars that are links out',
    build: ({ kb, outside }) => {
      link(join(kb, 'docs/secret.md'), join(outside, 'secret.md'))
      link(join(kb, 'docs/folder'), outside)
      link(join(kb, 'docs/up'), '../..')
      link(join(kb, 'docs/real.md.pnk.yaml'), join(outside, 'theirs.md.pnk.yaml'))
      link(join(kb, 'docs/mill.md.pnk.yaml'), join(outside, 'not-there.yaml'))
    },
  },
  ...[
    ['.pinakes', 'state'],
    ['.pinakes/index.db', 'theirs.db'],
    ['.pinakes/index.db', 'not-there.db'],
    ['.pinakes/index.db-wal', 'secret.md'],
    ['.pinakes/sync.lock', 'secret.md'],
    ['.pinakes/settled.json', 'secret.md'],
    ['.pinakes/cache', 'state'],
  ].map(([at = '', target = '']) => ({
    name: `${at} that is a link to ${target}`,
    isRefused: true,
    build: ({ kb, outside }: Places) => link(join(kb, at), join(outside, target)),
  })),
  {
    name: 'sidecars that carry code, bombs and prototypes',
    build: ({ kb }) => {
      put(join(kb, 'docs/code.md'), 'code\n')
      put(
        join(kb, 'docs/code.md.pnk.yaml'),
        sidecar('run: !!js/function "function () { process.exit(7) }"\n'),
      )
      put(join(kb, 'docs/proto.md'), 'proto\n')
      put(join(kb, 'docs/proto.md.pnk.yaml'), 'id: 01M8RH5FY3DJT7WH34VDS9CTRJ\n__proto__: {polluted: true}\n')
      const bomb = Array.from(
        { length: 30 },
        (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`,
      ).join('')
      put(join(kb, 'docs/bomb.md'), 'bomb\n')
      put(join(kb, 'docs/bomb.md.pnk.yaml'), `id: 01M8RH5FY3DJT7WH34VDS9CTRK\na0: &a0 [x]\n${bomb}`)
    },
  },
  {
    name: 'names that a shell or an option parser would take for more',
    build: ({ kb, tripwire }) => {
      const names = [
        '-rf.md',
        '--exec=x.md',
        `$(${tripwire.replaceAll('/', ':')}).md`,
        '`touch x`.md',
        'a;b|c&.md',
      ]
      for (const name of [...names, 'new\nline.md', '\u001b]0;title\u0007.md'])
        put(join(kb, 'docs', name), `${name}\n`)
    },
  },
  {
    name: 'a repository whose configuration runs commands',
    // Doctor says whether our hooks are where git looks for them.
    mayRead: ['hooks/'],
    build: ({ kb, outside, tripwire }) => {
      put(join(kb, '.git/HEAD'), 'ref: refs/heads/main\n')
      for (const folder of ['objects', 'refs/heads']) mkdirSync(join(kb, '.git', folder), { recursive: true })
      const keys = ['fsmonitor', 'pager', 'editor', 'sshCommand', 'gitProxy', 'askPass']
      put(
        join(kb, '.git/config'),
        `[core]\n\trepositoryformatversion = 0\n\thooksPath = ${join(outside, 'hooks')}\n${keys.map((key) => `\t${key} = ${tripwire}\n`).join('')}[alias]\n\trev-parse = !${tripwire}\n[include]\n\tpath = /etc/passwd-not-there\n`,
      )
      for (const hook of ['post-index-change', 'reference-transaction']) {
        put(join(kb, '.git/hooks', hook), `#!/bin/sh\n${tripwire}\n`)
        chmodSync(join(kb, '.git/hooks', hook), 0o755)
      }
    },
  },
  ...['eval', 'eval/questions.yaml', 'eval/baseline.json', 'eval/outcomes.json'].map((path) => ({
    name: `${path} that is a link out`,
    commands: [['eval', '--write-baseline'], ['calibrate']],
    build: ({ kb, outside }: Places) => {
      if (path !== 'eval') put(join(kb, 'eval/questions.yaml'), QUESTIONS)
      rmSync(join(kb, path), { force: true })
      link(join(kb, path), path === 'eval' ? outside : join(outside, 'secret.md'))
    },
  })),
]

const HARMLESS: Readonly<Record<string, string>> = {
  kb: '',
  sources: 'roots = ["docs/"]\n',
  embedding: STATIC,
}

/** The manifest of a KB: harmless tables, but for those of `tables`. */
export function manifestText(tables: Readonly<Record<string, string>> = {}): string {
  const { kb = '', ...rest } = { ...HARMLESS, ...tables }
  const identity = `[kb]\nname = "hostile"\nid = "01M8RH5FQ5DKNMVA10PJSB0QE6"\n${kb}`
  const others = Object.entries(rest).map(
    ([name, body]) => `${name === 'links.kb' ? `[[${name}]]` : `[${name}]`}\n${body}`,
  )
  return [identity, ...others].join('\n')
}
