/** What a client writes to `pnk serve` that calls these tools, one after the other, and goes. */
export function serverInput(calls: readonly (readonly [tool: string, args: object])[]): string {
  const clientInfo = { name: 'gate', version: '1' }
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const messages = [
    { id: 1, method: 'initialize', params: initialize },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'resources/list' },
    ...calls.map(([name, args], i) => ({
      id: 4 + i,
      method: 'tools/call',
      params: { name, arguments: args },
    })),
  ]
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
}
