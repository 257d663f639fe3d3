import { ManifestError, type ManifestErrorCode } from './manifest-error.js'

/** One thing wrong with a manifest. `table` is null for the root. */
export interface ManifestFault {
  readonly code: ManifestErrorCode
  readonly table: string | null
  /** Begins with the key, if it is about one. */
  readonly message: string
  readonly remedy: string
  /** The pattern it is about: one that is at fault under several roots has a fault for each. */
  readonly pattern?: string
}

/** Gathers what is wrong with one manifest, so that its author sees all of it at once. */
export class ManifestFaults {
  readonly #path: string
  readonly #faults: ManifestFault[] = []

  /** `path` is the absolute path of the manifest. */
  constructor(path: string) {
    this.#path = path
  }

  add(fault: Omit<ManifestFault, 'code'> & { readonly code?: ManifestErrorCode }): void {
    this.#faults.push({ code: 'MANIFEST_INVALID', ...fault })
  }

  /** Throws one error for all faults: code and first line are those of the first, each fault has a line. */
  throwIfAny(): void {
    const [first] = this.#faults
    if (!first) return
    throw new ManifestError({
      code: first.code,
      message: this.#faults.map((fault) => this.#line(fault)).join('\n'),
      remedy: [...new Set(this.#faults.map((fault) => fault.remedy))].join('\n'),
      details: { path: this.#path, table: first.table, faults: this.#faults },
    })
  }

  #line({ table, message }: ManifestFault): string {
    return table === null ? `${this.#path}: ${message}` : `${this.#path} [${table}]: ${message}`
  }
}
