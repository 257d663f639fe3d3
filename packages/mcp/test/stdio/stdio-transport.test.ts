import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { stdioTransport } from '../../src/stdio/stdio-transport.js'

/** A transport that was sent `messages`, and whether it waits for an answer to any of them. */
async function waitingAfter(...messages: readonly object[]) {
  const input = new PassThrough()
  const transport = stdioTransport(input, new PassThrough())
  await transport.start()
  const read = once(input, 'data')
  input.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  await read
  let isIdle = false
  void transport.idle().then(() => {
    isIdle = true
  })
  const isWaiting = async () => {
    await Promise.resolve()
    return !isIdle
  }
  return { transport, isWaiting }
}

const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } }

it('waits until each request has its answer', async () => {
  const { transport, isWaiting } = await waitingAfter({ id: 1, method: 'ping' }, { id: 'a', method: 'ping' })
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  expect(await isWaiting()).toBe(true)
  await transport.send({ jsonrpc: '2.0', id: 'a', result: {} })
  expect(await isWaiting()).toBe(false)
})

it('waits for no answer to a request that was cancelled: there is none', async () => {
  expect(await (await waitingAfter({ id: 1, method: 'ping' }, cancelled)).isWaiting()).toBe(false)
  expect(await (await waitingAfter({ id: 2, method: 'ping' }, cancelled)).isWaiting()).toBe(true)
})
