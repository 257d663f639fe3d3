import { PinakesError } from '@pinakes/manifest'

/**
 * Codes of `init`. All but the last are refusals before the first byte is written:
 * - `INIT_EXISTS`: the directory is a knowledge base already
 * - `INIT_TARGET`: the path, or something in it, is of a kind that cannot be adopted
 * - `INIT_WORKFLOW_EXISTS`: the CI workflow would have to be overwritten
 * - `INIT_BACKEND`: no such backend
 * - `INIT_MANIFEST`: the manifest would not load; `cause` says why
 * - `INIT_WRITE`: the file system refused a write; what was written stays, and running again goes on
 */
export type InitErrorCode =
  | 'INIT_EXISTS'
  | 'INIT_TARGET'
  | 'INIT_WORKFLOW_EXISTS'
  | 'INIT_BACKEND'
  | 'INIT_MANIFEST'
  | 'INIT_WRITE'

/** Every refusal to create a knowledge base that is not the template's fault. */
export class InitError extends PinakesError<InitErrorCode> {}
