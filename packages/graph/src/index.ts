export { GraphError, type GraphErrorCode } from './errors.js'
export type * from './traverse/contracts.js'
