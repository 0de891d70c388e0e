import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReplaceAsk } from '../../shared/ipc/ipc-replace'
import { appError } from '../../shared/problem'
import { createVirtualClock } from '../system/clock.virtual'
import type { ReadDocument } from '../documents/documents'
import { pulledDocument } from '../documents/core/initial'
import { openDatabase } from '../store/database'
import { createStore } from '../store/store'
import { createReplace, type Replace } from './replace'
import { previewInThread } from './replace-preview'
import { expressionOf, placesIn, replacedIn } from './replacing'

const ask = (find: string, replace: string, how: Partial<ReplaceAsk> = {}): ReplaceAsk => ({
  find,
  replace,
  matchCase: false,
  wholeWords: false,
  regexp: false,
  filter: {},
  ...how,
})
function replaced(text: string, asked: ReplaceAsk): string {
  return replacedIn(text, placesIn(text, expressionOf(asked)!, asked, 1_000)).text
}

describe('in one text', () => {
  test.each([
    ['as typed, in any case', 'Sea, sea, SEAL', ask('sea', 'tide'), 'tide, tide, tideL'],
    ['in this case only', 'Sea, sea', ask('sea', 'tide', { matchCase: true }), 'Sea, tide'],
    ['whole words', 'sea seal über-sea', ask('sea', 'tide', { wholeWords: true }), 'tide seal über-tide'],
    ['whole words of any script', 'über überall', ask('über', 'on', { wholeWords: true }), 'on überall'],
    ['signs are only signs', 'a.b a+b', ask('a+b', '$1'), 'a.b $1'],
    [
      'groups',
      'Mill, Ann',
      ask('(\\p{L}+), (?<first>\\p{L}+)', '$<first> $1 $$ $& $9', { regexp: true }),
      'Ann Mill $ Mill, Ann $9',
    ],
    ['lines', 'one\ntwo', ask('^(\\w+)$', '- $1\\n', { regexp: true }), '- one\n\n- two\n'],
    ['nothing found is no place', 'abc', ask('x*', 'y', { regexp: true }), 'abc'],
  ])('%s', (_name, text, asked, expected) => expect(replaced(text, asked)).toBe(expected))

  test('capitals are kept where the ask says so', () => {
    const keep = ask('colour', 'color', { keepCapitals: true })
    expect(replaced('Colour, colour, COLOUR', keep)).toBe('Color, color, COLOR')
    expect(replaced('i and Ünder', ask('[iü]', 'Das', { keepCapitals: true, regexp: true }))).toBe(
      'das and Dasnder',
    )
    expect(replaced('7 and C', ask('[7C]', 'Eb', { keepCapitals: true, regexp: true }))).toBe('Eb and Eb')
  })

  test.each([
    [
      'a bar is a sign',
      ask('x', 'p|q'),
      'p|q\n\n| a | p\\|q |\n| - | - |\n| p\\|q | b |\n\n```\n| a | p|q |\n| - | - |\n```',
    ],
    [
      'lines are one',
      ask('x', 'p\\nq', { regexp: true }),
      'p\nq\n\n| a | p q |\n| - | - |\n| p q | b |\n\n```\n| a | p\nq |\n| - | - |\n```',
    ],
    [
      'cells that are found are replaced as asked for',
      ask('a | x', 'c | d |'),
      'x\n\n| c | d | |\n| - | - |\n| x | b |\n\n```\n| c | d | |\n| - | - |\n```',
    ],
  ])('in a table %s', (_name, asked, expected) => {
    const text = 'x\n\n| a | x |\n| - | - |\n| x | b |\n\n```\n| a | x |\n| - | - |\n```'
    expect(replaced(text, asked)).toBe(expected)
  })

  test('code is left out where the ask says so', () => {
    const text = 'See [[Sea]].\n\n```\n[[Sea]]\n```\n\n`[[Sea]]` and [[Sea]]'
    expect(replaced(text, ask('[[Sea]]', '[[Tide]]', { outsideCode: true }))).toBe(
      'See [[Tide]].\n\n```\n[[Sea]]\n```\n\n`[[Sea]]` and [[Tide]]',
    )
  })

  test('what is no expression is said to be none', () => {
    expect(expressionOf(ask('(', '', { regexp: true }))).toBeUndefined()
    for (const sign of ['(', '[', '*', '\\', '^', '$', '|', '{', '?', '-', '/', ']', '}', ')', '.', '+'])
      expect([sign, expressionOf(ask(sign, '_')) && replaced(`a${sign}b`, ask(sign, '_'))]).toEqual([
        sign,
        'a_b',
      ])
  })

  test('as a replacement by hand, with any choice of places', () => {
    const word = fc.constantFrom('sea', 'Sea', 'tide', ' ', '\n', '😀')
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 30 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        (words, kept) => {
          const text = words.join('')
          const asked = ask('sea', 'ocean')
          const places = placesIn(text, expressionOf(asked)!, asked, 1_000)
          const chosen = places.filter((_place, at) => kept[at] ?? true)
          let seen = -1
          const expected = text.replace(/sea/gi, (found) => ((kept[++seen] ?? true) ? 'ocean' : found))
          const made = replacedIn(text, chosen)
          expect(made).toMatchObject({ text: expected, skipped: 0 })
          expect(made.places.map(({ found }) => found)).toEqual(chosen.map(({ found }) => found))
        },
      ),
    )
  })

  test('what stands around a place is cut between words, with an ellipsis', () => {
    const shown = (text: string) => {
      const [hit] = placesIn(text, expressionOf(ask('sea', 'x'))!, ask('sea', 'x'), 9)
      return [hit?.before, hit?.after]
    }
    expect(shown('A line.\nThe sea rose.\nMore.')).toEqual(['The ', ' rose.'])
    const long =
      'The ferryman had carried eleven jars across to the sea and every spring the bees came back home'
    expect(shown(long)).toEqual([
      '…had carried eleven jars across to the ',
      ' and every spring the bees came back…',
    ])
    const places = placesIn('The sea, a sea sea.\nA sea.', expressionOf(ask('sea', 'x'))!, ask('sea', 'x'), 9)
    expect(places.map(({ before }) => before)).toEqual(['The ', '…a ', '… ', 'A '])
    expect(shown(`${'潮'.repeat(60)}sea${'潮'.repeat(60)}`)).toEqual([
      `…${'潮'.repeat(40)}`,
      `${'潮'.repeat(40)}…`,
    ])
    expect(shown(`${'😀'.repeat(60)}!sea!${'😀'.repeat(60)}`).join('')).toMatch(/^…(?:😀)+!!(?:😀)+…$/u)
  })

  test('a place that holds something else by now is left alone', () => {
    const places = placesIn('sea sea', expressionOf(ask('sea', 'x'))!, ask('sea', 'x'), 9)
    expect(replacedIn('sea bay', places)).toEqual({
      text: 'x bay',
      places: [{ from: 0, to: 1, found: 'sea' }],
      skipped: 1,
    })
  })
})

