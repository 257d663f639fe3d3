/**
 * A search endpoint over one knowledge base, on node:http alone:
 *
 *   node search-endpoint/server.mjs my-kb 8080
 *   curl 'http://127.0.0.1:8080/search?q=who+repairs+the+pump&k=3'
 */
import { createServer } from 'node:http'
import { isPinakesError } from '@pinakes/manifest'
import { isUsageErrorCode, openKb, searchPayload } from '@pinakes/retrieve'

const [path = '.', port = '0'] = process.argv.slice(2)
// One open knowledge base serves every request: index and models are loaded by the first, and a new index is noticed.
const kb = await openKb(path, { offline: true })

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (request.method !== 'GET' || url.pathname !== '/search') {
    return answer(response, 404, { error: { message: 'there is GET /search?q=…&k=…' } })
  }
  // Whoever hangs up needs no answer: the search stops at its next step.
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  try {
    const k = url.searchParams.get('k')
    const found = await kb.search(url.searchParams.get('q') ?? '', {
      ...(k === null ? {} : { k: Number(k) }),
      signal: gone.signal,
    })
    answer(response, 200, searchPayload(found))
  } catch (error) {
    if (gone.signal.aborted) return
    if (!isPinakesError(error)) throw error
    const { code, message, remedy } = error
    answer(response, isUsageErrorCode(code) ? 400 : 503, { error: { code, message, remedy } })
  }
})

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {unknown} body
 */
function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(`${JSON.stringify(body)}\n`)
}

// Loopback only: what is served is read by whoever reaches the port.
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/search?q=`)
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close()
    server.closeAllConnections()
    await kb.close()
  })
}
