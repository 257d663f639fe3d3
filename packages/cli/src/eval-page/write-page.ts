import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { displayPath, writeFileAtomic } from '@pinakes/manifest'
import { CliError } from '../cli-error.js'
import { linkTarget } from '../link-target.js'
import { PAGE_START } from './page.js'

/**
 * Refuses `file` where a page would take the place of something that is not one: a document, the manifest, a device.
 * A page of an earlier evaluation may be replaced, and what a link leads to counts.
 * @throws CliError `CLI_PAGE_REFUSED`
 * @throws the file system's error, naming `file`, where its folder is not there or it cannot be looked at
 */
export function refusePage(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) {
    if (statSync(dirname(file), { throwIfNoEntry: false }) !== undefined) return
    throw Object.assign(new Error(`no folder for ${file}`), { code: 'ENOENT', path: file })
  }
  if (stats.isFile() && startOf(file) === PAGE_START) return
  const what = stats.isFile() ? 'a file that is no evaluation page' : 'something that is not a file'
  throw new CliError({
    code: 'CLI_PAGE_REFUSED',
    message: `--html ${displayPath(file)}: ${what} is there already, and stays as it is`,
    remedy: 'give the page a name of its own, such as eval.html',
  })
}

/** Writes the page to `file`, complete or not at all; through a link that leads to a page. Throws as {@link refusePage}. */
export async function writePage(file: string, page: string): Promise<void> {
  await writeFileAtomic(await linkTarget(file), page, { beforeRename: () => refusePage(file) })
}

function startOf(file: string): string {
  const bytes = Buffer.alloc(Buffer.byteLength(PAGE_START))
  const descriptor = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