describe('across the library', () => {
  const titles: Readonly<Record<string, string>> = { a: 'A', b: 'Sea', c: 'C', d: 'D' }
  let texts: Map<string, Pick<ReadDocument, 'text' | 'phase'>>
  let written: string[]
  let readOnly: string | undefined
  let fixed: readonly string[] | undefined
  /** How many more texts the disk accepts. */
  let writesLeft: number | undefined
  let candidates: (filter: unknown) => void
  let open: () => Replace
  let replace: Replace
  beforeEach(() => {
    texts = new Map([
      ['a', { text: 'The sea.\r\nThe sea again.', phase: 'clean' }],
      ['b', { text: 'No shore.', phase: 'clean' }],
      ['c', { text: 'A sea in doubt.', phase: 'conflicted' }],
    ])
    written = []
    readOnly = fixed = writesLeft = undefined
    candidates = () => undefined
    open = () =>
      createReplace({
        documents: {
          read: (id) => texts.get(id) && { fields: {}, ...texts.get(id)! },
          fetch: async (id) => {
            const found = texts.get(id)
            if (!found) throw appError('unreachable', 'The service could not be reached.')
            return { fields: {}, ...found }
          },
          replace(id, { text, reason }) {
            if (writesLeft === 0) throw appError('storage-full', 'The disk is full.')
            if (writesLeft !== undefined) writesLeft--
            written.push(`${id} ${reason}`)
            texts.set(id, { text, phase: 'dirty' })
          },
        },
        titleOf: (id) => (texts.has(id) ? titles[id] : undefined),
        candidates(filter) {
          candidates(filter)
          return fixed ?? [...texts.keys()]
        },
        find: async (asked, ids, most) => ({
          documents: ids.flatMap((documentId) => {
            const text = texts.get(documentId)!.text.replaceAll('\r\n', '\n')
            const hits = placesIn(text, expressionOf(asked)!, asked, most)
            return hits.length === 0 ? [] : [{ documentId, title: documentId, hits }]
          }),
          more: false,
        }),
        readOnly: () => readOnly,
        emit: () => {},
        breathe: async () => {},
      })
    replace = open()
  })

  test('is shown first; each text is kept and written once; what waits for a decision is left alone', async () => {
    const { documents } = await replace.preview(ask('sea', 'tide'))
    expect(documents.map(({ documentId, hits }) => [documentId, hits.length])).toEqual([
      ['a', 2],
      ['c', 1],
    ])
    expect(written).toEqual([])
    const done = await replace.apply({ documents: [...documents] })
    expect(done).toMatchObject({ places: 2, documents: 1, skipped: 1 })
    expect(texts.get('a')?.text).toBe('The tide.\r\nThe tide again.')
    expect(written).toEqual(['a replace'])
  })

  describe('a mention', () => {
    const mention = (more = {}) => ({
      documentId: 'a',
      targetId: 'b',
      passage: 'The sea again.',
      start: 10,
      before: 'The sea.\r\n',
      after: '',
      ...more,
    })

    test('becomes a link in its document, which is kept and written once; that is undone', async () => {
      const { id } = replace.link(mention())
      expect(texts.get('a')?.text).toBe('The sea.\r\nThe [[sea]] again.')
      expect(written).toEqual(['a replace'])
      expect(await replace.undo({ id })).toEqual({ documents: 1, stayed: [] })
      expect(texts.get('a')?.text).toBe('The sea.\r\nThe sea again.')
    })

    test('that is gone, bound, waits for a decision or may not be written stays as it is', () => {
      texts.set('d', { text: 'The `sea` again.', phase: 'clean' })
      expect(() => replace.link(mention({ passage: 'High tide.', before: '', start: 0 }))).toThrow(/any more/)
      expect(() => replace.link(mention({ documentId: 'd', passage: 'The `sea` again.' }))).toThrow(/in code/)
      expect(() => replace.link(mention({ documentId: 'c', passage: 'A sea in doubt.' }))).toThrow(
        /“C” needs your decision first/,
      )
      expect(() => replace.link(mention({ documentId: 'none' }))).toThrow(/not on this device/)
      expect(() => replace.link(mention({ targetId: 'none' }))).toThrow(/not on this device/)
      readOnly = 'This key may not write documents.'
      expect(() => replace.link(mention())).toThrow(readOnly)
      expect(written).toEqual([])
    })

    test('[B9] outside of the folder that searches are tied to is not touched', () => {
      fixed = ['b']
      expect(() => replace.link(mention())).toThrow(/not on this device/)
      expect(written).toEqual([])
    })
  })

  test('is undone as a whole, except for places that were changed since', async () => {
    texts.set('b', { text: 'sea', phase: 'clean' })
    texts.set('d', { text: 'One sea, two seas.\nNo sea left.', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const { id } = await replace.apply({ documents: [...documents] })
    texts.set('a', { text: 'More.\r\nThe tide.\r\nThe quiet tide again.', phase: 'dirty' })
    texts.set('b', { text: 'time', phase: 'dirty' })
    texts.set('d', { text: 'One tide, two tidings.\nNo tide left. More.', phase: 'dirty' })
    expect(replace.last()).toMatchObject({ id })
    expect(await replace.undo({ id })).toEqual({
      documents: 2,
      stayed: [
        { id: 'b', title: 'Sea' },
        { id: 'd', title: 'D' },
      ],
    })
    expect(['a', 'b', 'd'].map((one) => texts.get(one)?.text)).toEqual([
      'More.\r\nThe sea.\r\nThe quiet sea again.',
      'time',
      'One sea, two tidings.\nNo sea left. More.',
    ])
    await expect(replace.undo({ id })).rejects.toThrow(/no longer/)
  })

  test('is undone in a text that was changed elsewhere since, where its places stand as they were put', async () => {
    texts.set('b', { text: 'A sea.\n\nNo shore. The sea rose.', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const { id } = await replace.apply({ documents: [...documents] })
    texts.set('a', { text: 'More.\r\n\r\nThe tide.\r\nThe tide again.', phase: 'dirty' })
    texts.set('b', { text: 'A tide.\n\nNo shore. The tides rose.', phase: 'dirty' })
    expect(await replace.undo({ id })).toEqual({ documents: 2, stayed: [{ id: 'b', title: 'Sea' }] })
    expect([texts.get('a')?.text, texts.get('b')?.text]).toEqual([
      'More.\r\n\r\nThe sea.\r\nThe sea again.',
      'A sea.\n\nNo shore. The tides rose.',
    ])
  })

  test('deleted words come back where nothing was written in their stead', async () => {
    texts.set('a', { text: 'A sea, a sea, a sea.', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', ''))
    const { id } = await replace.apply({ documents: [...documents] })
    texts.set('a', { text: 'Well, a , a lake, a .', phase: 'dirty' })
    expect(await replace.undo({ id })).toMatchObject({ documents: 1, stayed: [{ id: 'a' }] })
    expect(texts.get('a')?.text).toBe('Well, a sea, a lake, a sea.')
  })

  test('a text that waits for a decision since is not touched by the undo', async () => {
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const { id } = await replace.apply({ documents: [...documents] })
    texts.set('a', { text: 'The tide.\r\nThe tide again. More.', phase: 'conflicted' })
    expect(await replace.undo({ id })).toEqual({ documents: 0, stayed: [{ id: 'a', title: 'A' }] })
    expect(texts.get('a')?.text).toContain('More.')
  })

  test('the last one is known while some place is as it made it, and no other opening undoes it', async () => {
    expect(replace.last()).toBeNull()
    texts.set('b', { text: 'sea', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const { id } = await replace.apply({ documents: [...documents] })
    expect(replace.last()).toEqual({ id, places: 3, documents: 2, isDeletion: false })
    const again = open()
    texts.set('d', { text: 'sea', phase: 'clean' })
    await again.apply({ documents: [...(await again.preview(ask('sea', 'tide'))).documents] })
    await expect(again.undo({ id })).rejects.toThrow(/no longer/)
    texts.set('b', { text: 'tide and more', phase: 'dirty' })
    expect(replace.last()).toMatchObject({ id })
    texts.set('a', { text: 'all of it new', phase: 'dirty' })
    expect(replace.last(), 'its place in the other text still stands').toMatchObject({ id })
    texts.set('b', { text: 'all of it new', phase: 'dirty' })
    expect(replace.last()).toBeNull()
  })

  test('words that nothing takes the place of are known to be deleted', async () => {
    const { documents } = await replace.preview(ask('sea', ''))
    expect(await replace.apply({ documents: [...documents] })).toMatchObject({ isDeletion: true })
    expect(replace.last()).toMatchObject({ isDeletion: true })
  })

  test('links that followed a rename are no last replacement, and hide none', async () => {
    texts.set('b', { text: 'sea', phase: 'clean' })
    const links = await replace.preview(ask('again', 'anew'))
    const { id: ofLinks } = await replace.apply({ documents: [...links.documents], isOfLinks: true })
    expect(replace.last()).toBeNull()
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const { id } = await replace.apply({ documents: [...documents].slice(1) })
    await replace.undo({ id: ofLinks })
    await replace.apply({ documents: [...links.documents], isOfLinks: true })
    expect(replace.last()).toMatchObject({ id })
  })

  test('a disk that takes no more stops it: what was replaced is said, and is undone, also in two goes', async () => {
    texts.set('b', { text: 'sea', phase: 'clean' })
    texts.set('d', { text: 'sea', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', 'tide'))
    writesLeft = 2
    const { id, ...said } = await replace.apply({ documents: [...documents] })
    expect(said).toMatchObject({ places: 3, documents: 2, stopped: 'The disk is full.' })
    await expect(replace.undo({ id })).rejects.toThrow('The disk is full.')
    writesLeft = 1
    await expect(replace.undo({ id })).rejects.toThrow('The disk is full.')
    writesLeft = undefined
    expect(await replace.undo({ id })).toEqual({ documents: 1, stayed: [] })
    expect(['a', 'b', 'd'].map((one) => texts.get(one)?.text)).toEqual([
      'The sea.\r\nThe sea again.',
      'sea',
      'sea',
    ])
    writesLeft = 0
    await expect(replace.apply({ documents: [...documents] })).rejects.toThrow('The disk is full.')
  })

  test('one window does not end what another has begun', async () => {
    texts.set('b', { text: 'sea', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const done = replace.apply({ documents: [...documents] }, 'one')
    replace.cancel('other')
    expect((await done).documents).toBe(2)
  })

  test('stops between two documents when it is cancelled', async () => {
    texts.set('b', { text: 'sea', phase: 'clean' })
    const { documents } = await replace.preview(ask('sea', 'tide'))
    const done = replace.apply({ documents: [...documents] })
    replace.cancel()
    expect((await done).documents).toBe(1)
  })

  test('[B9] [D4] nothing outside of a fixed folder, nothing with a key that may not write', async () => {
    const { documents } = await replace.preview(ask('sea', 'tide'))
    fixed = ['b']
    expect(await replace.apply({ documents: [...documents] })).toMatchObject({ places: 0, skipped: 3 })
    readOnly = 'This key may not write documents.'
    await expect(replace.apply({ documents: [...documents] })).rejects.toThrow(/may not write/)
    expect(written).toEqual([])
  })

  test('is limited by the filter, a tag and a date as well', async () => {
    const filters: unknown[] = []
    candidates = (filter) => filters.push(filter)
    const filter = { tagIds: ['winter'], since: '2026-01-01' }
    await replace.preview(ask('sea', 'tide', { filter }))
    expect(filters).toEqual([filter])
  })

  test('what is no expression is refused in words', async () => {
    await expect(replace.preview(ask('(', '', { regexp: true }))).rejects.toThrow(
      'This is not a regular expression: unterminated group.',
    )
  })
})

describe('in a thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-'))
  const library = join(folder, 'library.db')
  beforeAll(() => {
    const database = openDatabase(library)
    const store = createStore(database, createVirtualClock())
    const texts = { a: `${'a'.repeat(40)}!`, b: 'The sea.' }
    for (const [id, text] of Object.entries(texts))
      store.journal.write(pulledDocument(id, id, { text, fields: { title: id }, etag: '"1"' }))
    database.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('places are found; an expression that explodes is stopped and said', async () => {
    const found = await previewInThread({ library, ask: ask('sea', 'tide'), ids: ['a', 'b'], most: 9 })
    expect(found.documents).toMatchObject([
      { documentId: 'b', hits: [{ found: 'sea', replacement: 'tide' }] },
    ])
    const exploding = ask('^(a+)+$', '', { regexp: true })
    await expect(previewInThread({ library, ask: exploding, ids: ['a', 'b'], most: 9 })).rejects.toThrow(
      /takes too long/,
    )
  })
})
