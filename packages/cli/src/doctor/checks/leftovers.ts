import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readLock } from '@pinakes/index'
import { displayPath, systemErrorCode } from '@pinakes/manifest'
import { count, firstFew } from '../../output/lines.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'leftovers'

/** What is being written beside its target, a draft of the index, and a lock that is changing hands. */
const TEMPORARY =
  /\.\d+\.[0-9a-f]{12}\.new$|\.pnk\.yaml\..*new$|^\.tmp-.*\.tmp$|^index\.db\.(?:new|draft)|^sync\.lock\../s

/** What a killed run left behind; while a sync is at work, such files are its own. */
export const leftoversCheck: DoctorCheck = {
  name: NAME,
  needs: 'nothing',
  run(context) {
    const { root, stateDir } = context.paths
    if (readLock(stateDir)?.verdict === 'alive') return ok(NAME, 'not looked for while a sync is running')
    const found = temporaryFiles(root).map((path) => displayPath(relative(root, path)))
    if (found.length === 0) return ok(NAME, 'none')
    return warn(
      NAME,
      `${count(found.length, 'file')} of an interrupted run: ${firstFew(found, 10)}`,
      'delete them; documents and sidecars are complete without them',
    )
  },
}

/** Temporary files anywhere below `directory`; links and `.git` are not entered, nor what may not be read. */
function temporaryFiles(directory: string): string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return entry.name === '.git' ? [] : temporaryFiles(path)
    return TEMPORARY.test(entry.name) ? [path] : []
  })
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    // The check of the sidecars says what cannot be looked into.
    return []
  }
}
