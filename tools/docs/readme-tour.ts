/**
 * Writes the tour of README.md from what the built `pnk` answers on a fresh copy of the demo knowledge base:
 *
 *   node_modules/.bin/tsx tools/docs/readme-tour.ts
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { KB, PARTNER, TOUR, typed } from '../demo/tour.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BLOCK = /(?<=<!-- tour -->\n).*(?=<!-- \/tour -->)/s

/** Another one after each sync. */
const BUILD_ID = /(?<=index build )[0-9A-Z]{26}/g

/** As long as the machine took. */
const SECONDS = /(?<=stored in )[\d.]+(?= s\b)/g

/** Where the tour stands. */
export const README_PATH = join(ROOT, 'README.md')

/** The page with the tour's steps and their output in its block, or as it is where it has no block. */
export function withTour(page: string, tour: string): string {
  return page.replace(BLOCK, () => `\`\`\`console\n${tour}\n\`\`\`\n`)
}

/**
 * Every step of the tour as typed, followed by what `pnk` printed; the same on each machine. Other files than the
 * committed ones, an index of an earlier run above all, have no part in it.
 * @throws Error if a step fails
 */
export function runTour(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-tour-'))
  try {
    for (const kb of [KB, PARTNER]) {
      const filter = (path: string): boolean => !path.endsWith('.pinakes')
      cpSync(join(ROOT, kb), join(folder, kb), { recursive: true, filter })
    }
    return TOUR.map((args) => `$ ${typed(args)}\n${answer(args, folder)}`).join('\n\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function answer(args: readonly string[], cwd: string): string {
  const bin = join(ROOT, 'packages/cli/bin/run.js')
  const { PATH, HOME } = process.env
  const done = spawnSync(process.execPath, [bin, ...args], { cwd, encoding: 'utf8', env: { PATH, HOME } })
  if (done.status !== 0) throw new Error(`${typed(args)} exited with ${done.status}\n${done.stderr}`)
  return done.stdout.trim().replace(BUILD_ID, '01…').replace(SECONDS, '0.0')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(README_PATH, withTour(readFileSync(README_PATH, 'utf8'), runTour()))
}
