export { authoredScalar } from './authored-scalar.js'
export type {
  ExtractionRecord,
  JsonValue,
  NewSidecar,
  Sidecar,
  SidecarEdit,
  SidecarFile,
  SidecarLink,
  SidecarWarning,
} from './contracts.js'
export { editSidecarBytes } from './edit-bytes.js'
export { type EditedSidecar, type EditOptions, editSidecar } from './edit-sidecar.js'
export { SidecarError, type SidecarErrorCode } from './errors.js'
export { type MintedSidecar, type MintOptions, mintSidecar } from './mint-sidecar.js'
export { mintText } from './mint-text.js'
export { parseSidecar, type SidecarContext } from './parse-sidecar.js'
export { readSidecar, sidecarPathOf } from './read-sidecar.js'
export { MAX_SIDECAR_BYTES } from './source-text.js'
