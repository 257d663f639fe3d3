export type { Decimal } from './decimal.js'
export { isPinakesError, PinakesError, type PinakesErrorInit } from './errors.js'
export type { LinkedKb, Manifest } from './manifest.js'
export type { DocUlid, KbUlid, Ulid } from './ulid.js'
