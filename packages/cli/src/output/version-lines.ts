import { displayPath } from '@pinakes/manifest'
import type { MachineReport } from '../machine-report.js'
import { indent } from './lines.js'
import { modelLines, modelPayload } from './model-lines.js'
import type { Style } from './style.js'

/** One line a subject; the models, and what their providers lack, below. Models that nothing here can use are left out. */
export function versionLines(report: MachineReport, style: Style): string[] {
  const { version, formatLevel, node, platform, sqlite, providers, models } = report
  const usable = models.models.filter(({ lacks }) => lacks === null)
  return [
    `${style.strong(`pnk ${version}`)}, format level ${formatLevel}`,
    `Node ${node}, ${platform}`,
    sqlite === null
      ? 'SQLite does not load: see pnk doctor'
      : `SQLite ${sqlite.version} ${sqlite.hasFts5 ? 'with' : 'without'} FTS5`,
    'model providers:',
    ...providers.map(
      ({ name, install }) => `  ${name}${install === null ? '' : ` (not installed: ${install})`}`,
    ),
    `models (cache ${displayPath(models.cache)}):`,
    ...modelLines(usable, style, true).map((line) => indent(line, 2)),
  ]
}

/** The payload of `pnk version --json`. */
export function versionPayload(report: MachineReport): Record<string, unknown> {
  const { version, formatLevel, node, platform, sqlite, providers, models } = report
  return {
    version,
    format_level: formatLevel,
    node,
    platform,
    sqlite: sqlite === null ? null : { version: sqlite.version, fts5: sqlite.hasFts5 },
    providers: providers.map(({ name, isInstalled, install }) => ({ name, installed: isInstalled, install })),
    cache: models.cache,
    models: models.models.map(modelPayload),
  }
}
