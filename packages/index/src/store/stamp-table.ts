import type { FileStamp } from '../contracts.js'
import { type Database, prepare } from './sqlite.js'

const COLUMNS = 'path, size, mtime_ms, ctime_ms, ino, hash, taken_ms'

type StampRecord = [
  path: string,
  size: number,
  mtimeMs: number,
  ctimeMs: number,
  ino: number,
  hash: string,
  takenMs: number,
]

/** The stored stamps by path; of `paths` alone when given. Throws what SQLite throws. */
export function readStamps(database: Database, paths?: readonly string[]): Map<string, FileStamp> {
  const records = (
    paths === undefined
      ? prepare(database, `SELECT ${COLUMNS} FROM file_stamps`).raw().all()
      : prepare(database, `SELECT ${COLUMNS} FROM file_stamps WHERE path IN (SELECT value FROM json_each(?))`)
          .raw()
          .all(JSON.stringify(paths))
  ) as StampRecord[]
  return new Map(
    records.map(([path, size, mtimeMs, ctimeMs, ino, hash, takenMs]) => [
      path,
      { path, size, mtimeMs, ctimeMs, ino, hash, takenMs },
    ]),
  )
}

/** Inserts or replaces the stamps. */
export function writeStamps(database: Database, stamps: readonly FileStamp[]): void {
  const put = prepare(
    database,
    `INSERT OR REPLACE INTO file_stamps (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const { path, size, mtimeMs, ctimeMs, ino, hash, takenMs } of stamps) {
    put.run(path, size, mtimeMs, ctimeMs, ino, hash, takenMs)
  }
}

export function deleteStamps(database: Database, paths: readonly string[]): void {
  const remove = prepare(database, 'DELETE FROM file_stamps WHERE path = ?')
  for (const path of paths) remove.run(path)
}
