import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError, mintUlid, parseManifest } from '@pinakes/manifest'
import {
  archivedVersions,
  loadArchivedTemplate,
  loadTemplate,
  type Template,
  templateNames,
} from '../../packages/cli/src/templates/load-template.js'
import { renderManifest } from '../../packages/cli/src/templates/render-manifest.js'
import { hashTemplate, readTemplateFiles } from '../../packages/cli/src/templates/template-hash.js'
import { compareVersions } from '../../packages/cli/src/templates/template-names.js'
import {
  parseVersionRows,
  VERSION_ROWS,
  type VersionRow,
} from '../../packages/cli/src/templates/version-rows.js'

export interface TemplateCheck {
  /** The directory of templates. */
  readonly directory: string
  /** Whether git ignores a file, by its path below that directory. */
  readonly isIgnored: (path: string) => boolean
  /** Rows of releases: these never change. */
  readonly shipped: readonly VersionRow[]
}

/**
 * What is wrong with the templates as a lineage; empty if nothing is. Live is the same as its archive, an archive is
 * what its row says, no two rows share a content, every archive renders to a manifest that loads and declares its own
 * version, and what was shipped is as it was.
 */
export function templateProblems(check: TemplateCheck): string[] {
  const rows = parseVersionRows(readFileSync(join(check.directory, VERSION_ROWS), 'utf8'))
  const names = templateNames(check.directory)
  return [
    ...names.flatMap((name) => liveProblems(check, name)),
    ...names.flatMap((name) => archiveProblems(check, name, rows)),
    ...rowProblems(names, rows),
    ...shippedProblems(check.shipped, rows),
  ]
}

/** The hash of a template, live or archived. */
export function templateHash(
  template: Template,
  check: Pick<TemplateCheck, 'directory' | 'isIgnored'>,
): string {
  const prefix = template.directory.slice(check.directory.length + 1)
  const files = readTemplateFiles(template.directory, (path) => check.isIgnored(`${prefix}/${path}`))
  return hashTemplate(files, template.files)
}

function liveProblems(check: TemplateCheck, name: string): string[] {
  const live = loadTemplate(check.directory, name)
  if (!archivedVersions(check.directory, name).includes(live.version))
    return [`${live.reference} is not archived`]
  return reported(live.reference, () => {
    const archive = loadArchivedTemplate(check.directory, live)
    const isSame =
      templateHash(live, check) === templateHash(archive, check) && live.description === archive.description
    return isSame ? [] : [`${live.reference} differs from its archive: raise its version, then archive it`]
  })
}

/** The problems that `find` returns, or the one that stopped it. */
function reported(reference: string, find: () => string[]): string[] {
  try {
    return find()
  } catch (error) {
    if (isPinakesError(error)) return [`${reference}: ${error.message}`]
    throw error
  }
}

function archiveProblems(check: TemplateCheck, name: string, rows: readonly VersionRow[]): string[] {
  return archivedVersions(check.directory, name)
    .sort(compareVersions)
    .flatMap((version) => {
      const reference = `${name}@${version}`
      return reported(reference, () => {
        const archive = loadArchivedTemplate(check.directory, { name, version })
        loads(archive)
        const row = rows.find((candidate) => candidate.name === name && candidate.version === version)
        if (!row) return [`${reference} has no row`]
        return row.sha256 === templateHash(archive, check) ? [] : [`${reference} is not what its row says`]
      })
    })
}

function loads(template: Template): void {
  const text = renderManifest(template, {
    name: 'A "quoted" \\ name',
    kb_id: mintUlid<'kb'>(),
    template: template.reference,
    created: '20260725 09:14',
    embedding_provider: 'static',
    embedding_model: 'm',
    embedding_dim: 8,
    retrieval_rerank: 'none',
    rerank_provider: 'p',
    rerank_model: 'm',
  })
  parseManifest(text, { path: '/kb/pinakes.toml', root: '/kb' })
}

function rowProblems(names: readonly string[], rows: readonly VersionRow[]): string[] {
  const problems: string[] = []
  for (const [i, row] of rows.entries()) {
    const reference = `${row.name}@${row.version}`
    const earlier = rows.slice(0, i)
    if (!names.includes(row.name)) problems.push(`${reference} has a row, but there is no such template`)
    if (earlier.some((other) => other.name === row.name && other.version === row.version)) {
      problems.push(`${reference} has two rows`)
    }
    const twin = earlier.find((other) => other.name === row.name && other.sha256 === row.sha256)
    if (twin) problems.push(`${reference} has the content of ${twin.name}@${twin.version}`)
  }
  return problems
}

function shippedProblems(shipped: readonly VersionRow[], rows: readonly VersionRow[]): string[] {
  return shipped
    .filter(
      (old) =>
        !rows.some(
          (row) => row.name === old.name && row.version === old.version && row.sha256 === old.sha256,
        ),
    )
    .map((old) => `${old.name}@${old.version} was shipped with another content`)
}
