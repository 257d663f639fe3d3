import { PinakesError } from '@pinakes/manifest'

/** Every way in which an embedding or reranking model cannot be had. */
export type EmbedErrorCode =
  /** No provider answers to the name. `details.known` lists names and aliases. */
  | 'EMBED_BACKEND_UNKNOWN'
  /** The provider's runtime is not installed. `details.module` and `details.install` say what is missing. */
  | 'EMBED_BACKEND_MISSING'
  /** Two providers were registered under one name. */
  | 'EMBED_BACKEND_DUPLICATE'
  /** The provider has no models of that kind: an embedder was asked of a reranker's provider, or the other way round. */
  | 'EMBED_KIND_UNSUPPORTED'
  /** The provider does not know the model. `details.known` lists those it does, when they are few. */
  | 'EMBED_MODEL_UNKNOWN'
  /** The model's data is not installed. */
  | 'EMBED_MODEL_MISSING'
  /** The model's file is there and is not what it should be: cut off, replaced, of another format. */
  | 'EMBED_MODEL_DAMAGED'
  /** The manifest pins a revision that this installation does not have. */
  | 'EMBED_REVISION_MISMATCH'
  /** The model's width is not the declared one. `details.expected` and `details.found`. */
  | 'EMBED_DIMENSION_MISMATCH'
  /** The model's files are whole and cannot be used: no `tokenizer.json`, a graph of another kind. */
  | 'EMBED_MODEL_UNSUPPORTED'
  /** A text does not fit the model's window. `details.tokens` and `details.limit`, special tokens excluded. */
  | 'EMBED_TEXT_TOO_LONG'
  /** The model runtime failed while it ran, or gave numbers that are none. */
  | 'EMBED_RUN_FAILED'
  /** The model was closed before the call. */
  | 'EMBED_CLOSED'

/** Every refusal of `@pinakes/embed`. */
export class EmbedError extends PinakesError<EmbedErrorCode> {}
