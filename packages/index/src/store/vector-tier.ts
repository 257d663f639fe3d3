/** A way of scanning vectors; all of them find the same chunks. */
export type VectorTier = 'exact' | 'int8' | 'sqlite-vec'

/** What a manifest may ask for. `numpy` is the name of the exact tier in the format that both editions share. */
export type VectorTierSetting = 'auto' | 'numpy' | VectorTier

/**
 * Chunks from which `auto` takes the int8 tier. Below, the first search of a process is about as fast by float32, and
 * later ones are faster by some tenths of a millisecond; from here on a process that searches once has its answer in
 * half the time (docs/decisions/0010).
 */
export const INT8_FROM = 2000

/** The tier that a setting means for a table of `rows` vectors. */
export function resolveTier(setting: VectorTierSetting, rows: number): VectorTier {
  if (setting === 'numpy') return 'exact'
  if (setting !== 'auto') return setting
  return rows < INT8_FROM ? 'exact' : 'int8'
}

/** The name of a tier in `meta.vector_tier`, where the format calls the exact one `numpy`. */
export function tierMeta(rows: number): Record<string, string> {
  const tier = resolveTier('auto', rows)
  return { vector_tier: tier === 'exact' ? 'numpy' : tier }
}
