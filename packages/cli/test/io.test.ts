import { describe, expect, it } from 'vitest'
import { textOutput, wantsPlainText } from '../src/io.js'
import { showsProgress } from '../src/output/progress.js'

describe('wantsPlainText', () => {
  it.each([[{ CI: '1' }], [{ CI: 'true' }], [{ NO_COLOR: '1' }], [{ TERM: 'dumb' }]])(
    'holds for %j',
    (env) => {
      expect(wantsPlainText(env)).toBe(true)
    },
  )

  it.each([[{}], [{ CI: '' }], [{ CI: 'false' }], [{ NO_COLOR: '' }], [{ TERM: 'xterm' }]])(
    'does not hold for %j',
    (env) => {
      expect(wantsPlainText(env)).toBe(false)
    },
  )
})

const terminal = { write: () => undefined, isTerminal: true, colour: true }
const pipe = { write: () => undefined, isTerminal: false, colour: false }

describe('textOutput', () => {
  it('has no colour when piped, whatever the environment says', () => {
    expect(textOutput({ isTTY: false } as NodeJS.WriteStream, { TERM: 'xterm' }).colour).toBe(false)
  })

  it('has colour on a terminal that did not ask for plain text', () => {
    expect(textOutput({ isTTY: true } as NodeJS.WriteStream, {}).colour).toBe(true)
    expect(textOutput({ isTTY: true } as NodeJS.WriteStream, { NO_COLOR: '1' }).colour).toBe(false)
  })
})

describe('showsProgress', () => {
  it('needs a terminal on both sides, a talkative caller and an environment that wants more than plain text', () => {
    expect(showsProgress({ out: terminal, err: terminal, env: {} }, false)).toBe(true)
    expect(showsProgress({ out: pipe, err: terminal, env: {} }, false)).toBe(false)
    expect(showsProgress({ out: terminal, err: pipe, env: {} }, false)).toBe(false)
    expect(showsProgress({ out: terminal, err: terminal, env: {} }, true)).toBe(false)
    expect(showsProgress({ out: terminal, err: terminal, env: { CI: '1' } }, false)).toBe(false)
    expect(showsProgress({ out: terminal, err: terminal, env: { TERM: 'dumb' } }, false)).toBe(false)
  })
})
