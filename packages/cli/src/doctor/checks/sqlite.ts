import { hasFts5, sqliteVersion } from '@pinakes/index'
import { type DoctorCheck, fail, ok } from '../check.js'

/** SQLite loads in this Node and can search full text. */
export const sqliteCheck: DoctorCheck = {
  name: 'sqlite',
  needs: 'nothing',
  run() {
    const version = `SQLite ${sqliteVersion()}`
    if (hasFts5()) return ok('sqlite', `${version} with FTS5`)
    return fail(
      'sqlite',
      `${version} without FTS5`,
      'install the prebuilt library: npm rebuild better-sqlite3',
    )
  },
}
