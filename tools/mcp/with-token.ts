import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A way to the server at `target` for clients that can send no token: adds it, and puts the server's port in the place
 * of its own in `Host` and `Origin`. Everything else of a request, and all of an answer, is handed on as it is.
 */
export async function withToken(
  target: URL,
  token: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((incoming, outgoing) => {
    const own = String((proxy.address() as AddressInfo).port)
    const theirs = (text: string | undefined) => text?.replace(`:${own}`, `:${target.port}`)
    const { host, origin } = incoming.headers
    const headers = {
      ...incoming.headers,
      host: theirs(host),
      ...(origin === undefined ? {} : { origin: theirs(origin) }),
      authorization: `Bearer ${token}`,
    }
    const { method, url } = incoming
    const onward = request(
      { host: target.hostname, port: target.port, path: url, method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    async close() {
      proxy.closeAllConnections()
      await new Promise((done) => proxy.close(done))
    },
  }
}
