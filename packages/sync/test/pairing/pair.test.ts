import { describe, expect, it } from 'vitest'
import { pair } from '../../src/pairing/pair.js'
import type { Plan } from '../../src/pairing/plan.js'
import { type PictureInput, picture, ulid } from '../support/picture.js'

function plan(input: PictureInput): Plan {
  const result = pair(picture(input))
  if (result.kind !== 'plan') throw new Error(`fatal: ${JSON.stringify(result.duplicates)}`)
  return result.plan
}

/** Each action as `path task reason id sidecar-task`; ids without their padding. */
function lines(input: PictureInput): string[] {
  return plan(input).actions.map(({ file, task, reason, id, sidecarTask }) => {
    const from = sidecarTask.kind === 'move' ? `:${sidecarTask.from}` : ''
    return `${file.path} ${task} ${reason} ${shortId(id)} ${sidecarTask.kind}${from}`
  })
}

function shortId(id: string | null): string {
  return id === null ? '-' : id.slice(3).replace(/^0+/, '')
}

function deletedIds(input: PictureInput): string[] {
  return plan(input).deleted.map(({ id }) => shortId(id))
}

describe('row 0: one id in two readable sidecars is fatal', () => {
  it('names every id with every path, orphans counted, and plans nothing', () => {
    const result = pair(
      picture({
        files: { 'a.md': 'x', 'b.md': 'x' },
        sidecars: { 'a.md': 'X', 'b.md': 'X', 'gone.md': 'X', 'p.md': 'Y', 'q.md': 'Y', 'z.md': 'Z' },
      }),
    )
    expect(result).toEqual({
      kind: 'duplicate-ids',
      duplicates: [
        { id: ulid('X'), sidecars: ['a.md.pnk.yaml', 'b.md.pnk.yaml', 'gone.md.pnk.yaml'] },
        { id: ulid('Y'), sidecars: ['p.md.pnk.yaml', 'q.md.pnk.yaml'] },
      ],
    })
  })
})

describe('row 1: path known, content and sidecar the same', () => {
  it('is skipped', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'a.md': 'X' }, sidecars: { 'a.md': 'X' } }
    expect(lines(input)).toEqual(['a.md skip unchanged X none'])
  })
})

describe('row 2: path known, content the same, sidecar differs', () => {
  it('refreshes the metadata', () => {
    const known = [{ id: 'X', path: 'a.md' }]
    expect(lines({ known, files: { 'a.md': 'X' }, sidecars: { 'a.md': ['X', 'edited'] } })).toEqual([
      'a.md refresh sidecar-changed X none',
    ])
  })

  it('refreshes when a document indexed without a sidecar got one with its id', () => {
    const known = [{ id: 'X', path: 'a.md', sidecar: null }]
    expect(lines({ known, files: { 'a.md': 'X' }, sidecars: { 'a.md': 'X' } })).toEqual([
      'a.md refresh sidecar-changed X none',
    ])
  })
})

describe('row 3: path known, content differs', () => {
  it('embeds again under the same id', () => {
    const known = [{ id: 'X', path: 'a.md' }]
    expect(lines({ known, files: { 'a.md': 'edited' }, sidecars: { 'a.md': 'X' } })).toEqual([
      'a.md embed content-changed X none',
    ])
  })
})

