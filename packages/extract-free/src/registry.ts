import { isModuleInstalled, quote } from '@pinakes/manifest'
import type { Extractor, ExtractorEntry } from './contracts.js'
import { ExtractError } from './errors.js'
import { extractionFingerprint } from './fingerprint.js'

/** Names that the manifest format knows, whether or not this installation brings the backend. */
const FORMAT_NAMES = ['pypdfium2', 'claude-vision', 'fake'] as const

/**
 * The extraction backends of this installation, by name and alias. Every question but {@link ExtractorRegistry.load}
 * is answered without importing a backend's library.
 */
export class ExtractorRegistry {
  readonly #entries = new Map<string, ExtractorEntry>()

  /** @throws ExtractError `EXTRACTOR_DUPLICATE` if two entries share a name or alias. */
  constructor(entries: readonly ExtractorEntry[]) {
    for (const entry of entries) {
      for (const name of [entry.name, ...entry.aliases]) this.#add(name, entry)
    }
  }

  /** Names and aliases that a manifest or `--extract` may say, sorted; those without a backend here included. */
  names(): readonly string[] {
    return [...new Set([...FORMAT_NAMES, ...this.#entries.keys()])].sort()
  }

  /**
   * The backend of that name, or null for a name of the format that this installation has no backend for.
   * @throws ExtractError `EXTRACTOR_UNKNOWN` for any other name.
   */
  find(name: string): ExtractorEntry | null {
    const entry = this.#entries.get(name)
    if (entry !== undefined) return entry
    if ((FORMAT_NAMES as readonly string[]).includes(name)) return null
    throw unknown(name, this.names())
  }

  /** Whether the backend exists here and its library, if it needs one, can be resolved. */
  isInstalled(name: string): boolean {
    const entry = this.find(name)
    if (entry === null) return false
    return entry.requires === undefined || isModuleInstalled(entry.requires.module, import.meta.url)
  }

  /**
   * 64 hex digits over what decides the backend's text; `model` matters to paid backends only.
   * @throws ExtractError `EXTRACTOR_UNKNOWN`, `EXTRACTOR_UNAVAILABLE`
   */
  fingerprint(name: string, model?: string): string {
    const entry = this.find(name)
    if (entry === null) throw unavailable(name, null)
    return extractionFingerprint(entry.fingerprintInputs(model))
  }

  /**
   * The loaded backend.
   * @throws ExtractError `EXTRACTOR_UNKNOWN`; `EXTRACTOR_UNAVAILABLE` if it, or the library it needs, is absent.
   */
  async load(name: string): Promise<Extractor> {
    const entry = this.find(name)
    if (entry === null || !this.isInstalled(name)) throw unavailable(name, entry)
    return entry.load()
  }

  #add(name: string, entry: ExtractorEntry): void {
    const other = this.#entries.get(name)
    if (other !== undefined) throw duplicate(name, other, entry)
    this.#entries.set(name, entry)
  }
}

function unknown(name: string, known: readonly string[]): ExtractError {
  return new ExtractError({
    code: 'EXTRACTOR_UNKNOWN',
    message: `There is no extraction backend ${quote(name)}; known are ${known.join(', ')}`,
    remedy: 'Correct `backend` in [extraction] of pinakes.toml, or the name given to --extract.',
    details: { name, known },
  })
}

function unavailable(name: string, entry: ExtractorEntry | null): ExtractError {
  const needs = entry?.requires
  return new ExtractError({
    code: 'EXTRACTOR_UNAVAILABLE',
    message:
      needs === undefined
        ? `The extraction backend ${name} is not part of this release`
        : `The extraction backend ${name} needs ${needs.module}, which is not installed`,
    remedy:
      needs === undefined
        ? 'This release reads text files only: remove the PDF pattern from `include` in [sources], or convert the file to text.'
        : `Install it: ${needs.install}`,
    details: { name, module: needs?.module ?? null },
  })
}

function duplicate(name: string, first: ExtractorEntry, second: ExtractorEntry): ExtractError {
  return new ExtractError({
    code: 'EXTRACTOR_DUPLICATE',
    message: `Two extraction backends answer to ${quote(name)}: ${first.name} and ${second.name}`,
    remedy: 'Register each name and alias once.',
    details: { name },
  })
}
