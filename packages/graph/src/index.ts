export { EDGE_KINDS, type EdgeKind, keptKinds } from './edge-kinds.js'
export { GraphError, type GraphErrorCode } from './errors.js'
export type { ExpandChannel, ExpandHit, ExpandOptions, ExpandRequest } from './expand/contracts.js'
export { createExpandChannel } from './expand/expand-channel.js'
export { addLink, type LinkOutcome, type LinkRequest, removeLink } from './links/edit-link.js'
export type { LinkingKb, ResolvedTarget } from './links/resolve-target.js'
export type * from './mentions/contracts.js'
export { entityKey } from './mentions/entity-key.js'
export { nearDuplicates } from './mentions/near-duplicates.js'
export { type Mentions, mentionsOf, withMentions } from './mentions/with-mentions.js'
export { LABELLED_KINDS, type LabelledKind, labelOf } from './ppr/label.js'
export {
  createPprChannel,
  type PprChannel,
  type PprChannelOptions,
  type PprHit,
  type PprRequest,
} from './ppr/ppr-channel.js'
export type * from './scan/contracts.js'
export { openPartner, type Partner } from './scan/open-partner.js'
export { type LinkScanInput, scanLinkedKbs } from './scan/scan-linked-kbs.js'
export { type PartnerWalk, walkPartner } from './scan/walk-partner.js'
export { deriveGraph } from './structure/derive-graph.js'
export { type TraverseBounds, traverseBounds } from './traverse/bounds.js'
export type * from './traverse/contracts.js'
export { type TraverseInput, traverseLinks } from './traverse/traverse-links.js'
