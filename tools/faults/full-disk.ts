import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, disturbed, inTwos } from './bench.js'
import type { Finding } from './findings.js'
import { copyKb } from './kb.js'
import { argsFor, OPERATIONS, type Operation } from './operations.js'
import { runPnk } from './pnk.js'

/** How a disk was made full: a small file system in memory, or the largest file that a process may write. */
export type Mechanism = 'tmpfs' | 'rlimit'

export interface FullDiskFigures {
  readonly mechanisms: readonly Mechanism[]
  /** Why a mechanism is absent. */
  readonly without: readonly string[]
  readonly runs: number
  /** Runs that the full disk kept from ending well; the others had room enough. */
  readonly refused: number
  readonly findings: readonly Finding[]
}

/** Runs operations on disks of `sizes` different sizes, from no room at all to nearly enough. */
export async function fillDisks(
  bench: Bench,
  sizes: number,
  operations: readonly Operation[] = OPERATIONS,
): Promise<FullDiskFigures> {
  const disk = mountTmpfs(join(bench.folder, 'disk'))
  const cases = operations.flatMap((operation) =>
    Array.from({ length: sizes }, (_, i) => ({ operation, share: i / sizes })),
  )
  const runs: Run[] = []
  if ('unmount' in disk) runs.push(...(await onSmallDisks(bench, cases, disk)))
  await inTwos(cases, async (one) => {
    runs.push(await withSmallFiles(bench, one))
  })
  return {
    mechanisms: 'unmount' in disk ? ['tmpfs', 'rlimit'] : ['rlimit'],
    without: 'unmount' in disk ? [] : [disk.reason],
    runs: runs.length,
    refused: runs.filter(({ refused }) => refused).length,
    findings: runs.flatMap(({ findings }) => findings),
  }
}

interface Run {
  readonly refused: boolean
  readonly findings: readonly Finding[]
}

interface Disk {
  readonly folder: string
  resize(bytes: number): void
  unmount(): void
}

const ROOMY = 256 * 1024 * 1024

/** A file system of its own at `folder`, or the reason why there is none. */
function mountTmpfs(folder: string): Disk | { readonly reason: string } {
  mkdirSync(folder)
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  const first = mount(`size=${ROOMY}`)
  if (first.status !== 0) {
    rmSync(folder, { recursive: true })
    return { reason: `no tmpfs: ${(first.error?.message ?? first.stderr).trim()}` }
  }
  return {
    folder,
    resize(bytes) {
      const { status, stderr } = mount(`remount,size=${bytes}`)
      if (status !== 0) throw new Error(`the small disk could not be resized: ${stderr}`)
    },
    unmount() {
      spawnSync('umount', [folder])
    },
  }
}

interface Case {
  readonly operation: Operation
  /** Of the room that the operation takes when there is enough, in [0, 1). */
  readonly share: number
}

async function onSmallDisks(bench: Bench, cases: readonly Case[], disk: Disk): Promise<Run[]> {
  const runs: Run[] = []
  try {
    const needs = new Map<Operation, number>()
    for (const operation of OPERATIONS) needs.set(operation, await roomFor(bench, operation, disk))
    for (const { operation, share } of cases) {
      const room = Math.floor(((needs.get(operation) ?? 0) * share) / 4096) * 4096
      runs.push(await onSmallDisk(bench, { operation, room, disk }))
    }
    return runs
  } finally {
    disk.unmount()
  }
}

interface SmallDisk {
  readonly operation: Operation
  /** Free bytes. */
  readonly room: number
  readonly disk: Disk
}

async function onSmallDisk(bench: Bench, { operation, room, disk }: SmallDisk): Promise<Run> {
  const root = join(disk.folder, 'kb')
  const { ended, findings } = await disturbed(bench, {
    operation,
    root,
    where: `${operation.name} with ${room} bytes free`,
    disturb: () => {
      disk.resize(usedBytes(disk.folder) + room)
      return runPnk(argsFor(operation, root))
    },
    calm: () => disk.resize(ROOMY),
  })
  return { refused: ended.status !== 0, findings }
}

/** What the operation needs beyond the KB itself, at its peak: its log is as large as what it writes. */
async function roomFor(bench: Bench, operation: Operation, disk: Disk): Promise<number> {
  const root = join(disk.folder, 'measured')
  copyKb(bench.bases[operation.base].root, root)
  const before = usedBytes(disk.folder)
  await runPnk(argsFor(operation, root))
  const grown = usedBytes(disk.folder) - before
  rmSync(root, { recursive: true })
  return 2 * Math.max(grown, 64 * 1024)
}

function usedBytes(folder: string): number {
  const { blocks, bfree, bsize } = statfsSync(folder)
  return (blocks - bfree) * bsize
}

/** No file may become larger than a share of 512 KiB, about what an index of the generated documents takes. */
async function withSmallFiles(bench: Bench, { operation, share }: Case): Promise<Run> {
  const largestFile = Math.floor(share * 512 * 1024)
  const { ended, findings } = await disturbed(bench, {
    operation,
    where: `${operation.name} with files of at most ${largestFile} bytes`,
    disturb: (root) => runPnk(argsFor(operation, root), { largestFile }),
  })
  return { refused: ended.status !== 0, findings }
}
