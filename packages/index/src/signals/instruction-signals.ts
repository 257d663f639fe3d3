/** Sorted codes of what in `text` reads like an instruction to a model; empty if nothing does. */
export function instructionSignals(text: string): string[] {
  return /ignore (?:all )?previous instructions/iu.test(text.normalize('NFKC')) ? ['override'] : []
}
