import { type Database, prepare } from '../store/sqlite.js'
import { decodeVector, encodeVector } from '../store/vector-blob.js'
import type { LabelVectors } from './contracts.js'
