import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { embedderProfile, modelWindow } from '../../src/profile/read-profile.js'

let folder: string | undefined
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true })
  folder = undefined
})

/** A located model with these files, by role. */
function located(files: Record<string, unknown>) {
  const at = mkdtempSync(join(tmpdir(), 'pinakes-profile-'))
  folder = at
  const entries = Object.entries(files).map(([role, content]) => {
    const path = join(at, `${role}.json`)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return [role, path]
  })
  return { commit: '0'.repeat(40), folder: at, files: Object.fromEntries(entries) as Record<string, string> }
}

const NONE = { queryPrefix: '', passagePrefix: '' }

describe('the profile of a known family', () => {
  it.each([
    ['BAAI/bge-small-en-v1.5', { pooling: 'cls', window: 512, ...NONE }],
    ['Xenova/bge-base-en-v1.5', { pooling: 'cls', window: 512, ...NONE }],
    ['sentence-transformers/all-MiniLM-L6-v2', { pooling: 'mean', window: 256, ...NONE }],
    ['sentence-transformers/all-MiniLM-L12-v2', { pooling: 'mean', window: 128, ...NONE }],
    [
      'intfloat/multilingual-e5-small',
      { pooling: 'mean', window: 512, queryPrefix: 'query: ', passagePrefix: 'passage: ' },
    ],
  ])('%s', (model, profile) => {
    expect(embedderProfile(model, located({}))).toEqual(profile)
  })

  it('gives way to the window of its own files', () => {
    const files = { sentenceBert: { max_seq_length: 384 }, config: { max_position_embeddings: 512 } }
    expect(embedderProfile('sentence-transformers/all-MiniLM-L6-v2', located(files)).window).toBe(384)
  })
})

describe('the profile of any other model', () => {
  it('is what its sentence-transformers files say', () => {
    const files = {
      pooling: { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
      sentenceTransformers: { prompts: { query: 'q: ', document: 'd: ' } },
      sentenceBert: { max_seq_length: 300 },
    }
    expect(embedderProfile('org/other', located(files))).toEqual({
      pooling: 'cls',
      queryPrefix: 'q: ',
      passagePrefix: 'd: ',
      window: 300,
    })
  })

  it('is mean pooling in a window of 512 without any file', () => {
    expect(embedderProfile('org/other', located({}))).toEqual({ pooling: 'mean', window: 512, ...NONE })
  })

  it('is refused for a pooling that is not built', () => {
    const files = { pooling: { pooling_mode_max_tokens: true } }
    expect(() => embedderProfile('org/other', located(files))).toThrow(
      expect.objectContaining({
        code: 'EMBED_MODEL_UNSUPPORTED',
        message: expect.stringContaining('max_tokens'),
      }),
    )
  })

  it('is refused for a file that is not JSON', () => {
    expect(() => embedderProfile('org/other', located({ config: '<html>' }))).toThrow(
      expect.objectContaining({ code: 'EMBED_MODEL_DAMAGED' }),
    )
  })
})

describe('modelWindow', () => {
  it('leaves out the positions that RoBERTa keeps for padding', () => {
    const config = { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 }
    expect(modelWindow('org/other', located({ config }), null)).toBe(512)
  })

  it('takes a placeholder in the tokenizer for no limit', () => {
    const files = { tokenizerConfig: { model_max_length: 1e30 }, config: { max_position_embeddings: 256 } }
    expect(modelWindow('org/other', located(files), null)).toBe(256)
  })
})
