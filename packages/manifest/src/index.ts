export {
  type AtomicWriteOptions,
  createFileExclusive,
  startWriteBatch,
  temporaryName,
  type WriteBatch,
  writeFileAtomic,
} from './atomic-write.js'
export { type CodePointOffsets, codePointLength, codePointOffsets, sliceCodePoints } from './code-points.js'
export { contentHash, hashFile, isContentHash } from './content-hash.js'
export type { Decimal } from './decimal.js'
export {
  type EmbeddingIdentity,
  type EmbeddingKey,
  embeddingMeta,
  isEmbeddingUnrecorded,
} from './embedding-meta.js'
export { isPinakesError, PinakesError, type PinakesErrorInit } from './errors.js'
export { systemErrorCode } from './file-system-error.js'
export { findKbRoot } from './find-kb-root.js'
export { FORMAT_LEVEL } from './format-level.js'
export {
  compileExclude,
  compileInclude,
  type ExcludePattern,
  type ExcludeRule,
  type IncludePattern,
  matchesExclude,
  matchesInclude,
} from './glob.js'
export type { GlobComponent } from './glob-component.js'
export { isModuleInstalled } from './is-module-installed.js'
export {
  documentKey,
  documentOfSidecar,
  isAtOrBelow,
  type KbPaths,
  kbPaths,
  landsInside,
  leadsInside,
  MANIFEST_NAME,
  relativePaths,
  resolveParent,
  SIDECAR_SUFFIX,
  STATE_DIR_NAME,
  sidecarPath,
} from './kb-paths.js'
export { type LinkedKbPath, resolveLinkedKb } from './linked-kb-path.js'
export { loadManifest, type ManifestPlace, parseManifest } from './load-manifest.js'
export type { LinkedKb, Manifest } from './manifest.js'
export { ManifestError, type ManifestErrorCode } from './manifest-error.js'
export type { ManifestFault } from './manifest-faults.js'
export type { Key, Table } from './manifest-key.js'
export { keyName, required } from './manifest-key.js'
export { MANIFEST_TABLES } from './manifest-schema.js'
export { parseToml, type TomlFault, type TomlReading } from './parse-toml.js'
export { loadPartnerManifest, type PartnerManifest, parsePartnerManifest } from './partner-manifest.js'
export { quote, shorten, shortenPath } from './quote.js'
export { readManifestBytes } from './raw-manifest.js'
export { readRegularFile } from './read-regular-file.js'
export { resolvePath } from './resolve-path.js'
export { checkStateDirectory } from './state-directory.js'
export { syncDirectory } from './sync-directory.js'
export { compareCodePoints, decodeUtf8, displayPath, normaliseText } from './text.js'
export { formatKbTimestamp, parseKbTimestamp } from './timestamp.js'
export { describeToml, isTomlTable, type TomlTable, type TomlValue } from './toml-value.js'
export { type DocUlid, isUlid, type KbUlid, mintUlid, parseUlid, type Ulid } from './ulid.js'
export { type FileTimes, isRacy, provesUnchanged } from './unchanged-file.js'
export { formatPnkUri, type PnkUri, parsePnkUri, type ResolvedUri } from './uri.js'
export {
  type DirectoryEntry,
  DirectoryListing,
  type UndecodableName,
  VALUES_PER_ENTRY,
} from './walk/directory-listing.js'
export { documentsBeside } from './walk/documents-beside.js'
export { FileStat, isDirectoryMode } from './walk/file-stat.js'
export { childKey, fileStat, pathOfKey } from './walk/read-directory.js'
export { selectFiles } from './walk/select-files.js'
export type { Selection, UnmatchedFile, WalkProblems } from './walk/selection.js'
export { isListing, isNeverWalked, Tree } from './walk/tree.js'
