import { isPinakesError, type PinakesError } from '@pinakes/manifest'

/** The Pinakes error that `body` throws; fails if it throws none. */
export function caught(body: () => unknown): PinakesError {
  try {
    body()
  } catch (error) {
    if (isPinakesError(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