describe('row 4: path known as deleted, the file is back', () => {
  it('revives the id that its sidecar kept', () => {
    const known = [{ id: 'X', path: 'a.md', state: 'deleted' as const }]
    expect(lines({ known, files: { 'a.md': 'X' }, sidecars: { 'a.md': 'X' } })).toEqual([
      'a.md embed revived X none',
    ])
  })

  it('revives the id of the row and restores the sidecar when that is gone too, whatever the content', () => {
    const known = [{ id: 'X', path: 'a.md', state: 'deleted' as const }]
    expect(lines({ known, files: { 'a.md': 'other' } })).toEqual(['a.md embed revived X restore'])
  })

  it('takes, of several documents once deleted at the path, the one with that content, else the latest', () => {
    const known = [
      { id: 'X1', path: 'a.md', content: 'one', state: 'deleted' as const },
      { id: 'X2', path: 'a.md', content: 'two', state: 'deleted' as const },
    ]
    expect(lines({ known, files: { 'a.md': 'one' } })).toEqual(['a.md embed revived X1 restore'])
    expect(lines({ known, files: { 'a.md': 'three' } })).toEqual(['a.md embed revived X2 restore'])
  })

  it('does not revive an id that lives elsewhere now', () => {
    const known = [{ id: 'X', path: 'a.md', state: 'deleted' as const }]
    expect(lines({ known, files: { 'a.md': 'new', 'b.md': 'X' }, sidecars: { 'b.md': 'X' } })).toEqual([
      'a.md embed new - write',
      'b.md embed revived X none',
    ])
  })

  it('gives way to a vanished row with the very content of the file', () => {
    const known = [
      { id: 'X', path: 'a.md', content: 'old', state: 'deleted' as const },
      { id: 'Y', path: 'b.md', content: 'moved' },
    ]
    expect(lines({ known, files: { 'a.md': 'moved' } })).toEqual(['a.md move renamed Y restore'])
  })
})

describe('row 5: path known as X, its sidecar says Y', () => {
  it('adopts Y here and soft-deletes X', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'a.md': 'X' }, sidecars: { 'a.md': 'Y' } }
    expect(lines(input)).toEqual(['a.md embed adopted Y none'])
    expect(deletedIds(input)).toEqual(['X'])
  })

  it('keeps X when another path claims it', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'a.md': 'new', 'b.md': 'X' },
      sidecars: { 'a.md': 'Y', 'b.md': 'X' },
    }
    expect(lines(input)).toEqual(['a.md embed adopted Y none', 'b.md move adopted X none'])
    expect(deletedIds(input)).toEqual([])
  })
})

describe('row 6: path known as X, no sidecar here, X claimed elsewhere', () => {
  it('moves X to its sidecar and mints here', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'a.md': 'X', 'q.md': 'X' },
      sidecars: { 'q.md': 'X' },
    }
    expect(lines(input)).toEqual(['a.md embed new - write', 'q.md move adopted X none'])
    expect(deletedIds(input)).toEqual([])
  })

  it('mints here too when the sidecar of X went to a file that is no document', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'a.md': 'X' },
      sidecars: { 'drafts/f.md': 'X' },
      present: ['drafts/f.md'],
    }
    expect(lines(input)).toEqual(['a.md embed new - write'])
    expect(deletedIds(input)).toEqual(['X'])
    expect(plan(input).orphaned).toEqual([])
  })
})

describe('row 7: new path whose sidecar says X', () => {
  it('adopts X, unknown so far', () => {
    expect(lines({ files: { 'a.md': 'x' }, sidecars: { 'a.md': 'X' } })).toEqual([
      'a.md embed adopted X none',
    ])
  })

  it('moves X from its old path without a delete', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'b.md': 'X' }, sidecars: { 'b.md': 'X' } }
    expect(lines(input)).toEqual(['b.md move adopted X none'])
    expect(deletedIds(input)).toEqual([])
  })

  it('does so even when the content changed too', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'b.md': 'edited' },
      sidecars: { 'b.md': 'X' },
    }
    expect(lines(input)).toEqual(['b.md embed adopted X none'])
    expect(deletedIds(input)).toEqual([])
  })

  it('embeds when the new suffix means another grammar', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'a.txt': 'X' }, sidecars: { 'a.txt': 'X' } }
    expect(lines(input)).toEqual(['a.txt embed adopted X none'])
  })
})

