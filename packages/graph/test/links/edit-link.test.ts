import { mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocUlid, mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { addLink, removeLink } from '../../src/index.js'
import { codeOf, diskKb, refusalOf, room } from './two-kbs.js'

const REL = 'cites'

describe('adding a link', () => {
  it('writes one entry into the sidecar of the source and nothing else', async () => {
    const kb = diskKb(room())
    const a = kb.put('docs/a.md', { sidecar: null })
    writeFileSync(
      join(kb.root, 'docs/a.md.pnk.yaml'),
      `id: ${a}   # mine\n\ntitle: 'A'\nshelf:\n  - 1.0\n# end\n`,
    )
    const b = kb.put('docs/b.md')
    const before = { b: kb.read('docs/b.md.pnk.yaml'), files: readdirSync(join(kb.root, 'docs')) }
    const made = await addLink(kb.open(), { source: 'docs/a.md', target: 'docs/b.md', rel: REL })
    expect(made).toEqual({
      written: true,
      document: 'docs/a.md',
      docId: a,
      sidecar: 'docs/a.md.pnk.yaml',
      rel: REL,
      target: { to: { kb: kb.id, doc: b }, uri: `pnk://${kb.id}/${b}`, path: 'docs/b.md', alias: null },
    })
    expect(kb.read('docs/a.md.pnk.yaml')).toBe(
      `id: ${a}   # mine\n\ntitle: 'A'\nshelf:\n  - 1.0\nlinks:\n  - to: pnk://${kb.id}/${b}\n    rel: cites\n# end\n`,
    )
    expect({ b: kb.read('docs/b.md.pnk.yaml'), files: readdirSync(join(kb.root, 'docs')) }).toEqual(before)
  })

  it('the same link again writes nothing, another relation to the same target is a second entry', async () => {
    const kb = diskKb(room())
    kb.put('a.md')
    kb.put('b.md')
    const link = (rel: string) => addLink(kb.open(), { source: 'a.md', target: 'b.md', rel })
    await link(REL)
    const file = join(kb.root, 'a.md.pnk.yaml')
    const { mtimeNs, ino } = statSync(file, { bigint: true })
    expect((await link(REL)).written).toBe(false)
    expect((await link(`  ${REL} `)).written).toBe(false)
    expect(statSync(file, { bigint: true })).toMatchObject({ mtimeNs, ino })
    expect((await link('extends')).written).toBe(true)
    expect(kb.read('a.md.pnk.yaml').match(/- to:/g)).toHaveLength(2)
  })

  it('accepts a URI whose document is nowhere, of any KB, and expands self', async () => {
    const kb = diskKb(room())
    kb.put('a.md')
    const [doc, third] = [mintUlid<'document'>(), mintUlid<'kb'>()]
    await addLink(kb.open(), { source: 'a.md', target: `pnk://Self/${doc}`, rel: REL })
    await addLink(kb.open(), { source: 'a.md', target: `pnk://${third}/${doc}`, rel: REL })
    const text = kb.read('a.md.pnk.yaml')
    expect(text).toContain(`pnk://${kb.id}/${doc}`)
    expect(text).toContain(`pnk://${third}/${doc}`)
    expect(text.toLowerCase()).not.toContain('self')
  })

  it('finds a document of a linked KB from the root, whatever the working directory', async () => {
    const place = room()
    const partner = diskKb(join(place, 'partner'))
    const target = partner.put('docs/p.md')
    const kb = diskKb(join(place, 'kb'), [{ name: 'p:q', id: partner.id, path: '../partner' }])
    kb.put('a.md')
    const before = readdirSync(join(partner.root, 'docs'))
    const made = await addLink(kb.open(), { source: 'a.md', target: 'p:q:docs/p.md', rel: REL })
    expect(made.target).toMatchObject({
      uri: `pnk://${partner.id}/${target}`,
      path: 'docs/p.md',
      alias: 'p:q',
    })
    expect(readdirSync(join(partner.root, 'docs'))).toEqual(before)
  })

  it('tells two KBs apart that were forked from one and share document ids', async () => {
    const place = room()
    const fork = diskKb(join(place, 'fork'))
    const shared = fork.put('a.md')
    const kb = diskKb(join(place, 'kb'), [{ name: 'fork', id: fork.id, path: '../fork' }])
    kb.put('a.md', { id: shared })
    const made = await addLink(kb.open(), { source: 'a.md', target: 'fork:a.md', rel: REL })
    expect(made).toMatchObject({ written: true, target: { uri: `pnk://${fork.id}/${shared}` } })
    expect(
      await codeOf(addLink(kb.open(), { source: 'a.md', target: `pnk://self/${shared}`, rel: REL })),
    ).toBe('LINK_SELF')
  })

  it.each([
    ['no'],
    ['true'],
    ['1.0'],
    ['null'],
    ['~'],
    ['2025-01-01'],
    ['a: b'],
    ['# x'],
    ['🌊'],
    ['- x'],
    ['"q"'],
    ["it's"],
    ['a\nb'],
    ['é'],
    ['x'.repeat(10_000)],
  ])('reads the relation %j back as that text', async (rel) => {
    const kb = diskKb(room())
    kb.put('a.md')
    kb.put('b.md')
    await addLink(kb.open(), { source: 'a.md', target: 'b.md', rel })
    expect((await addLink(kb.open(), { source: 'a.md', target: 'b.md', rel })).written).toBe(false)
    expect((await removeLink(kb.open(), { source: 'a.md', target: 'b.md', rel })).written).toBe(true)
    expect(kb.read('a.md.pnk.yaml')).toMatch(/^id: \w{26}\n$/)
  })

  it.each([
    ['no', "'no'"],
    ['1.0', "'1.0'"],
    ['true', "'true'"],
    ['cites', 'cites'],
  ])('quotes %s only where YAML would read something else', async (rel, written) => {
    const kb = diskKb(room())
    kb.put('a.md')
    kb.put('b.md')
    await addLink(kb.open(), { source: 'a.md', target: 'b.md', rel })
    expect(kb.read('a.md.pnk.yaml')).toContain(`  rel: ${written}\n`)
  })

  it('writes a symlinked sidecar through, inside the KB alone', async () => {
    const place = room()
    const kb = diskKb(join(place, 'kb'))
    const a = kb.put('a.md', { sidecar: null })
    kb.put('b.md')
    mkdirSync(join(kb.root, 'meta'))
    writeFileSync(join(kb.root, 'meta/a.yaml'), `id: ${a}\n`)
    symlinkSync('meta/a.yaml', join(kb.root, 'a.md.pnk.yaml'))
    await addLink(kb.open(), { source: 'a.md', target: 'b.md', rel: REL })
    expect(readlinkSync(join(kb.root, 'a.md.pnk.yaml'))).toBe('meta/a.yaml')
    expect(kb.read('meta/a.yaml')).toContain('rel: cites')

    writeFileSync(join(place, 'outside.yaml'), `id: ${mintUlid()}\n`)
    kb.put('c.md', { sidecar: null })
    symlinkSync(join(place, 'outside.yaml'), join(kb.root, 'c.md.pnk.yaml'))
    expect(await codeOf(addLink(kb.open(), { source: 'c.md', target: 'b.md', rel: REL }))).toBe(
      'SIDECAR_OUTSIDE_KB',
    )
  })

  it('accepts a document outside of the sources, a symlinked document, and an absolute path through a link', async () => {
    const place = room()
    const kb = diskKb(join(place, 'kb'))
    kb.put('notes/a.md')
    kb.put('docs/b.md', { sidecar: null })
    symlinkSync(join(place, 'elsewhere.md'), join(kb.root, 'docs/linked.md'))
    writeFileSync(join(place, 'elsewhere.md'), 'x')
    writeFileSync(join(kb.root, 'docs/linked.md.pnk.yaml'), `id: ${mintUlid()}\n`)
    symlinkSync(kb.root, join(place, 'way'))
    const made = await addLink(kb.open(), {
      source: join(place, 'way/notes/a.md'),
      target: 'docs/linked.md',
      rel: REL,
    })
    expect(made).toMatchObject({ written: true, document: 'notes/a.md', target: { path: 'docs/linked.md' } })
  })

  it('finds a name in another Unicode form, and its sidecar in the other one', async () => {
    const kb = diskKb(room())
    const nfd = 'Cafe\u0301.md'
    const id = kb.put(nfd, { sidecar: null })
    writeFileSync(join(kb.root, 'Caf\u00e9.md.pnk.yaml'), `id: ${id}\n`)
    kb.put('b.md')
    const made = await addLink(kb.open(), { source: 'Caf\u00e9.md', target: 'b.md', rel: REL })
    expect(made).toMatchObject({ document: nfd, sidecar: 'Caf\u00e9.md.pnk.yaml', docId: id, written: true })
  })

  it.each([
    'a # b & c.md',
    'x [1] (2).md',
    '100% sure?.md',
    '-rf.md',
    'a\nb.md',
    '~',
    'self',
    '🌊.md',
    'a:b.md',
  ])('links a document called %j', async (name) => {
    const kb = diskKb(room())
    const id = kb.put(name)
    kb.put('other.md')
    expect((await addLink(kb.open(), { source: name, target: 'other.md', rel: REL })).docId).toBe(id)
    const made = await addLink(kb.open(), { source: 'other.md', target: name, rel: REL })
    expect(made.target.to.doc).toBe(id)
  })
})

describe('a refused link', () => {
  async function refused(
    request: Partial<{ source: string; target: string; rel: string }>,
    prepare: (kb: ReturnType<typeof diskKb>) => void = () => undefined,
  ) {
    const kb = diskKb(join(room(), 'kb'))
    kb.put('docs/a.md')
    kb.put('docs/b.md')
    prepare(kb)
    const before = kb.read('docs/a.md.pnk.yaml')
    const files = readdirSync(join(kb.root, 'docs'))
    const whole = { source: 'docs/a.md', target: 'docs/b.md', rel: REL, ...request }
    const error = await refusalOf(addLink(kb.open(), whole))
    const other = await refusalOf(removeLink(kb.open(), whole))
    expect(kb.read('docs/a.md.pnk.yaml')).toBe(before)
    expect(readdirSync(join(kb.root, 'docs'))).toEqual(files)
    expect(other?.code).toBe(error?.code)
    return error
  }
  const code = async (...args: Parameters<typeof refused>) => (await refused(...args))?.code

  it('for an empty relation', async () => {
    for (const rel of ['', '  ', '\t\n', '\u00a0']) expect(await code({ rel })).toBe('LINK_REL_EMPTY')
  })

  it('in the order relation, source, target, sidecar, self', async () => {
    const broken = (kb: ReturnType<typeof diskKb>) => kb.put('docs/a.md', { sidecar: 'id: [' })
    expect(await code({ rel: '', source: 'x', target: 'y' })).toBe('LINK_REL_EMPTY')
    expect(await code({ source: 'x', target: 'y' })).toBe('LINK_SOURCE_MISSING')
    expect(await code({ target: 'y' }, broken)).toBe('LINK_TARGET_MISSING')
    expect(await code({ target: `pnk://self/${mintUlid()}` }, broken)).toBe('SIDECAR_SYNTAX')
  })

  it.each([
    ['an empty path', '', 'LINK_PATH_EMPTY'],
    ['blanks', '  ', 'LINK_PATH_EMPTY'],
    ['a parent', '../x.md', 'LINK_PATH_OUTSIDE'],
    ['a parent in the middle', 'docs/../../x.md', 'LINK_PATH_OUTSIDE'],
    ['an absolute path elsewhere', '/etc/passwd', 'LINK_PATH_OUTSIDE'],
    ['the root', '.', 'LINK_PATH_OUTSIDE'],
    ['a NUL byte', 'docs/a\0.md', 'LINK_PATH_UNUSABLE'],
    ['a name that is too long', `docs/${'x'.repeat(300)}.md`, 'LINK_PATH_UNUSABLE'],
    ['a directory', 'docs', 'LINK_NOT_A_FILE'],
    ['a sidecar', 'docs/b.md.pnk.yaml', 'LINK_NAMES_SIDECAR'],
    ['a home that is not expanded', '~/x.md', 'missing'],
    ['something below a file', 'docs/b.md/x.md', 'missing'],
  ])('for %s, at either end', async (_, path, expected) => {
    const at = (end: string) => (expected === 'missing' ? `LINK_${end}_MISSING` : expected)
    expect(await code({ source: path })).toBe(at('SOURCE'))
    expect(await code({ target: path })).toBe(at('TARGET'))
  })

  it('that names a sidecar says which document to name', async () => {
    expect((await refused({ target: 'docs/b.md.pnk.yaml' }))?.remedy).toBe('Name the document: docs/b.md')
  })

  it('for a symlinked directory that leads out, and for one that goes round', async () => {
    const links = (kb: ReturnType<typeof diskKb>) => {
      mkdirSync(join(kb.root, '../out'))
      writeFileSync(join(kb.root, '../out/x.md'), '')
      symlinkSync('../out', join(kb.root, 'way'))
      symlinkSync('round', join(kb.root, 'round'))
      symlinkSync('missing.md', join(kb.root, 'dangling.md'))
    }
    expect(await code({ target: 'way/x.md' }, links)).toBe('LINK_PATH_OUTSIDE')
    expect(await code({ source: 'way/x.md' }, links)).toBe('LINK_PATH_OUTSIDE')
    expect(await code({ target: 'round/x.md' }, links)).toBe('LINK_PATH_UNUSABLE')
    expect(await code({ target: 'round' }, links)).toBe('LINK_PATH_UNUSABLE')
    expect(await code({ target: 'dangling.md' }, links)).toBe('LINK_TARGET_MISSING')
  })

  it('for a document without a sidecar: it never mints an id', async () => {
    const bare = (kb: ReturnType<typeof diskKb>) => kb.put('docs/bare.md', { sidecar: null })
    const error = await refused({ target: 'docs/bare.md' }, bare)
    expect(error).toMatchObject({ code: 'LINK_NO_SIDECAR', remedy: expect.stringContaining('pnk sync') })
    expect(await code({ source: 'docs/bare.md' }, bare)).toBe('LINK_NO_SIDECAR')
  })

  it('for a link to a file outside, which sync never gives an id: the remedy is another one', async () => {
    const outside = join(room(), 'outside.md')
    writeFileSync(outside, 'x')
    const leak = (kb: ReturnType<typeof diskKb>) => symlinkSync(outside, join(kb.root, 'docs/leak.md'))
    const error = await refused({ target: 'docs/leak.md' }, leak)
    expect(error).toMatchObject({
      code: 'LINK_NO_SIDECAR',
      remedy: expect.stringContaining('a copy of the file'),
    })
  })

  it('for a sidecar that cannot be parsed, which stays as it is', async () => {
    const broken = (kb: ReturnType<typeof diskKb>) =>
      kb.put('docs/a.md', { sidecar: 'base: &b {x: 1}\n<<: *nowhere\nid: 01JV3K2H8M5Q9T1X4Z7B0D3F6G\n' })
    expect(await code({}, broken)).toMatch(/^SIDECAR_/)
  })

  it('of a document with itself, and of two that share an id', async () => {
    const self = await refused({ target: './docs/../docs/a.md' })
    expect(self).toMatchObject({ code: 'LINK_SELF', message: expect.stringContaining('the same document') })
    let id: DocUlid | undefined
    const twins = (kb: ReturnType<typeof diskKb>) => {
      id = kb.put('docs/a.md')
      kb.put('docs/twin.md', { id })
    }
    const twin = await refused({ target: 'docs/twin.md' }, twins)
    expect(twin).toMatchObject({ code: 'LINK_SELF', message: expect.stringContaining(`share the id ${id}`) })
  })

  it('with a colon says what linked KBs there are', async () => {
    expect((await refused({ target: 'old:docs/b.md' }))?.remedy).toContain('"old" is no linked KB')
    expect((await refused({ target: 'old:docs/b.md' }))?.remedy).toContain('none is declared')
    expect((await refused({ target: 'nowhere.md' }))?.remedy).not.toContain('linked KB')
  })

  it('with an id in place of a path says how ids are written', async () => {
    const id = mintUlid()
    expect((await refused({ target: id }))?.remedy).toContain(`pnk://self/${id}`)
  })
})

describe('a link to a linked KB is refused', () => {
  async function refused(path: string, target = 'p:x.md', id = mintUlid()) {
    const place = room()
    const kb = diskKb(join(place, 'kb'), [{ name: 'p', id, path: path.replace('$', place) }])
    kb.put('a.md')
    const before = kb.read('a.md.pnk.yaml')
    const error = await refusalOf(addLink(kb.open(), { source: 'a.md', target, rel: REL }))
    expect(kb.read('a.md.pnk.yaml')).toBe(before)
    return error
  }

  it('when it is not there, is a file or another KB, or its path cannot be used', async () => {
    expect(await refused('../nowhere')).toMatchObject({ code: 'LINKED_KB_UNREACHABLE' })
    expect(await refused('a.md')).toMatchObject({ code: 'LINKED_KB_UNREACHABLE' })
    expect(await refused('~nobody/x')).toMatchObject({ code: 'LINKED_KB_UNREACHABLE' })
    expect(await refused('$')).toMatchObject({ code: 'LINKED_KB_UNREACHABLE' })
    expect(await refused('.')).toMatchObject({ code: 'LINKED_KB_ID_MISMATCH' })
  })

  it('when the document is not there, has no or a broken sidecar, or lies outside', async () => {
    const place = room()
    const partner = diskKb(join(place, 'partner'))
    partner.put('bare.md', { sidecar: null })
    partner.put('broken.md', { sidecar: 'id: [' })
    const kb = diskKb(join(place, 'kb'), [{ name: 'p', id: partner.id, path: '../partner' }])
    kb.put('a.md')
    const code = (path: string) =>
      codeOf(addLink(kb.open(), { source: 'a.md', target: `p:${path}`, rel: REL }))
    expect(await code('')).toBe('LINK_PATH_EMPTY')
    expect(await code('nowhere.md')).toBe('LINK_TARGET_MISSING')
    expect(await code('bare.md')).toBe('LINK_NO_SIDECAR')
    expect(await code('broken.md')).toBe('LINKED_SIDECAR_UNREADABLE')
    expect(await code('../kb/a.md')).toBe('LINK_PATH_OUTSIDE')
    expect(await code('broken.md.pnk.yaml')).toBe('LINK_NAMES_SIDECAR')
  })
})

describe('removing a link', () => {
  it('gives back the file as it was before it was added', async () => {
    const kb = diskKb(room())
    const id = kb.put('a.md', { sidecar: null })
    const text = `# head\nid: ${id}\ntitle: "A"   # as on the spine\nmore: |+\n  x\n\n# end\n`
    writeFileSync(join(kb.root, 'a.md.pnk.yaml'), text)
    kb.put('b.md')
    const link = { source: 'a.md', target: 'b.md', rel: REL }
    await addLink(kb.open(), link)
    expect((await removeLink(kb.open(), link)).written).toBe(true)
    expect(kb.read('a.md.pnk.yaml')).toBe(text)
    expect((await removeLink(kb.open(), link)).written).toBe(false)
  })

  it('takes one relation and leaves the others, and takes a link whose target is gone by its URI', async () => {
    const kb = diskKb(room())
    kb.put('a.md')
    const gone = `pnk://self/${mintUlid()}`
    const byPath = removeLink(kb.open(), { source: 'a.md', target: 'gone.md', rel: REL })
    expect(await refusalOf(byPath)).toMatchObject({
      code: 'LINK_TARGET_MISSING',
      remedy: expect.stringContaining('by its pnk:// URI'),
    })
    for (const rel of [REL, 'extends']) await addLink(kb.open(), { source: 'a.md', target: gone, rel })
    expect((await removeLink(kb.open(), { source: 'a.md', target: gone, rel: REL })).written).toBe(true)
    expect(kb.read('a.md.pnk.yaml')).toContain('extends')
    expect(kb.read('a.md.pnk.yaml')).not.toContain('cites')
  })

  it('takes what was written by hand: blanks around the relation, copies, a link to itself', async () => {
    const kb = diskKb(room())
    const a = mintUlid<'document'>()
    const b = kb.put('b.md')
    const to = `pnk://self/${b}`
    kb.put('a.md', {
      id: a,
      sidecar: `id: ${a}\nlinks:\n- {to: ${to}, rel: ' cites '}\n- {to: ${to}, rel: ' y '}\n- {to: ${to}, rel: z}\n- {to: ${to}, rel: ' z'}\n- {to: ${to}, rel: x}\n- {to: ${to}, rel: x}\n- {to: 'pnk://self/${a}', rel: x}\n`,
    })
    const remove = (target: string, rel: string) => removeLink(kb.open(), { source: 'a.md', target, rel })
    expect((await remove('b.md', ' cites ')).written).toBe(true)
    expect((await remove('b.md', 'y')).written).toBe(true)
    expect((await remove('b.md', 'z')).written).toBe(true)
    expect(kb.read('a.md.pnk.yaml')).toContain("rel: ' z'")
    expect((await remove('b.md', 'z')).written).toBe(true)
    expect((await remove('b.md', 'x')).written).toBe(true)
    expect((await remove('a.md', 'x')).written).toBe(true)
    expect(kb.read('a.md.pnk.yaml')).toBe(`id: ${a}\n`)
    expect(await codeOf(remove('a.md', 'x'))).toBe('LINK_SELF')
  })
})
