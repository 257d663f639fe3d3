import { PinakesError } from '@pinakes/manifest'

/**
 * Codes of templates; no message names the directory they are installed in:
 * - `TEMPLATE_UNKNOWN`: no such template, or a name that none can have; `details.available` lists them
 * - `TEMPLATE_DAMAGED`: a file of it is missing, unreadable or does not render
 * - `TEMPLATE_FILES`: its list of files names one that may not be copied
 * - `TEMPLATE_UNARCHIVED`: no frozen copy of that version is installed
 */
export type TemplateErrorCode =
  | 'TEMPLATE_UNKNOWN'
  | 'TEMPLATE_DAMAGED'
  | 'TEMPLATE_FILES'
  | 'TEMPLATE_UNARCHIVED'

/** Every refusal that is about a template. */
export class TemplateError extends PinakesError<TemplateErrorCode> {}

/** `TEMPLATE_DAMAGED`; `template` is its name, or `name@version` once that is known. */
export function damaged(template: string, why: string, cause?: unknown): TemplateError {
  return new TemplateError({
    code: 'TEMPLATE_DAMAGED',
    message: `Template ${template} is unreadable: ${why}`,
    remedy: 'Install Pinakes again, or repair the template.',
    details: { template, why },
    cause,
  })
}
