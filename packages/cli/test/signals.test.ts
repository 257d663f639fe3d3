import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Interruption, listenForSignals } from '../src/signals.js'

let interruption: Interruption
afterEach(() => {
  interruption.dispose()
  vi.restoreAllMocks()
})

function listen() {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  interruption = listenForSignals()
  return exit
}

describe('a signal', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s aborts once and is the exit code %i', (signal, code) => {
    const exit = listen()
    expect(interruption.signal.aborted).toBe(false)
    expect(interruption.exitCode()).toBeNull()
    process.emit(signal, signal)
    expect(interruption.signal.aborted).toBe(true)
    expect(interruption.exitCode()).toBe(code)
    expect(exit).not.toHaveBeenCalled()
  })

  it('that is the second ends the process, but for SIGHUP, which a closed terminal sends twice', () => {
    const exit = listen()
    process.emit('SIGHUP', 'SIGHUP')
    process.emit('SIGHUP', 'SIGHUP')
    expect(exit).not.toHaveBeenCalled()
    process.emit('SIGTERM', 'SIGTERM')
    expect(exit).toHaveBeenCalledWith(143)
    expect(interruption.exitCode()).toBe(129)
  })

  it('is Node\u2019s again once disposed of', () => {
    listen()
    const before = process.listenerCount('SIGHUP')
    interruption.dispose()
    expect(process.listenerCount('SIGHUP')).toBe(before - 1)
  })
})
