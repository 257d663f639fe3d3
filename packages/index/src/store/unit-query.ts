import { IndexError } from '../errors.js'

/**
 * `query` at length 1; null for the zero vector, which is near nothing.
 * @throws IndexError `VECTOR_WIDTH` when it is not `dim` wide, `VECTOR_NOT_FINITE`
 */
export function unitQuery(query: Float32Array, dim: number): Float32Array | null {
  if (query.length !== dim) throw wrongWidth(dim, query.length)
  let squares = 0
  for (const value of query) squares += value * value
  const norm = Math.sqrt(squares)
  if (!Number.isFinite(norm)) throw notFinite()
  return norm === 0 ? null : query.map((value) => value / norm)
}

function wrongWidth(expected: number, found: number): IndexError {
  return new IndexError({
    code: 'VECTOR_WIDTH',
    message: `The query vector has width ${found}, the index holds vectors of width ${expected}`,
    remedy: 'Run `pnk sync --rebuild`: the index was built with another embedding model.',
    details: { expected, found },
  })
}

function notFinite(): IndexError {
  return new IndexError({
    code: 'VECTOR_NOT_FINITE',
    message: 'The embedding model gave a query vector that holds NaN or an infinity',
    remedy: 'Try other words; if it stays so, choose another [embedding] model.',
  })
}
