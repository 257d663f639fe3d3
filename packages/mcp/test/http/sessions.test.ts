import { describe, expect, it } from 'vitest'
import { IDLE_MS, sessions } from '../../src/http/sessions.js'
import { serverToken } from '../../src/http/token.js'
import { openKbs } from '../../src/kbs/open-kbs.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()

describe('a session', () => {
  it('is over when nobody used it for half an hour, but not while a request is open', async () => {
    const kbs = await openKbs([(await makeKb({}, { isSynced: false })).root])
    let now = 0
    const clients = sessions({ kbs, log: () => undefined, now: () => now })
    const made = await Promise.all(Array.from({ length: 16 }, () => clients.create()))
    expect(await clients.create()).toBeNull()
    const leave = made[0]?.enter()
    now = IDLE_MS - 1
    clients.expire()
    expect(await clients.create()).toBeNull()
    now = IDLE_MS
    clients.expire()
    // Fifteen are gone; the one with an open request is still there.
    expect(await Promise.all(Array.from({ length: 15 }, () => clients.create()))).not.toContain(null)
    expect(await clients.create()).toBeNull()
    leave?.()
    now += IDLE_MS - 1
    clients.expire()
    expect(await clients.create()).toBeNull()
    await clients.close()
    await kbs.close()
  })
})

describe('serverToken', () => {
  it('makes a new one of 32 bytes each time', () => {
    const [one, two] = [serverToken(undefined), serverToken('')]
    expect(one).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), isNew: true })
    expect(two.token).not.toBe(one.token)
  })

  it('takes what is given, if it is long enough and can be sent', () => {
    expect(serverToken('x'.repeat(32))).toEqual({ token: 'x'.repeat(32), isNew: false })
    for (const bad of ['x'.repeat(31), 'with space '.repeat(5), 'ü'.repeat(40)]) {
      expect(() => serverToken(bad)).toThrow(expect.objectContaining({ code: 'SERVE_TOKEN_INVALID' }))
    }
  })
})
