import { ExtractorRegistry } from '@pinakes/extract-free'
import { displayPath } from '@pinakes/manifest'
import { EXTRACTORS } from '../../run-sync.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'pdf extractor'

/** What reads PDFs is installed, where a pattern can take one. */
export const pdfExtractorCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  run(context) {
    const { sources, extraction } = context.manifest()
    const pattern = sources.include.find(canTakePdf)
    if (pattern === undefined) return ok(NAME, 'not needed: no pattern takes PDFs')
    const extractors = new ExtractorRegistry(EXTRACTORS)
    if (extractors.isInstalled(extraction.backend)) return ok(NAME, extraction.backend)
    const install = extractors.find(extraction.backend)?.requires?.install
    return warn(
      NAME,
      `${displayPath(JSON.stringify(pattern))} can take PDFs, and ${extraction.backend} is not installed`,
      install ??
        'this release reads no PDFs: take them out of include, or add "**/*.pdf" to exclude in [sources]',
    )
  },
}

/** Whether an `include` pattern can match a name that ends in `.pdf`, in any case. May say yes of a pattern that cannot. */
export function canTakePdf(pattern: string): boolean {
  const name = pattern.split('/').at(-1) ?? ''
  const ending = /[^*?\]]*$/.exec(name)?.[0].toLowerCase() ?? ''
  if (ending.length === name.length) return ending.endsWith('.pdf')
  return ending.endsWith('.pdf') || '.pdf'.endsWith(ending)
}
