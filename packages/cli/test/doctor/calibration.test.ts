import { expect, it } from 'vitest'
import { calibrationRow } from '../../src/doctor/checks/calibration.js'

it.each([
  ['a', { reranker: 'a' }, 'OK', 'fitted for a'],
  ['a', { reranker: 'b@1' }, 'FAIL', 'fitted for a, and b@1 runs: confidence is unknown'],
  ['a', { reranker: null }, 'WARN', 'fitted for a; the reranker does not load, so nothing was compared'],
  [null, { reranker: null }, 'WARN', 'none fitted: confidence is unknown'],
  ['a', null, 'WARN', 'fitted for a, and no reranker runs'],
  [null, null, 'OK', 'none, as no reranker scores'],
] as const)('thresholds fitted for %s, with %j running, are %s', (fittedFor, running, status, detail) => {
  expect(calibrationRow(fittedFor, running)).toEqual({
    name: 'calibration',
    status,
    detail,
    remedy: status === 'OK' ? null : expect.any(String),
  })
})
