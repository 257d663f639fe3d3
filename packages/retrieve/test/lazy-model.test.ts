import { PinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { inWords, lazyModel } from '../src/lazy-model.js'

class Model {
  closed = 0
  async close() {
    this.closed++
  }
}
const missing = new PinakesError({
  code: 'EMBED_GONE',
  message: 'No weights in /x',
  remedy: 'Run `pnk sync`.',
})

describe('a lazy model', () => {
  it('is loaded once, when first asked for, by however many callers', async () => {
    let loads = 0
    const lazy = lazyModel({
      load: async () => {
        loads++
        return new Model()
      },
    })
    expect(loads).toBe(0)
    const [first, second] = await Promise.all([lazy.get(), lazy.get()])
    expect(first.model).toBe(second.model)
    expect(loads).toBe(1)
  })

  it('says in words, with the remedy, why it is missing, and never rejects', async () => {
    const lazy = lazyModel<Model>({ load: () => Promise.reject(missing) })
    expect(await lazy.get()).toEqual({ model: null, missing: 'No weights in /x. Run `pnk sync`.' })
    expect(inWords(new Error('plain'))).toBe('plain')
    expect(inWords('odd')).toBe('odd')
  })

  it('is not tried again within a minute of a failure, and then is', async () => {
    let clock = 0
    let loads = 0
    const lazy = lazyModel({
      load: async () => {
        loads++
        if (loads === 1) throw missing
        return new Model()
      },
      now: () => clock,
    })
    await lazy.get()
    clock = 59_999
    expect((await lazy.get()).model).toBeNull()
    expect(loads).toBe(1)
    clock = 60_000
    expect((await lazy.get()).model).toBeInstanceOf(Model)
    expect((await lazy.get()).model).toBeInstanceOf(Model)
    expect(loads).toBe(2)
  })

  it('closes what it loaded, and leaves alone what was handed in', async () => {
    const loaded = new Model()
    const own = lazyModel({ load: async () => loaded })
    await own.get()
    await own.close()
    expect(loaded.closed).toBe(1)

    const given = new Model()
    const lent = lazyModel({ given, load: async () => new Model() })
    expect((await lent.get()).model).toBe(given)
    await lent.close()
    expect(given.closed).toBe(0)
  })

  it('closes without loading when nothing was asked for', async () => {
    let loads = 0
    const lazy = lazyModel({
      load: async () => {
        loads++
        return new Model()
      },
    })
    await lazy.close()
    expect(loads).toBe(0)
  })
})
