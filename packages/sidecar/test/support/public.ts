export { isPinakesError as isPinakes } from '@pinakes/manifest'
export * from '../../src/index.js'