describe('row 8: the path of X is gone and one unclaimed new path has its content', () => {
  it('renames, and moves the sidecar that still carries X', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'b.md': 'X' }, sidecars: { 'a.md': 'X' } }
    expect(lines(input)).toEqual(['b.md move renamed X move:a.md.pnk.yaml'])
    expect(plan(input).orphaned).toEqual([])
    expect(deletedIds(input)).toEqual([])
  })

  it('writes a sidecar with X when none is left', () => {
    expect(lines({ known: [{ id: 'X', path: 'a.md' }], files: { 'b.md': 'X' } })).toEqual([
      'b.md move renamed X restore',
    ])
  })

  it('waits with the sidecar while the old one, or any without a document, cannot be read: X may stand in it', () => {
    const known = [{ id: 'X', path: 'a.md' }]
    expect(lines({ known, files: { 'b.md': 'X' }, broken: ['a.md'] })).toEqual(['b.md move renamed X wait'])
    expect(lines({ known, files: { 'a.md': 'X' }, broken: ['gone.md'] })).toEqual([
      'a.md skip unchanged X wait',
    ])
    const replaced = { known, files: { 'a.md': 'new', 'b.md': 'X' }, broken: ['b.md'] }
    expect(lines(replaced)).toEqual(['a.md embed content-changed X wait'])
  })

  it('never takes empty content for evidence', () => {
    const input = { known: [{ id: 'X', path: 'a.md', content: '' }], files: { 'b.md': '' } }
    expect(lines(input)).toEqual(['b.md embed new - write'])
    expect(deletedIds(input)).toEqual(['X'])
  })

  it('never takes a file that exists but is no document for gone', () => {
    const input = {
      known: [{ id: 'X', path: 'drafts/a.md' }],
      files: { 'b.md': 'X' },
      sidecars: { 'drafts/a.md': 'X' },
      present: ['drafts/a.md'],
    }
    expect(lines(input)).toEqual(['b.md embed new - write'])
    expect(deletedIds(input)).toEqual(['X'])
  })

  it('never takes a path with a sidecar, readable or not, for new', () => {
    const known = [{ id: 'X', path: 'a.md' }]
    expect(lines({ known, files: { 'b.md': 'X' }, sidecars: { 'b.md': 'Y' } })).toEqual([
      'b.md embed adopted Y none',
    ])
    expect(deletedIds({ known, files: { 'b.md': 'X' }, broken: ['b.md'] })).toEqual(['X'])
  })

  it('lets the path that row 6 frees take a vanished row', () => {
    const input = {
      known: [
        { id: 'X', path: 'a.md' },
        { id: 'Z', path: 'c.md' },
      ],
      files: { 'a.md': 'Z', 'q.md': 'X' },
      sidecars: { 'q.md': 'X' },
    }
    expect(lines(input)).toEqual(['a.md move renamed Z restore', 'q.md move adopted X none'])
  })

  it('follows a whole folder that was renamed without its sidecars', () => {
    const input = {
      known: [
        { id: 'X', path: 'old/a.md' },
        { id: 'Y', path: 'old/b.md' },
      ],
      files: { 'new/a.md': 'X', 'new/b.md': 'Y' },
      sidecars: { 'old/a.md': 'X', 'old/b.md': 'Y' },
    }
    expect(lines(input)).toEqual([
      'new/a.md move renamed X move:old/a.md.pnk.yaml',
      'new/b.md move renamed Y move:old/b.md.pnk.yaml',
    ])
  })
})

