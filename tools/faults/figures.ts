import type { ClockFigures } from './clock.js'
import { countByKind, type Finding } from './findings.js'
import type { FullDiskFigures } from './full-disk.js'
import type { InjectFigures } from './inject.js'
import type { KillFigures } from './kill.js'

/** What a run of the harness came to; a part that was not asked for is null. */
export interface Figures {
  readonly seed: number
  readonly kill: KillFigures | null
  readonly inject: InjectFigures | null
  readonly disk: FullDiskFigures | null
  readonly clock: ClockFigures | null
  readonly seconds: number
}

/** The figures for people: a line a part, the totals, then every finding. */
export function figureLines({ seed, kill, inject, disk, clock, seconds }: Figures): string[] {
  const findings = [kill, inject, disk, clock].flatMap((part) => part?.findings ?? [])
  return [
    ...(kill === null ? [] : [killLine(kill, seed)]),
    ...(inject === null ? [] : [injectLine(inject)]),
    ...(disk === null ? [] : diskLines(disk)),
    ...(clock === null ? [] : [`clock: ${clock.runs} runs with the clock back or ahead`]),
    ...totals(findings),
    `${seconds} s`,
  ]
}

function killLine({ kills, phases }: KillFigures, seed: number): string {
  const { before, during, after } = phases
  return `kills: ${kills} (${before} before the lock, ${during} under it, ${after} after), seed ${seed}`
}

function injectLine({ calls, failed, missed }: InjectFigures): string {
  const part = (kind: 'write' | 'read') => `${failed[kind]} of ${calls[kind]} ${kind}s`
  return `failed calls: ${part('write')}, ${part('read')}; ${missed} did not come`
}

function diskLines({ mechanisms, without, runs, refused }: FullDiskFigures): string[] {
  return [`full disk (${mechanisms.join(', ')}): ${runs} runs, ${refused} out of room`, ...without]
}

function totals(findings: readonly Finding[]): string[] {
  const { document, ulid, sidecar, index, diverged, crash } = countByKind(findings)
  return [
    `documents changed: ${document}`,
    `ULIDs lost, changed or shared: ${ulid}`,
    `sidecars torn: ${sidecar}`,
    `indexes that one command does not mend: ${index}`,
    `ends unlike those of an undisturbed twin: ${diverged}`,
    `crashes: ${crash}`,
    ...findings.map(({ kind, where, what }) => `  ${kind}: ${where}: ${what}`),
  ]
}
