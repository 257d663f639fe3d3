import { createRequire } from 'node:module'

/** The driver that the store uses, for statements that no package has a reason to offer. */
export interface BenchDatabase {
  exec(sql: string): void
  pragma(text: string): unknown
  prepare(sql: string): { all(...values: unknown[]): Record<string, unknown>[] }
  close(): void
}

type Driver = new (path: string) => BenchDatabase

const Database = createRequire(new URL('../../../packages/index/package.json', import.meta.url))(
  'better-sqlite3',
) as Driver

/** A connection set up as the writer's. */
export function openBench(path: string): BenchDatabase {
  const database = new Database(path)
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'foreign_keys = ON',
    'temp_store = MEMORY',
  ])
    database.pragma(setting)
  return database
}

/** Every edge by the keys of its ends, sorted: equal for equal graphs. */
export function namedEdges(database: BenchDatabase): string[] {
  const rows = database
    .prepare(
      `SELECT e.kind || char(9) || s.key || char(9) || d.key AS edge FROM edges e
       JOIN nodes s ON s.id = e.src JOIN nodes d ON d.id = e.dst ORDER BY 1`,
    )
    .all()
  return rows.map(({ edge }) => String(edge))
}

/** Bytes of the tables and indexes of the graph. */
export function graphBytes(database: BenchDatabase): number {
  const [row] = database
    .prepare(
      `SELECT sum(pgsize) AS bytes FROM dbstat
       WHERE name IN ('nodes', 'edges', 'edges_dst', 'sqlite_autoindex_nodes_1')`,
    )
    .all()
  return Number(row?.bytes)
}