describe('row 9: more than one on either side of row 8', () => {
  it('reports two new paths, deletes the vanished and mints both', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'b.md': 'X', 'c.md': 'X' } }
    expect(lines(input)).toEqual(['b.md embed new - write', 'c.md embed new - write'])
    expect(deletedIds(input)).toEqual(['X'])
    expect(plan(input).ambiguous).toEqual([{ vanished: ['a.md'], appeared: ['b.md', 'c.md'] }])
  })

  it('reports two vanished rows that share a content, and gives the file to neither', () => {
    const input = {
      known: [
        { id: 'X', path: 'a.md', content: 'same' },
        { id: 'Y', path: 'b.md', content: 'same' },
      ],
      files: { 'c.md': 'same' },
    }
    expect(lines(input)).toEqual(['c.md embed new - write'])
    expect(deletedIds(input)).toEqual(['X', 'Y'])
    expect(plan(input).ambiguous).toEqual([{ vanished: ['a.md', 'b.md'], appeared: ['c.md'] }])
  })
})

describe('row 10: X is gone without a match', () => {
  it('soft-deletes X and reports its sidecar, which stays', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], sidecars: { 'a.md': 'X' } }
    expect(deletedIds(input)).toEqual(['X'])
    expect(plan(input).orphaned).toEqual(['a.md.pnk.yaml'])
  })

  it('does nothing for a row that is deleted already', () => {
    const input = { known: [{ id: 'X', path: 'a.md', state: 'deleted' as const }] }
    expect(plan(input)).toMatchObject({ actions: [], deleted: [], untouched: [] })
  })

  it('keeps a sidecar beside a file that is excluded now: no orphan', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], sidecars: { 'a.md': 'X' }, present: ['a.md'] }
    expect(deletedIds(input)).toEqual(['X'])
    expect(plan(input).orphaned).toEqual([])
  })
})

describe('row 11: path known as X, no sidecar file, X unclaimed', () => {
  it('keeps X and restores the sidecar, changed content or not', () => {
    const known = [{ id: 'X', path: 'a.md' }]
    expect(lines({ known, files: { 'a.md': 'X' } })).toEqual(['a.md skip unchanged X restore'])
    expect(lines({ known, files: { 'a.md': 'edited' } })).toEqual(['a.md embed content-changed X restore'])
  })

  it('moves the sidecar that still carries X rather than write a second one', () => {
    const input = { known: [{ id: 'X', path: 'b.md' }], files: { 'b.md': 'X' }, sidecars: { 'a.md': 'X' } }
    expect(lines(input)).toEqual(['b.md skip unchanged X move:a.md.pnk.yaml'])
  })
})

describe('row 12: new path, nothing known', () => {
  it('mints', () => {
    expect(lines({ files: { 'a.md': 'x' } })).toEqual(['a.md embed new - write'])
  })

  it('mints for empty files and for copies alike', () => {
    const known = [{ id: 'X', path: 'a.md' }]
    const input = { known, files: { 'a.md': 'X', 'copy.md': 'X', 'e.md': '' }, sidecars: { 'a.md': 'X' } }
    expect(lines(input)).toEqual([
      'a.md skip unchanged X none',
      'copy.md embed new - write',
      'e.md embed new - write',
    ])
  })
})

describe('row 13: sidecar present but unreadable', () => {
  it('blocks a new path without a row', () => {
    const { actions, blocked } = plan({ files: { 'a.md': 'x' }, broken: ['a.md'] })
    expect(actions).toEqual([])
    expect(blocked).toMatchObject([{ path: 'a.md', row: null, sidecar: { path: 'a.md.pnk.yaml' } }])
  })

  it.each(['X', 'edited'])('keeps the row of a known path, content %s', (content) => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'a.md': content }, broken: ['a.md'] }
    expect(plan(input)).toMatchObject({ actions: [], deleted: [], blocked: [{ row: { id: ulid('X') } }] })
  })

  it('lets a readable sidecar elsewhere take the id of the blocked path', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'a.md': 'X', 'b.md': 'X' },
      sidecars: { 'b.md': 'X' },
      broken: ['a.md'],
    }
    expect(lines(input)).toEqual(['b.md move adopted X none'])
    expect(plan(input).blocked).toMatchObject([{ path: 'a.md', row: null }])
  })

  it('reports one without a document as an orphan', () => {
    expect(plan({ broken: ['gone.md'] }).orphaned).toEqual(['gone.md.pnk.yaml'])
  })
})

