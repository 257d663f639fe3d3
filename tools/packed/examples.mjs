import { spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { REPO_ROOT } from './pack.mjs'

/**
 * Runs the programs of `examples/` beside the packages that npm installed into `folder`, over the synced knowledge base
 * `kb`, and checks their types against the packed ones. Throws at the first that does not do what its README says. The
 * last one leaves the knowledge base with an embedder of its own.
 */
export async function runExamples({ node, folder, kb, home }) {
  const examples = join(folder, 'examples')
  cpSync(join(REPO_ROOT, 'examples'), examples, { recursive: true })
  checkTypes(examples)
  const place = { node, examples, kb, env: { PATH: process.env.PATH, HOME: home } }
  await searchEndpoint(place)
  contextBuilder(place)
  customEmbedder(place)
}

function expect(condition, what) {
  if (!condition) throw new Error(`examples: ${what}`)
}

function checkTypes(examples) {
  const options = [
    '--noEmit',
    '--allowJs',
    '--checkJs',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
  ]
  const types = ['--types', 'node', '--typeRoots', join(REPO_ROOT, 'node_modules/@types')]
  const programs = ['search-endpoint/server', 'context-builder/main', 'custom-embedder/main']
  const files = programs.map((name) => join(examples, `${name}.mjs`))
  const done = spawnSync(
    process.execPath,
    [join(REPO_ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...types, ...files],
    { encoding: 'utf8', cwd: examples },
  )
  expect(done.status === 0, `types\n${done.stdout}`)
}

async function searchEndpoint({ node, examples, kb, env }) {
  const server = spawn(node, [join(examples, 'search-endpoint/server.mjs'), kb], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => server.once('exit', (code) => resolve(code)))
  try {
    const url = await Promise.race([
      new Promise((resolve) => createInterface(server.stdout).once('line', resolve)),
      exited.then((code) => Promise.reject(new Error(`examples: the endpoint ended with ${code}`))),
    ])
    const found = await (await fetch(`${url}lighthouse&k=2`)).json()
    expect(found.passages.length === 2, 'the endpoint found no two passages')
    const empty = await fetch(url)
    expect(empty.status === 400, `the endpoint answered an empty query with ${empty.status}`)
    expect((await empty.json()).error.code === 'RETRIEVE_QUERY_EMPTY', 'the endpoint named another error')
    const many = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}who+keeps+the+light`)))
    expect(
      many.every(({ status }) => status === 200),
      'the endpoint failed under twenty requests at once',
    )
  } finally {
    server.kill('SIGTERM')
  }
  expect((await exited) === 0, 'the endpoint did not end by itself on SIGTERM')
}

function contextBuilder({ node, examples, kb, env }) {
  const run = (maxTokens, question) => {
    const args = [join(examples, 'context-builder/main.mjs'), kb, String(maxTokens), question]
    const done = spawnSync(node, args, { env, encoding: 'utf8' })
    expect(done.status === 0, `the context builder ended with ${done.status}\n${done.stderr}`)
    return JSON.parse(done.stdout)
  }
  const small = run(200, 'who keeps the lighthouse')
  const large = run(2000, 'who keeps the lighthouse')
  expect(small.tokens > 0 && small.tokens <= 200, `a budget of 200 tokens gave ${small.tokens}`)
  expect(large.tokens > small.tokens && large.tokens <= 2000, `a budget of 2000 gave ${large.tokens}`)
  const [, user] = small.messages
  expect(user.content.includes(`[1] ${small.citations[0]}\n\`\`\``), 'the context does not cite its evidence')
  expect(user.content.endsWith('Question: who keeps the lighthouse'), 'the context lacks the question')
}

function customEmbedder({ node, examples, kb, env }) {
  const manifest = join(kb, 'pinakes.toml')
  const named = readFileSync(manifest, 'utf8')
    .replace('provider = "static"', 'provider = "trigrams"')
    .replace('model = "pinakes/static-en"', 'model = "letters"')
  writeFileSync(manifest, named)
  const run = () =>
    spawnSync(node, [join(examples, 'custom-embedder/main.mjs'), kb, 'Otoline Reve'], {
      env,
      encoding: 'utf8',
    })
  const refused = run()
  expect(
    refused.status !== 0 && /SYNC_EMBEDDING_CHANGED/.test(refused.stderr),
    'an index of other vectors was taken',
  )
  spawnSync('rm', ['-rf', join(kb, '.pinakes')])
  const done = run()
  expect(done.status === 0, `the custom embedder ended with ${done.status}\n${done.stderr}`)
  expect(/^ok: \d+ indexed/.test(done.stderr), `the custom embedder indexed nothing\n${done.stderr}`)
  expect(/trigrams letters/.test(done.stderr), `the vectors are of another model\n${done.stderr}`)
  expect(/ottoline-reeve/.test(done.stdout), `the custom embedder found\n${done.stdout}`)
}
