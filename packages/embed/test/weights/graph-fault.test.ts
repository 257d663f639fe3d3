import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphFault } from '../../src/weights/graph-fault.js'
import { tinyModelFolder } from '../fixture-paths.js'
import { tempFolder } from '../static/temp-folder.js'

const GRAPH = join(tinyModelFolder('tiny-bert-encoder'), 'onnx/model.onnx')
const SIZE = readFileSync(GRAPH).length

function file(bytes: Buffer | string): string {
  const path = join(tempFolder(), 'model.onnx')
  writeFileSync(path, bytes)
  return path
}

describe('graphFault', () => {
  it.each(['tiny-bert-encoder', 'tiny-bert-reranker', 'tiny-xlmr-reranker'] as const)(
    'is null for the graph of %s',
    (name) => {
      expect(graphFault(join(tinyModelFolder(name), 'onnx/model.onnx'))).toBe(null)
    },
  )

  it('sees a graph that was cut anywhere', () => {
    const path = join(tempFolder(), 'model.onnx')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SIZE - 1 }), (size) => {
        copyFileSync(GRAPH, path)
        truncateSync(path, size)
        expect(graphFault(path), `${size} bytes`).not.toBe(null)
      }),
    )
  })

  it.each([
    ['empty', '', 'it is empty'],
    ['a web page', '\n <!DOCTYPE html>\n<html>', 'it is a web page'],
    [
      'a pointer of Git LFS',
      'version https://git-lfs.github.com/spec/v1\n',
      'it is a Git LFS pointer, not the weights',
    ],
    ['text', 'Entry not found', 'it is no ONNX file'],
    ['zeros', Buffer.alloc(5000), 'it is no ONNX file'],
    ['a number that does not end', Buffer.alloc(20, 0xff), 'it is no ONNX file'],
    ['a message without a graph', Buffer.from([0x08, 0x07]), 'it is no ONNX file, or a part of one'],
  ])('names %s', (_, bytes, fault) => {
    expect(graphFault(file(bytes))).toContain(fault)
  })

  it('never fails on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const fault = graphFault(file(Buffer.from(bytes)))
        expect(fault === null || fault.length > 0).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
