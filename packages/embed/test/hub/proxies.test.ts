import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../static/temp-folder.js'
import { closedPort, type LoopbackHub, loopbackHub } from './loopback-hub.js'
import { COMMIT, MODEL, tinyModel } from './model-files.js'
import { pull, refused } from './pull-support.js'

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, tinyModel())
  cache = join(tempFolder(), 'hub')
})

/** A proxy that takes both ways of asking one, and writes down who was asked for. */
async function loopbackProxy(): Promise<{ address: string; asked: string[]; authorizations: unknown[] }> {
  const asked: string[] = []
  const authorizations: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '').host)
    authorizations.push(request.headers['proxy-authorization'])
    const forwarded = httpRequest(
      request.url ?? '',
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(forwarded)
  })
  server.on('connect', (request, client) => {
    asked.push(request.url ?? '')
    authorizations.push(request.headers['proxy-authorization'])
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    for (const socket of [target, client])
      socket.on('error', () => [target, client].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, authorizations }
}

describe('proxies', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('%s carries every request, to the storage too', async (name) => {
    const proxy = await loopbackProxy()
    await pull(hub, cache, { env: { [name]: `http://${proxy.address}` } })
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(hub.endpoint).host, new URL(hub.storage).host]))
  })

  it('are given the name and password of their address, and the hub is not', async () => {
    const proxy = await loopbackProxy()
    await pull(hub, cache, { env: { HTTP_PROXY: `http://me:pass@${proxy.address}` } })
    const expected = `Basic ${Buffer.from('me:pass').toString('base64')}`
    expect(new Set(proxy.authorizations)).toEqual(new Set([expected]))
    expect(hub.seen.every(({ authorization }) => authorization === undefined)).toBe(true)
  })

  it('are passed by for what NO_PROXY names', async () => {
    const proxy = await loopbackProxy()
    await pull(hub, cache, {
      env: { HTTP_PROXY: `http://${proxy.address}`, NO_PROXY: 'localhost,127.0.0.1' },
    })
    expect(proxy.asked).toEqual([])
  })

  it('that are not there are an error of the connection, without their password', async () => {
    const { host } = new URL(await closedPort())
    const env = { HTTP_PROXY: `http://me:pass@${host}` }
    const error = await refused(pull(hub, cache, { env }), 'EMBED_HUB_UNREACHABLE')
    expect(error.remedy).toContain('HTTPS_PROXY')
    expect(JSON.stringify([error.message, error.remedy, error.details])).not.toContain('pass@')
    expect(hub.seen).toEqual([])
  })
})
