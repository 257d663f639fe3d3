import fc from 'fast-check'

/**
 * In CI properties are tried on the same cases every time, so that a failure there is one of the change at hand;
 * everywhere else on new ones. PROPERTY_SEED repeats a run.
 */
const seed = process.env.PROPERTY_SEED ?? (process.env.CI ? '20261201' : null)
if (seed !== null) fc.configureGlobal({ seed: Number(seed) })
