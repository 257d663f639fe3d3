import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../src/http/check-request.js'

const gate = { host: '127.0.0.2', port: 8000, token: 't'.repeat(32), allowedOrigins: [] }

function asked(host: string, origin?: string): number | null {
  const headers = { host, origin, authorization: `Bearer ${gate.token}`, 'content-type': 'application/json' }
  const request = { method: 'POST', url: '/mcp', headers } as unknown as IncomingMessage
  return checkRequest(request, gate)?.status ?? null
}

describe('checkRequest', () => {
  it('lets the address through that the server listens on, beside the usual names of this computer', () => {
    for (const host of ['127.0.0.2', '127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect(asked(`${host}:8000`), host).toBeNull()
    }
    expect(asked('127.0.0.2:8000', 'http://127.0.0.2:8000')).toBeNull()
  })

  it('lets no other through, however it begins or ends', () => {
    for (const host of [
      '127.0.0.3:8000',
      '127.0.0.2',
      'localhost:80001',
      'localhost.evil:8000',
      'x@localhost:8000',
      '',
    ]) {
      expect(asked(host), host).toBe(403)
    }
    for (const origin of [
      'http://localhost:8000.evil',
      'ftp://localhost:8000',
      'http://localhost:8000/',
      'http://localhost',
    ]) {
      expect(asked('localhost:8000', origin), origin).toBe(403)
    }
  })
})
