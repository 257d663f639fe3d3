/**
 * Preload (`node --import fail-call.mjs`) that makes the n-th file system call of a kind below a folder fail.
 * `PINAKES_FAULT`: JSON of `{ folder, kind: 'write' | 'read', nth, code, log }`. With `nth` 0 nothing fails; in either
 * case every call that counts goes into the file `log`, one a line: `<number> <function> <path below folder>`.
 * A write that fails leaves half of its bytes, as a full disk does. SQLite's own calls do not go through here.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { constants } from 'node:os'

const { folder, kind, nth, code, log } = JSON.parse(process.env.PINAKES_FAULT)
const { appendFileSync, openSync, writeSync, closeSync } = fs
const inside = (path) => typeof path === 'string' && (path === folder || path.startsWith(`${folder}/`))

/** By descriptor: the path it was opened at. */
const paths = new Map()
let calls = 0

/** Counts a call on `path`; true if it is the one to fail. */
function falls(name, path) {
  if (!inside(path)) return false
  calls++
  appendFileSync(log, `${calls} ${name} ${path.slice(folder.length + 1)}\n`)
  return calls === nth
}

function failure(name, path) {
  const error = new Error(`${code}: injected, ${name} '${path}'`)
  return Object.assign(error, {
    errno: -constants.errno[code],
    code,
    syscall: name.replace('Sync', ''),
    path,
  })
}

/** Opening for reading is a read, whatever else is a write. */
function isRead(name, args) {
  if (!/^open/.test(name)) return READS.has(name)
  const flags = args[1] ?? 'r'
  return flags === 'r' || flags === 0
}

const READS = new Set(
  ['readFile', 'readdir', 'stat', 'lstat', 'realpath', 'readlink', 'opendir', 'access', 'read'].flatMap(
    (name) => [name, `${name}Sync`],
  ),
)

function counts(name, args) {
  return isRead(name, args) === (kind === 'read')
}

function half(path, data, flags) {
  const bytes = Buffer.from(data)
  const file = typeof path === 'number' ? path : openSync(path, flags)
  writeSync(file, bytes, 0, bytes.length >> 1)
  if (file !== path) closeSync(file)
}

/** What a failing call still does to the disk. */
function leaveHalf(name, args) {
  if (/^writeFile/.test(name) && args[1] != null) half(args[0], args[1], args[2]?.flag ?? 'w')
}

function wrapSync(name) {
  const original = fs[name]
  if (typeof original !== 'function') return
  const replacement = function (...args) {
    const path = typeof args[0] === 'number' ? paths.get(args[0]) : pathOf(args[0])
    if (counts(name, args) && falls(name, path)) {
      leaveHalf(name, args)
      throw failure(name, path)
    }
    const result = original.apply(this, args)
    if (name === 'openSync') paths.set(result, path)
    return result
  }
  fs[name] = Object.assign(replacement, original)
}

function wrapPromise(name) {
  const original = fs.promises[name]
  if (typeof original !== 'function') return
  fs.promises[name] = async function (...args) {
    const path = pathOf(args[0])
    if (counts(name, args) && falls(name, path)) throw failure(name, path)
    const result = await original.apply(this, args)
    return name === 'open' ? wrapHandle(result, path) : result
  }
}

/** The handle with its writing methods under watch. */
function wrapHandle(handle, path) {
  for (const name of ['writeFile', 'write', 'sync', 'datasync', 'chmod', 'truncate', 'appendFile']) {
    const original = handle[name].bind(handle)
    handle[name] = async (...args) => {
      if (kind !== 'write' || !falls(`handle.${name}`, path)) return original(...args)
      if (name === 'writeFile') half(handle.fd, args[0])
      throw failure(name, path)
    }
  }
  return handle
}

function pathOf(value) {
  return value instanceof URL ? value.pathname : typeof value === 'string' ? value : undefined
}

const WRITES = [
  'writeFile',
  'appendFile',
  'rename',
  'link',
  'unlink',
  'rm',
  'mkdir',
  'mkdtemp',
  'copyFile',
  'chmod',
  'utimes',
]
for (const name of [...WRITES, 'open']) wrapPromise(name)
for (const name of [...WRITES, 'open', 'write', 'fsync', 'ftruncate']) wrapSync(`${name}Sync`)
for (const name of READS) name.endsWith('Sync') ? wrapSync(name) : wrapPromise(name)
syncBuiltinESMExports()
