/**
 * Preload (`node --import recorder.mjs`) that writes down every module a process loads and refuses every
 * network connection. Lines of the log (`PINAKES_RECORDER_LOG`): `module <url or path>`, `network <what>`.
 * Worker threads and child processes inherit it through NODE_OPTIONS.
 */

import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import Module, { register } from 'node:module'
import net from 'node:net'

const log = process.env.PINAKES_RECORDER_LOG
if (!log) throw new Error('set PINAKES_RECORDER_LOG to the file that takes the record')

const record = (line) => appendFileSync(log, `${line}\n`)

register('./recorder-hooks.mjs', import.meta.url, { data: { log } })

const load = Module._load
Module._load = function (request, parent, isMain) {
  if (!Module.isBuiltin(request)) {
    let resolved = request
    try {
      resolved = Module._resolveFilename(request, parent, isMain)
    } catch {
      // An absent optional module: the attempt itself is what is recorded.
    }
    record(`module ${resolved}`)
  }
  return load.call(this, request, parent, isMain)
}

function refuse(what) {
  record(`network ${what}`)
  const error = new Error(`network refused by the free-path gate: ${what}`)
  error.code = 'ENETUNREACH'
  return error
}

net.Socket.prototype.connect = function (...args) {
  const error = refuse(`connect ${JSON.stringify(args[0])}`)
  process.nextTick(() => this.destroy(error))
  return this
}
for (const owner of [dns, dns.promises]) {
  for (const name of Object.keys(owner).filter((key) => /^(lookup|resolve|reverse)/.test(key))) {
    owner[name] = (...args) => {
      const error = refuse(`dns ${name} ${String(args[0])}`)
      const callback = args.at(-1)
      if (owner === dns && typeof callback === 'function') return process.nextTick(callback, error)
      if (owner === dns) throw error
      return Promise.reject(error)
    }
  }
}
dgram.Socket.prototype.send = () => {
  throw refuse('datagram')
}
