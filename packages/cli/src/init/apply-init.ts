import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createFileExclusive,
  displayPath,
  type KbUlid,
  startWriteBatch,
  syncDirectory,
  systemErrorCode,
} from '@pinakes/manifest'
import { InitError } from './init-error.js'
import type { InitPlan } from './plan-init.js'

/** What `init` did. Paths are relative to the root, `/` between names. */
export interface InitResult {
  readonly root: string
  readonly kbId: KbUlid
  readonly name: string
  readonly template: string
  /** Files written, the manifest last. */
  readonly created: readonly string[]
  /** Files of the plan that were there and were left as they are. */
  readonly adopted: readonly string[]
  readonly workflow: string | null
  readonly warnings: readonly string[]
}

/**
 * Creates the KB of a plan: directories, files, and last the manifest, which alone makes it a KB. Until then a run
 * that was cut off can be repeated. Nothing is overwritten.
 * @throws InitError `INIT_EXISTS` if somebody else made it a KB meanwhile; `INIT_WRITE`.
 */
export async function applyInit(plan: InitPlan): Promise<InitResult> {
  const created: string[] = []
  const adopted: string[] = []
  await makeDirectories(plan)
  const batch = startWriteBatch()
  for (const { path, bytes } of plan.files) {
    const isNew = await writing(plan, path, () => batch.create(join(plan.root, path), bytes))
    ;(isNew ? created : adopted).push(path)
  }
  await batch.flush()
  const { path, bytes } = plan.manifest
  const isNew = await writing(plan, path, () => createFileExclusive(join(plan.root, path), bytes))
  if (!isNew) throw alreadyKb(plan.root)
  const { root, kbId, name, template, workflow, warnings } = plan
  return { root, kbId, name, template, created: [...created, path], adopted, workflow, warnings }
}

async function makeDirectories({ root, directories }: InitPlan): Promise<void> {
  for (const directory of ['', ...directories]) {
    const path = join(root, directory)
    try {
      await mkdir(path, { recursive: true })
    } catch (error) {
      throw writeError(path, error)
    }
  }
  await syncDirectory(root)
}

/** Runs one exclusive write: true if it wrote, false if something was there. */
async function writing(plan: InitPlan, path: string, write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false
    throw writeError(join(plan.root, path), error)
  }
}

function writeError(path: string, cause: unknown): InitError {
  return new InitError({
    code: 'INIT_WRITE',
    message: `${displayPath(path)} cannot be written (${systemErrorCode(cause) ?? String(cause)})`,
    remedy: 'Check permissions and free space, then run the same command again; it goes on where it stopped.',
    details: { path },
    cause,
  })
}

function alreadyKb(root: string): InitError {
  return new InitError({
    code: 'INIT_EXISTS',
    message: `${displayPath(root)} was made a knowledge base meanwhile, by another run`,
    remedy: 'Use it as it is.',
    details: { root },
  })
}
