import { listTemplates, type TemplateRow } from './templates/load-template.js'
import { templatesDirectory } from './templates/templates-directory.js'

/** One row for each template of this installation, damaged ones included. */
export function installedTemplates(): TemplateRow[] {
  return listTemplates(templatesDirectory())
}
