import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { placeInSnapshot } from '../../src/hub/snapshot-file.js'
import { tempFolder } from '../static/temp-folder.js'

const COMMIT = 'c'.repeat(40)
const HASH = 'd'.repeat(64)

let repo: string
let place: string

beforeEach(() => {
  repo = tempFolder()
  mkdirSync(join(repo, 'blobs'))
  writeFileSync(join(repo, 'blobs', HASH), 'right')
  place = join(repo, 'snapshots', COMMIT, 'onnx/model.onnx')
})

function put(symbolicLinks = true): void {
  placeInSnapshot({ repo, commit: COMMIT, path: 'onnx/model.onnx', hash: HASH, symbolicLinks })
}

describe('placeInSnapshot', () => {
  it('links relatively, so that the cache can be moved', () => {
    put()
    expect(readlinkSync(place)).toBe(join('..', '..', '..', 'blobs', HASH))
    expect(readFileSync(place, 'utf8')).toBe('right')
  })

  it('leaves a link that is right alone', () => {
    put()
    const { ino } = lstatSync(place)
    put()
    expect(lstatSync(place).ino).toBe(ino)
  })

  it.each(['wrong file', 'wrong link', 'link to nothing'])('replaces a %s', (what) => {
    mkdirSync(dirname(place), { recursive: true })
    if (what === 'wrong file') writeFileSync(place, 'wrong')
    else symlinkSync(what === 'wrong link' ? '../../../blobs' : '../nothing', place)
    put()
    expect(readFileSync(place, 'utf8')).toBe('right')
    expect(readdirSync(dirname(place))).toEqual(['model.onnx'])
  })

  it('without symbolic links puts a file there, also over a link, and leaves nothing beside it', () => {
    put()
    put(false)
    expect(lstatSync(place).isFile()).toBe(true)
    put(false)
    expect(readFileSync(place, 'utf8')).toBe('right')
    expect(readdirSync(dirname(place))).toEqual(['model.onnx'])
  })
})