describe('row 14: path unknown', () => {
  it('keeps a new file with the content of the unknown waiting: it may be that, moved', () => {
    const input = {
      known: [{ id: 'X', path: 'in/a.md' }],
      files: { 'b.md': 'X', 'c.md': 'Y' },
      unknown: ['in'],
    }
    expect(lines(input)).toEqual(['c.md embed new - write'])
    expect(plan(input).waiting).toMatchObject([{ path: 'b.md', row: { path: 'in/a.md' } }])
    expect(deletedIds(input)).toEqual([])
  })

  it('lets no empty file wait, and none that has a sidecar', () => {
    const known = [{ id: 'X', path: 'in/a.md', content: '' }]
    expect(lines({ known, files: { 'b.md': '' }, unknown: ['in'] })).toEqual(['b.md embed new - write'])
    const claimed = {
      known: [{ id: 'X', path: 'in/a.md' }],
      files: { 'b.md': 'X' },
      sidecars: { 'b.md': 'Z' },
    }
    expect(plan({ ...claimed, unknown: ['in'] }).waiting).toEqual([])
  })

  it('takes no action below a directory that nobody could look into', () => {
    const input = { known: [{ id: 'X', path: 'mnt/a.md' }], files: { 'b.md': 'other' }, unknown: ['mnt'] }
    expect(lines(input)).toEqual(['b.md embed new - write'])
    expect(plan(input)).toMatchObject({ deleted: [], untouched: [{ id: ulid('X') }] })
  })

  it('takes no action for a file that could not be read', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'a.md': null }, sidecars: { 'a.md': 'X' } }
    expect(plan(input)).toMatchObject({ actions: [], deleted: [], untouched: [{ id: ulid('X') }] })
    expect(plan({ files: { 'a.md': null } })).toMatchObject({ actions: [], untouched: [] })
  })

  it('lets a sidecar move X to an unreadable file, by path alone', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'a.md': 'new', 'b.md': null },
      sidecars: { 'b.md': 'X' },
    }
    expect(lines(input)).toEqual(['a.md embed new - write'])
    expect(plan(input).relocated).toMatchObject([{ row: { id: ulid('X') }, path: 'b.md' }])
  })
})

describe('a row whose file is gone while something cannot be read', () => {
  const known = [{ id: 'X', path: 'a.md' }]
  const kept = (input: PictureInput) => {
    const { rows, unread } = plan(input).kept
    return { ids: rows.map(({ id }) => shortId(id)), unread }
  }

  it('is kept, since a new file that nobody could read may be it', () => {
    const input = { known, files: { 'b.md': null, 'c.md': 'other' } }
    expect(kept(input)).toEqual({ ids: ['X'], unread: ['b.md'] })
    expect(deletedIds(input)).toEqual([])
    expect(lines(input)).toEqual(['c.md embed new - write'])
  })

  it('is kept, since a directory that nobody could look into may hold it', () => {
    expect(kept({ known, unknown: ['in'] })).toEqual({ ids: ['X'], unread: ['in'] })
  })

  it('is kept beside one that is renamed by its content', () => {
    const input = { known: [...known, { id: 'Y', path: 'y.md' }], files: { 'b.md': null, 'z.md': 'Y' } }
    expect(kept(input).ids).toEqual(['X'])
    expect(lines(input)).toEqual(['z.md move renamed Y restore'])
  })

  it('is deleted when the unreadable file is a known one, claimed by a sidecar, or has nothing to read', () => {
    const Y = { id: 'Y', path: 'y.md' }
    expect(deletedIds({ known: [...known, Y], files: { 'y.md': null } })).toEqual(['X'])
    expect(deletedIds({ known, files: { 'b.md': null }, sidecars: { 'b.md': 'Z' } })).toEqual(['X'])
    const { files, ...rest } = picture({ known, files: { 'b.md': null } })
    const link = pair({ ...rest, files: files.map((file) => ({ ...file, size: 0 })) })
    expect(link).toMatchObject({ kind: 'plan', plan: { deleted: [{ id: ulid('X') }], kept: { rows: [] } } })
  })

  it('is deleted when it is unclear in any case which of the files it is', () => {
    const input = { known, files: { 'b.md': 'X', 'c.md': 'X', 'd.md': null } }
    expect(deletedIds(input)).toEqual(['X'])
    expect(plan(input)).toMatchObject({ ambiguous: [{ vanished: ['a.md'] }], waiting: [] })
  })

  it('is deleted when its path has another identity now: its own sidecar brings it back', () => {
    const input = { known, files: { 'a.md': 'Y' }, sidecars: { 'a.md': 'Y' }, unknown: ['in'] }
    expect(deletedIds(input)).toEqual(['X'])
  })
})

