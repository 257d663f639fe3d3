import type { IndexIdentity } from '../../src/index.js'
import { DIM } from './text-vector.js'

export const IDENTITY: IndexIdentity = {
  embedding: { provider: 'static', model: 'tiny', revision: null, dim: DIM, fingerprint: 'f1' },
  chunking: { headings: 'none', metadata: 'off', maxTokens: 100, overlap: 10 },
}
