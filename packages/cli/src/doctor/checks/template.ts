import { displayPath, isPinakesError, type Manifest } from '@pinakes/manifest'
import { count } from '../../output/lines.js'
import { loadArchivedTemplate, loadTemplate } from '../../templates/load-template.js'
import { renderManifest, variablesOf } from '../../templates/render-manifest.js'
import { parseReference, type TemplateReference } from '../../templates/template-names.js'
import { templatesDirectory } from '../../templates/templates-directory.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'template'

/** Whether the template that the knowledge base was made from has moved on. */
export const templateCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  run(context) {
    return compareTemplate(context.manifest(), templatesDirectory())
  },
}

/** The row for this manifest and the templates in `directory`. */
export function compareTemplate(manifest: Manifest, directory: string): CheckResult {
  const recorded = manifest.kb.template
  if (recorded === null) return ok(NAME, 'none recorded')
  const reference = parseReference(recorded)
  if (reference === null) {
    return warn(
      NAME,
      `${displayPath(recorded)} is no name@version`,
      'correct or remove template in [kb] of pinakes.toml',
    )
  }
  try {
    return compareVersions(manifest, reference, directory)
  } catch (error) {
    if (!isPinakesError(error)) throw error
    return warn(NAME, error.message, error.remedy)
  }
}

function compareVersions(manifest: Manifest, recorded: TemplateReference, directory: string): CheckResult {
  const current = loadTemplate(directory, recorded.name)
  const reference = `${recorded.name}@${recorded.version}`
  if (current.version === recorded.version) return ok(NAME, `${reference}, the same as installed`)
  const variables = variablesOf(manifest)
  const before = renderManifest(loadArchivedTemplate(directory, recorded), variables)
  const after = renderManifest(loadArchivedTemplate(directory, current), variables)
  const lines = differingLines(before, after)
  const remedy = `compare pinakes.toml with template ${current.reference}, then record it: template = "${current.reference}"`
  const detail = lines === 0 ? 'same manifest' : `${count(lines, 'line')} of the manifest differ`
  return warn(NAME, `made from ${reference}, installed is ${current.version}: ${detail}`, remedy)
}

/** Lines that stand in one text and not in the other, each as often as it does. */
export function differingLines(before: string, after: string): number {
  const balance = new Map<string, number>()
  for (const line of before.split('\n')) balance.set(line, (balance.get(line) ?? 0) - 1)
  for (const line of after.split('\n')) balance.set(line, (balance.get(line) ?? 0) + 1)
  return [...balance.values()].reduce((sum, difference) => sum + Math.abs(difference), 0)
}
