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
  /** The hub has no such model, revision or file. */
  | 'EMBED_HUB_NOT_FOUND'
  /** The hub does not give the model to this caller: private, gated, or a token that is not valid. */
  | 'EMBED_HUB_DENIED'
  /** The hub asks to come back later than anybody would wait for. */
  | 'EMBED_HUB_BUSY'
  /** No answer could be had from the hub, or from where it keeps its files. */
  | 'EMBED_HUB_UNREACHABLE'
  /** What the hub sent is not what it listed: another size or hash, a web page. Nothing of it is kept. */
  | 'EMBED_HUB_WRONG_ANSWER'
  /** An environment variable that says how to reach the hub cannot be used. `details.name` is its name. */
  | 'EMBED_HUB_SETTING'
  /** The model cache cannot be written: no space, no permission. */
  | 'EMBED_CACHE_WRITE'
  /** The model cache lies inside a knowledge base. */
  | 'EMBED_CACHE_INSIDE_KB'
  /** A folder to import holds no whole model. `details.faults` lists what is wrong, by path. */
  | 'EMBED_IMPORT_INVALID'
  /** The model was closed before the call. */
  | 'EMBED_CLOSED'

/** Every refusal of `@pinakes/embed`. */
export class EmbedError extends PinakesError<EmbedErrorCode> {}
