import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { quote } from '@pinakes/manifest'
import { EmbedError } from './errors.js'

/** An id of the Hugging Face hub: `name` or `org/name`, as their library checks it. */
const REPO_ID = /^(?:[\w-][\w.-]{0,95}\/)?[\w-][\w.-]{0,95}$/
/** A full commit id. */
export const COMMIT = /^[0-9a-f]{40}$/

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The folder of the Hugging Face cache: `HF_HUB_CACHE` (once `HUGGINGFACE_HUB_CACHE`), else `$HF_HOME/hub`, else
 * `huggingface/hub` below `XDG_CACHE_HOME`, which is `~/.cache` by default. Python's `huggingface_hub` uses the same, so
 * that both editions share one download.
 */
export function hubCacheFolder(env: Environment = process.env): string {
  const cache = env.HF_HUB_CACHE || env.HUGGINGFACE_HUB_CACHE
  if (cache) return expanded(cache, env)
  if (env.HF_HOME) return join(expanded(env.HF_HOME, env), 'hub')
  const caches = env.XDG_CACHE_HOME ? expanded(env.XDG_CACHE_HOME, env) : join(homedir(), '.cache')
  return join(caches, 'huggingface', 'hub')
}

/** A leading `~` and variables resolved, as Python does: not every setting has been through a shell. */
function expanded(path: string, env: Environment): string {
  const named = path.replace(/\$(?:\{(\w+)\}|(\w+))/g, (text, braced, plain) => env[braced ?? plain] ?? text)
  return resolve(named === '~' || /^~[/\\]/.test(named) ? join(homedir(), named.slice(1)) : named)
}

/**
 * Where the cache keeps a model: `models--org--name`, in it `blobs/`, `refs/` and `snapshots/<commit>/`.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN` if `model` cannot be the id of one
 */
export function repoFolder(model: string, cache: string = hubCacheFolder()): string {
  checkModelId(model)
  return join(cache, `models--${model.replaceAll('/', '--')}`)
}

/**
 * Returns for what can be the id of a model on the hub.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN` for anything else
 */
export function checkModelId(model: string): void {
  if (!isModelId(model)) throw notAnId(model)
}

/** True for what can be the id of a model on the hub. */
export function isModelId(model: string): boolean {
  return REPO_ID.test(model) && !/\.\.|--|\.git$/.test(model)
}

/** The model that a folder of the cache is for, by its name: `models--BAAI--bge-m3`; null for other folders. */
export function modelOfFolder(name: string): string | null {
  const id = /^models--(.+)$/.exec(name)?.[1]?.replaceAll('--', '/')
  return id !== undefined && isModelId(id) ? id : null
}

/**
 * The commit that `revision` (a commit, branch or tag; null: `main`) means in this cache, or null if the cache does
 * not know it. The network is not asked.
 */
export function cachedCommit(repo: string, revision: string | null): string | null {
  if (revision !== null && COMMIT.test(revision)) return revision
  const ref = revision ?? 'main'
  if (ref.split(/[/\\]/).includes('..')) return null
  try {
    const commit = readFileSync(join(repo, 'refs', ref), 'utf8').trim()
    return COMMIT.test(commit) ? commit : null
  } catch {
    // No such ref, or no such model: both mean that nothing was fetched under that name.
    return null
  }
}

/** The folder of one commit's files. */
export function snapshotFolder(repo: string, commit: string): string {
  return join(repo, 'snapshots', commit)
}

function notAnId(model: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_UNKNOWN',
    message: `${quote(model)} is not the id of a Hugging Face model; expected "organisation/name"`,
    remedy:
      'Give an id such as BAAI/bge-small-en-v1.5, on the command line or as `model` in pinakes.toml; `pnk models ls` lists what is here.',
    details: { model },
  })
}