describe('a sidecar that is gone while a directory cannot be read', () => {
  it('is not restored: it may be in there, and no id may stand in two', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'a.md': 'new' }, unknown: ['in'] }
    expect(lines(input)).toEqual(['a.md embed content-changed X wait'])
    expect(plan(input).actions[0]?.sidecarTask).toEqual({ kind: 'wait', unread: ['in'] })
  })
})

describe('swaps, chains and cycles', () => {
  it('ends a swap of documents with their sidecars with every id at its new path', () => {
    const input = {
      known: [
        { id: 'X', path: 'a.md' },
        { id: 'Y', path: 'b.md' },
      ],
      files: { 'a.md': 'Y', 'b.md': 'X' },
      sidecars: { 'a.md': 'Y', 'b.md': 'X' },
    }
    expect(lines(input)).toEqual(['a.md move adopted Y none', 'b.md move adopted X none'])
    expect(deletedIds(input)).toEqual([])
  })

  it('follows a chain a -> b -> c, sidecars along', () => {
    const input = {
      known: [
        { id: 'X', path: 'a.md' },
        { id: 'Y', path: 'b.md' },
      ],
      files: { 'b.md': 'X', 'c.md': 'Y' },
      sidecars: { 'b.md': 'X', 'c.md': 'Y' },
    }
    expect(lines(input)).toEqual(['b.md move adopted X none', 'c.md move adopted Y none'])
  })

  it('follows a cycle of three with edits', () => {
    const input = {
      known: [
        { id: 'X', path: 'a.md' },
        { id: 'Y', path: 'b.md' },
        { id: 'Z', path: 'c.md' },
      ],
      files: { 'a.md': 'Z', 'b.md': 'X', 'c.md': 'edited' },
      sidecars: { 'a.md': 'Z', 'b.md': 'X', 'c.md': 'Y' },
    }
    expect(lines(input)).toEqual([
      'a.md move adopted Z none',
      'b.md move adopted X none',
      'c.md embed adopted Y none',
    ])
  })

  it('lets the sidecar stay master when only the documents were swapped', () => {
    const input = {
      known: [
        { id: 'X', path: 'a.md' },
        { id: 'Y', path: 'b.md' },
      ],
      files: { 'a.md': 'Y', 'b.md': 'X' },
      sidecars: { 'a.md': 'X', 'b.md': 'Y' },
    }
    expect(lines(input)).toEqual(['a.md embed content-changed X none', 'b.md embed content-changed Y none'])
  })

  it('replaces: a moved to b, a new file at a, the sidecar left behind', () => {
    const input = {
      known: [{ id: 'X', path: 'a.md' }],
      files: { 'a.md': 'new', 'b.md': 'X' },
      sidecars: { 'a.md': 'X' },
    }
    expect(lines(input)).toEqual(['a.md embed content-changed X none', 'b.md embed new - write'])
  })
})

