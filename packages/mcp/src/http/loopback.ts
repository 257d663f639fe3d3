import { isIPv4 } from 'node:net'

/** Whether `host` names this computer alone: `localhost`, `127.0.0.0/8` or `::1`, the last with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true
  return isIPv4(host) && host.startsWith('127.')
}

/** `host` as it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
