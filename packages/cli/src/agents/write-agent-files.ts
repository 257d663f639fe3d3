import { appendFileSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFileExclusive, displayPath, leadsInside, systemErrorCode } from '@pinakes/manifest'
import { InitError } from '../init/init-error.js'
import { readPackageFile } from '../package-version.js'
import { planSection } from './agents-section.js'

/** The file that agents read before they work in a folder. */
export const AGENTS_PATH = 'AGENTS.md'
/** Where agents look for the skills of a folder. */
export const SKILL_PATH = '.claude/skills/pinakes/SKILL.md'

/** What became of the files for agents. Paths are relative to the knowledge base. */
export interface AgentFiles {
  readonly created: readonly string[]
  /** A section was added at the end of it. */
  readonly appended: readonly string[]
  /** There already, and left as it is. */
  readonly kept: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Gives the knowledge base at `root` its section of `AGENTS.md` and the skill file. What is there stays byte for byte: a
 * file is created, or the section is added at the end of one that has none. A second run changes nothing.
 * @throws InitError `INIT_WRITE`
 */
export async function writeAgentFiles(root: string): Promise<AgentFiles> {
  const section = await writeSection(root)
  const skill = await createOrKeep(root, SKILL_PATH, readPackageFile('skills/pinakes/SKILL.md'))
  return {
    created: [...section.created, ...skill.created],
    appended: section.appended,
    kept: [...section.kept, ...skill.kept],
    warnings: [...section.warnings, ...skill.warnings],
  }
}

const NOTHING: AgentFiles = { created: [], appended: [], kept: [], warnings: [] }

async function writeSection(root: string): Promise<AgentFiles> {
  const path = join(root, AGENTS_PATH)
  const obstacle = obstacleAt(root, path)
  if (obstacle !== null) return { ...NOTHING, kept: [AGENTS_PATH], warnings: [obstacle] }
  const plan = writing(path, () => planSection(existsSync(path) ? readFileSync(path) : null))
  switch (plan.kind) {
    case 'create':
      // An empty file has nothing to lose, and keeps its mode and owner this way.
      if (existsSync(path)) return append(path, plan.text)
      return createOrKeep(root, AGENTS_PATH, Buffer.from(plan.text))
    case 'append':
      return append(path, plan.text)
    case 'present':
      return { ...NOTHING, kept: [AGENTS_PATH] }
    case 'foreign':
      return {
        ...NOTHING,
        kept: [AGENTS_PATH],
        warnings: [`${AGENTS_PATH} is not UTF-8, and was left as it is`],
      }
  }
}

/** One write at the end: whatever happens, what stood there before still does. */
function append(path: string, text: string): AgentFiles {
  writing(path, () => appendFileSync(path, text, { flush: true }))
  return { ...NOTHING, appended: [AGENTS_PATH] }
}

async function createOrKeep(root: string, relative: string, bytes: Uint8Array): Promise<AgentFiles> {
  const path = join(root, relative)
  if (!leadsInside(root, path))
    return warned(`${relative} leads out of the knowledge base, and was not written`)
  try {
    await mkdir(dirname(path), { recursive: true })
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) throw writeError(path, error)
    return warned(`${dirname(relative)} is no directory, so ${relative} was not written`)
  }
  try {
    await createFileExclusive(path, bytes)
    return { ...NOTHING, created: [relative] }
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return { ...NOTHING, kept: [relative] }
    throw writeError(path, error)
  }
}

function warned(warning: string): AgentFiles {
  return { ...NOTHING, warnings: [warning] }
}

/** Why nothing may be added at `path`; null for a file, a link to one inside, and nothing at all. */
function obstacleAt(root: string, path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return null
  if (!found.isSymbolicLink()) return `${AGENTS_PATH} is no file, and was left as it is`
  const isInside = existsSync(path) && leadsInside(root, path)
  return isInside
    ? null
    : `${AGENTS_PATH} is a link that leads out of the knowledge base, and was left as it is`
}

function writing<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw writeError(path, error)
  }
}

function writeError(path: string, cause: unknown): InitError {
  return new InitError({
    code: 'INIT_WRITE',
    message: `${displayPath(path)} cannot be written (${systemErrorCode(cause) ?? String(cause)})`,
    remedy: 'Check permissions and free space, then run pnk init --agents on the same directory.',
    details: { path },
    cause,
  })
}