describe('names that differ in form or case', () => {
  const nfc = 'docs/Caf\u00e9.md'
  const nfd = 'docs/Cafe\u0301.md'

  it('is one document when its name was renormalised, edited or not', () => {
    const known = [{ id: 'X', path: nfc }]
    expect(lines({ known, files: { [nfd]: 'X' } })).toEqual([`${nfd} move renamed X restore`])
    expect(lines({ known, files: { [nfd]: 'edited' } })).toEqual([`${nfd} embed renamed X restore`])
  })

  it('pairs a sidecar whose name has another form', () => {
    const input = { known: [{ id: 'X', path: nfd }], files: { [nfd]: 'X' }, sidecars: { [nfc]: 'X' } }
    expect(lines(input)).toEqual([`${nfd} skip unchanged X none`])
    expect(plan(input).orphaned).toEqual([])
  })

  it('keeps two files that differ in form two documents, each with its own sidecar', () => {
    const known = [
      { id: 'X', path: nfc },
      { id: 'Y', path: nfd },
    ]
    const input = { known, files: { [nfc]: 'X', [nfd]: 'Y' }, sidecars: { [nfc]: 'X', [nfd]: 'Y' } }
    expect(lines(input).sort()).toEqual(
      [`${nfd} skip unchanged Y none`, `${nfc} skip unchanged X none`].sort(),
    )
  })

  it('pairs no sidecar by form when two files could be meant', () => {
    const files = { 'q\u0323\u0307.md': 'a', 'q\u0307\u0323.md': 'b' }
    const input = { files, sidecars: { 'q\u0323\u0307.md': 'X' } }
    expect(lines(input).filter((line) => line.includes('adopted'))).toEqual([
      'q\u0323\u0307.md embed adopted X none',
    ])
  })

  it('keeps the id through a rename in case alone, edited or not', () => {
    const input = (content: string) => ({
      known: [{ id: 'X', path: 'Note.md' }],
      files: { 'note.md': content },
      sidecars: { 'Note.md': 'X' },
    })
    expect(lines(input('X'))).toEqual(['note.md move renamed X move:Note.md.pnk.yaml'])
    expect(lines(input('edited'))).toEqual(['note.md embed renamed X move:Note.md.pnk.yaml'])
  })

  it('trusts content over case', () => {
    const input = { known: [{ id: 'X', path: 'a.md' }], files: { 'A.md': 'new', 'b.md': 'X' } }
    expect(lines(input)).toEqual(['A.md embed new - write', 'b.md move renamed X restore'])
  })

  it('has two documents where README.md and readme.md stand side by side', () => {
    const known = [{ id: 'X', path: 'README.md' }]
    const input = { known, files: { 'README.md': 'X', 'readme.md': 'Y' }, sidecars: { 'README.md': 'X' } }
    expect(lines(input)).toEqual(['README.md skip unchanged X none', 'readme.md embed new - write'])
  })
})

describe('a sidecar id edited', () => {
  it("to another document's is fatal", () => {
    const input = { files: { 'a.md': 'x', 'b.md': 'y' }, sidecars: { 'a.md': 'Y', 'b.md': 'Y' } }
    expect(pair(picture(input)).kind).toBe('duplicate-ids')
  })
})

describe('an extraction policy', () => {
  it('decides whether a recorded text still serves, once per active document at its file', () => {
    const asked: string[] = []
    const input = picture({
      known: [
        { id: 'X', path: 'a.pdf' },
        { id: 'Y', path: 'b.pdf', state: 'deleted' },
      ],
      files: { 'a.pdf': 'edited', 'b.pdf': 'Y', 'c.pdf': 'new' },
    })
    const result = pair(input, ({ row }) => {
      asked.push(row.path)
      return 'keep'
    })
    expect(asked).toEqual(['a.pdf'])
    expect(result.kind === 'plan' && result.plan.actions.map(({ task }) => task)).toEqual([
      'skip',
      'embed',
      'embed',
    ])
  })
})
