import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { hubSettings } from '../../src/hub/settings.js'
import { hubCacheFolder } from '../../src/hub-cache.js'

function refusal(env: Record<string, string>) {
  try {
    hubSettings(env)
  } catch (error) {
    if (isPinakesError(error)) return error
    throw error
  }
  throw new Error('expected a refusal')
}

describe('hubSettings', () => {
  it('without any variable is the public hub, online, without a token', () => {
    expect(hubSettings({})).toMatchObject({
      endpoint: 'https://huggingface.co',
      token: null,
      offline: false,
      stallMs: 30_000,
      symbolicLinks: true,
      proxies: { http: undefined, https: undefined, none: undefined },
    })
  })

  it('keeps the path of an endpoint, and no slash at its end', () => {
    expect(hubSettings({ HF_ENDPOINT: 'https://mirror.test/hf/' }).endpoint).toBe('https://mirror.test/hf')
  })

  it.each(['ftp://x', 'huggingface.co', 'https://user:secret@mirror.test'])(
    'refuses the endpoint %s',
    (HF_ENDPOINT) => {
      const error = refusal({ HF_ENDPOINT })
      expect(error).toMatchObject({ code: 'EMBED_HUB_SETTING', details: { name: 'HF_ENDPOINT' } })
      expect(JSON.stringify([error.message, error.remedy, error.details])).not.toContain('secret')
    },
  )

  it('takes a token without the blanks around it, and no empty one', () => {
    expect(hubSettings({ HF_TOKEN: ' hf_abc\n' }).token).toBe('hf_abc')
    expect(hubSettings({ HF_TOKEN: '  ' }).token).toBe(null)
  })

  it('refuses a token that no header can carry, without showing it', () => {
    const error = refusal({ HF_TOKEN: 'hf_abc\r\nX-Evil: 1' })
    expect(error.code).toBe('EMBED_HUB_SETTING')
    expect(JSON.stringify([error.message, error.remedy, error.details])).not.toContain('Evil')
  })

  it.each(['1', 'ON', 'yes', 'True'])('is offline under HF_HUB_OFFLINE=%s', (value) => {
    expect(hubSettings({ HF_HUB_OFFLINE: value }).offline).toBe(true)
  })

  it.each(['', '0', 'no', 'false'])('is online under HF_HUB_OFFLINE=%j', (value) => {
    expect(hubSettings({ HF_HUB_OFFLINE: value }).offline).toBe(false)
  })

  it('is offline when the caller says so', () => {
    expect(hubSettings({}, { offline: true }).offline).toBe(true)
  })

  it('waits as long as HF_HUB_DOWNLOAD_TIMEOUT says, in seconds; nonsense counts as unset', () => {
    expect(hubSettings({ HF_HUB_DOWNLOAD_TIMEOUT: '5' }).stallMs).toBe(5000)
    expect(hubSettings({ HF_HUB_DOWNLOAD_TIMEOUT: 'soon' }).stallMs).toBe(30_000)
    expect(hubSettings({ HF_HUB_DOWNLOAD_TIMEOUT: '-1' }).stallMs).toBe(30_000)
  })

  it('takes proxies in either case, the lower one first, with or without http://', () => {
    const env = {
      https_proxy: 'proxy:3128',
      HTTPS_PROXY: 'http://other:1',
      HTTP_PROXY: 'http://plain:2',
      NO_PROXY: 'a,b',
    }
    expect(hubSettings(env).proxies).toEqual({
      http: 'http://plain:2',
      https: 'http://proxy:3128',
      none: 'a,b',
    })
  })

  it('refuses a proxy that is no address', () => {
    expect(refusal({ HTTPS_PROXY: 'http://[oops' }).details).toEqual({ name: 'HTTPS_PROXY' })
  })
})

describe('the cache folder', () => {
  it.each([
    [{}, join(homedir(), '.cache/huggingface/hub')],
    [{ XDG_CACHE_HOME: '/x' }, resolve('/x/huggingface/hub')],
    [{ HF_HOME: '/h', XDG_CACHE_HOME: '/x' }, resolve('/h/hub')],
    [{ HF_HOME: '~/h' }, join(homedir(), 'h/hub')],
    [{ HF_HOME: '$BASE/h', BASE: '/b' }, resolve('/b/h/hub')],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is expanded by us
    [{ HF_HOME: '${BASE}/h', BASE: '/b' }, resolve('/b/h/hub')],
    [{ HF_HOME: '/$UNSET/h' }, resolve('/$UNSET/h/hub')],
    [{ HUGGINGFACE_HUB_CACHE: '/old', HF_HOME: '/h' }, resolve('/old')],
    [{ HF_HUB_CACHE: '/new', HUGGINGFACE_HUB_CACHE: '/old', HF_HOME: '/h' }, resolve('/new')],
    [{ HF_HUB_CACHE: '' }, join(homedir(), '.cache/huggingface/hub')],
  ])('%j is %s, as for huggingface_hub', (env, folder) => {
    expect(hubCacheFolder(env as Record<string, string>)).toBe(folder)
  })
})
