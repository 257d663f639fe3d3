import type { ImportedModel, PulledModel } from '@pinakes/embed'
import { displayPath } from '@pinakes/manifest'
import type { InstalledModel } from '../installed-models.js'
import { formatBytes } from './bytes.js'
import { count } from './lines.js'
import type { Style } from './style.js'

/** `5c38ec7c405e (main)`: enough of a commit for a person, and what it is known as. */
export function commitName(commit: string, refs: readonly string[]): string {
  const known = refs.length === 0 ? '' : ` (${refs.map(displayPath).join(', ')})`
  return `${commit.slice(0, 12)}${known}`
}

/** Two lines per model: what was done, and where it is; one line if nothing was to be done. */
export function pulledLines(models: readonly PulledModel[]): string[] {
  if (models.length === 0) return ['nothing to fetch: the model comes with this installation']
  return models.flatMap((pulled) => [
    `${displayPath(pulled.model)} at ${commitName(pulled.commit, refsOf(pulled))}: ${pulledState(pulled)}`,
    `in ${displayPath(pulled.folder)}`,
  ])
}

function refsOf({ revision, commit }: Pick<PulledModel, 'revision' | 'commit'>): readonly string[] {
  return revision === commit ? [] : [revision ?? 'main']
}

function pulledState({ files, fetchedBytes, isCurrent }: PulledModel): string {
  const total = `${count(files.length, 'file')}, ${formatBytes(sum(files))}`
  const repaired = files.filter(({ state }) => state === 'repaired').length
  const fetched = fetchedBytes === 0 ? 'all of it was here and whole' : `fetched ${formatBytes(fetchedBytes)}`
  return [
    total,
    fetched,
    ...(repaired === 0 ? [] : [`${count(repaired, 'damaged file')} replaced`]),
    ...(isCurrent ? [] : ['the hub was not asked']),
  ].join('; ')
}

/** One entry of `pnk models pull --json`. */
export function pulledPayload(pulled: PulledModel): Record<string, unknown> {
  const { model, repo, revision, commit, folder, files, fetchedBytes, isCurrent } = pulled
  return { model, repo, revision, commit, folder, files, fetched_bytes: fetchedBytes, current: isCurrent }
}

/** What was taken, and whether it is what was published. */
export function importedLines(imported: ImportedModel): string[] {
  const { model, commit, folder, files, precisions } = imported
  const unknown = files.filter(({ checkedBy }) => checkedBy === 'shape').length
  return [
    `${displayPath(model)} at ${commitName(commit, refsOf(imported))}: ${count(files.length, 'file')}, ` +
      `${formatBytes(sum(files))}, ${precisions.join(' and ')}`,
    `in ${displayPath(folder)}`,
    ...(unknown === 0
      ? []
      : [
          `${count(unknown, 'file')} came without a hash to compare with: they look whole, and that is all that is known`,
        ]),
  ]
}

/** The object of `pnk models import --json`. */
export function importedPayload(imported: ImportedModel): Record<string, unknown> {
  const { model, revision, commit, folder, files, precisions } = imported
  const rows = files.map(({ path, bytes, state, checkedBy }) => ({
    path,
    bytes,
    state,
    checked_by: checkedBy,
  }))
  return { model, revision, commit, folder, weights: precisions, files: rows }
}

/** One line per model and commit; the columns line up on a terminal, and are separated by tabs otherwise. */
export function modelLines(models: readonly InstalledModel[], style: Style, aligned: boolean): string[] {
  const rows = models.map((model) => [
    displayPath(model.model),
    model.commit === null ? 'installed' : commitName(model.commit, model.refs),
    model.lacks === null ? model.weights.join(', ') : `not usable: ${displayPath(model.lacks)}`,
    formatBytes(model.bytes),
  ])
  if (!aligned) return rows.map((row) => row.join('\t'))
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => {
    const [model = '', ...rest] = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    return [style.strong(model), ...rest].join('  ').trimEnd()
  })
}

/** One entry of `pnk models ls --json`. */
export function modelPayload(model: InstalledModel): Record<string, unknown> {
  const { model: id, commit, refs, path, bytes, weights, lacks } = model
  return { model: id, commit, refs, path, bytes, weights, lacks }
}

function sum(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}
