import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { visibleFault } from './damaged-file.js'

/** What every `ModelProto` has (onnx.proto): field 7 is its graph, field 8 an operator set that it uses. */
const REQUIRED_FIELDS = [7, 8]
/** A key and a length: two varints of at most ten bytes. */
const HEAD_BYTES = 20

/**
 * What is wrong with an ONNX file, or null, from a few reads however large it is: its fields have to end exactly where
 * the file ends, so that a file cut inside its graph shows. That the graph makes sense is not looked at.
 */
export function graphFault(path: string): string | null {
  const visible = visibleFault(path)
  if (visible !== null) return visible
  const file = openSync(path, 'r')
  try {
    return fieldsFault(file, fstatSync(file).size)
  } finally {
    closeSync(file)
  }
}

function fieldsFault(file: number, size: number): string | null {
  const head = Buffer.alloc(HEAD_BYTES)
  const found = new Set<number>()
  for (let at = 0; at < size; ) {
    const field = readField(head.subarray(0, readSync(file, head, 0, HEAD_BYTES, at)))
    if (field === null) return 'it is no ONNX file'
    found.add(field.number)
    at += field.bytes
    if (at > size) return `it is cut off: it has ${size} bytes and needs at least ${at}`
  }
  return REQUIRED_FIELDS.every((number) => found.has(number)) ? null : 'it is no ONNX file, or a part of one'
}

/** A field's number, and its length with its head (protobuf's wire format); null if there can be none like it. */
function readField(bytes: Uint8Array): { readonly number: number; readonly bytes: number } | null {
  const key = readVarint(bytes, 0)
  if (key === null) return null
  const number = Math.floor(key.value / 8)
  const length = payloadLength(key.value % 8, bytes, key.end)
  return length === null || number === 0 ? null : { number, bytes: length }
}

/** Where the payload ends, counted from the field's first byte, for each wire type. */
function payloadLength(wireType: number, bytes: Uint8Array, start: number): number | null {
  if (wireType === 1) return start + 8
  if (wireType === 5) return start + 4
  const varint = readVarint(bytes, start)
  if (varint === null) return null
  if (wireType === 0) return varint.end
  return wireType === 2 ? varint.end + varint.value : null
}

function readVarint(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly end: number } | null {
  let value = 0
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i]
    if (byte === undefined) return null
    value += (byte % 128) * 2 ** (7 * i)
    if (byte < 128) return { value, end: start + i + 1 }
  }
  return null
}
