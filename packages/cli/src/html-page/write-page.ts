import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { displayPath, writeFileAtomic } from '@pinakes/manifest'
import { CliError } from '../cli-error.js'
import { linkTarget } from '../link-target.js'

/** A kind of page, as it is told from any other file. */
export interface PageKind {
  /** How every such page begins. */
  readonly start: string
  /** In words. */
  readonly name: string
  /** A file name to propose. */
  readonly example: string
}

/** How a page begins that `command` wrote. */
export function pageStart(command: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="${command}">`
}

/**
 * Refuses `file` where a page would take the place of something that is not one of its kind: a document, the manifest,
 * a device. An earlier page may be replaced, and what a link leads to counts.
 * @throws CliError `CLI_PAGE_REFUSED`
 * @throws the file system's error, naming `file`, where its folder is not there or it cannot be looked at
 */
export function refusePage(file: string, kind: PageKind): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) {
    if (statSync(dirname(file), { throwIfNoEntry: false }) !== undefined) return
    throw Object.assign(new Error(`no folder for ${file}`), { code: 'ENOENT', path: file })
  }
  if (stats.isFile() && startOf(file, kind) === kind.start) return
  const what = stats.isFile() ? `a file that is no ${kind.name}` : 'something that is not a file'
  throw new CliError({
    code: 'CLI_PAGE_REFUSED',
    message: `--html ${displayPath(file)}: ${what} is there already, and stays as it is`,
    remedy: `give the page a name of its own, such as ${kind.example}`,
  })
}

/** Writes the page to `file`, complete or not at all; through a link that leads to a page. Throws as {@link refusePage}. */
export async function writePage(file: string, page: string, kind: PageKind): Promise<void> {
  await writeFileAtomic(await linkTarget(file), page, { beforeRename: () => refusePage(file, kind) })
}

function startOf(file: string, { start }: PageKind): string {
  const bytes = Buffer.alloc(Buffer.byteLength(start))
  const descriptor = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
