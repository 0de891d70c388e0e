import { WHEN_OPENED } from '../../shared/terms'
import { describe, expect, test } from 'vitest'
import { newDocument, pulledDocument } from '../documents/core/initial'
import type { WorkingCopy } from '../documents/core/working-copy'
import { stateDigest } from './checksum'
import type { DocumentRow } from './document-table'
import type { Store } from './store'

/** A store under test, and the same store after the process was killed and restarted. */
export interface Opened {
  readonly store: Store
  readonly reopen: () => Opened
  readonly clockAt: (ms: number) => void
}

const EPIC = '雪の朝\n\nIt *stands* — 😀\r\nأهلا\0!'
const typedFrom = (copy: WorkingCopy, text: string): WorkingCopy => ({
  ...copy,
  mine: { ...copy.mine, text },
})

const row = (id: string, more: Partial<DocumentRow> = {}): DocumentRow => ({
  id,
  title: 'Title',
  excerpt: '',
  folderId: null,
  tagIds: [],
  status: 'draft',
  phase: 'clean',
  hidden: false,
  editedSincePublished: false,
  pending: false,
  hasText: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

/** One suite for every store: the SQLite store on a disk and the one in memory. */
export function storeContract(open: () => Opened): void {
  describe('journal', () => {
    test('what was written is read again after a restart, every key of it', () => {
      let opened = open()
      const pulled = pulledDocument('a', '7', {
        text: EPIC,
        fields: { title: 'T', folderId: null, tagIds: ['x'], status: 'draft' },
        etag: '"doc-7-3"',
      })
      const sent = {
        id: 4,
        kind: 'update',
        text: 'sent',
        fields: { title: 'n' },
        reason: 'pause',
        atMs: 5,
      } as const
      const copy: WorkingCopy = {
        ...typedFrom(pulled, 'mine'),
        phase: 'conflicted',
        unconfirmedSends: [sent, { ...sent, id: 5, text: EPIC }],
        lateSends: [sent],
        parked: ['folderId'],
        flight: sent,
        conflict: {
          kind: 'text',
          theirs: { text: 'theirs', fields: {} },
          serverRecord: { text: 'theirs', fields: {}, etag: 'W/"x"' },
          token: 'g1',
          decisions: [{ mine: 'm', theirs: 't', decision: { text: 'decided' } }],
          fieldDecisions: { title: 'mine' },
          earlier: [{ token: 'g0' }],
          mineSinceMs: 1,
          theirsSinceMs: 2,
        },
      }
      opened.store.journal.write(copy)
      opened = opened.reopen()
      expect(opened.store.journal.read('a')).toEqual({ kind: 'kept', copy })
      expect(opened.store.journal.read('b')).toBeUndefined()
    })

    test('an empty text is a text', () => {
      const copy = newDocument('a')
      const opened = open()
      opened.store.journal.write(copy)
      expect(opened.reopen().store.journal.read('a')).toEqual({ kind: 'kept', copy })
    })

    test('what was typed since is given beside it, in order, and a write takes it in', () => {
      let opened = open()
      const copy = newDocument('a', { text: 'one' })
      opened.store.journal.write(copy)
      opened.store.journal.append('a', [{ from: 3, to: 3, insert: ' two' }])
      opened.store.journal.append('a', [
        { from: 0, to: 3, insert: '1' },
        { from: 7, to: 7, insert: ' three' },
      ])
      opened = opened.reopen()
      expect(opened.store.journal.read('a')).toEqual({ kind: 'kept', copy, typed: '1 two three' })
      const last = [
        { from: 0, to: 3, insert: '1' },
        { from: 7, to: 7, insert: ' three' },
      ]
      expect(opened.store.journal.lastChange('a')).toEqual(last)
      const next = typedFrom(copy, '1 two three')
      opened.store.journal.write(next, '1 two three')
      expect(opened.store.journal.lastChange('a')).toEqual(last)
      opened.store.journal.append('a', [{ from: 0, to: 1, insert: 'ONE' }])
      opened = opened.reopen()
      expect(opened.store.journal.read('a')).toMatchObject({ typed: 'ONE two three' })
      opened.store.journal.write(typedFrom(copy, 'from elsewhere'))
      expect(opened.store.journal.lastChange('a')).toBeUndefined()
    })

    test('texts that are points of one typed history stay apart, and typing goes on after undoing to base', () => {
      let opened = open()
      const clean = pulledDocument('a', '7', { text: 'base', fields: {}, etag: '"1"' })
      opened.store.journal.write(clean)
      opened.store.journal.append('a', [{ from: 4, to: 4, insert: '+' }])
      const sent = { id: 1, kind: 'update', text: 'base+', fields: {}, reason: 'pause', atMs: 0 } as const
      const saving: WorkingCopy = { ...typedFrom(clean, 'base+'), phase: 'saving', flight: sent }
      opened.store.journal.write(saving, 'base+')
      opened.store.journal.append('a', [{ from: 4, to: 5, insert: '' }])
      const undone: WorkingCopy = { ...saving, mine: clean.mine }
      opened.store.journal.write(undone, 'base')
      opened.store.journal.append('a', [{ from: 0, to: 0, insert: '>' }])
      opened = opened.reopen()
      expect(opened.store.journal.read('a')).toEqual({ kind: 'kept', copy: undone, typed: '>base' })
      opened.store.journal.write(clean)
      expect(opened.reopen().store.journal.read('a')).toEqual({ kind: 'kept', copy: clean })
    })

    test('a removed one is gone, and its id can be written again', () => {
      const opened = open()
      opened.store.journal.write(newDocument('a', { text: 'one' }))
      opened.store.journal.append('a', [{ from: 0, to: 0, insert: 'x' }])
      opened.store.journal.remove('a')
      expect(opened.store.journal.read('a')).toBeUndefined()
      opened.store.journal.write(newDocument('a', { text: 'two' }))
      expect(opened.reopen().store.journal.read('a')).toMatchObject({ copy: { mine: { text: 'two' } } })
    })

    test('one that was let go of in memory is read, typed into and written like any other', () => {
      const plain = pulledDocument('a', '7', { text: EPIC, fields: { title: 'T' }, etag: '"1"' })
      const sent = { id: 1, kind: 'update', text: 'sent', fields: {}, reason: 'pause', atMs: 0 } as const
      for (const copy of [
        plain,
        { ...plain, id: 'b', unconfirmedSends: [sent] },
        { ...plain, id: 'c', flight: sent },
        typedFrom({ ...plain, id: 'd' }, 'mine'),
        newDocument('e', { text: 'new' }),
      ]) {
        let opened = open()
        opened.store.journal.write(copy)
        opened.store.journal.release(copy.id)
        opened = opened.reopen()
        const { journal } = opened.store
        expect(journal.read(copy.id)).toEqual({ kind: 'kept', copy })
        journal.append(copy.id, [{ from: 0, to: 0, insert: '>' }])
        const typed = `>${copy.mine.text}`
        expect(opened.reopen().store.journal.read(copy.id)).toEqual({ kind: 'kept', copy, typed })
      }
    })

    test('thousands of changes are written whole when asked, and read as the same text', () => {
      const opened = open()
      let copy = newDocument('a', { text: '' })
      opened.store.journal.write(copy)
      let text = ''
      opened.store.transaction(() => {
        for (let step = 0; step < 2_500; step++) {
          opened.store.journal.append('a', [{ from: step, to: step, insert: 'abc'[step % 3]! }])
          text += 'abc'[step % 3]!
        }
      })
      copy = typedFrom(copy, text)
      opened.store.journal.write(copy, text)
      opened.store.journal.compact('a')
      opened.store.journal.append('a', [{ from: 0, to: 2_500, insert: 'end' }])
      expect(opened.reopen().store.journal.read('a')).toEqual({ kind: 'kept', copy, typed: 'end' })
    })
  })

  test('what fails in the middle of a transaction leaves nothing of it, and what follows stands on what was there', () => {
    const opened = open()
    const { journal, table, snapshots } = opened.store
    const copy = newDocument('a', { text: 'one' })
    journal.write(copy)
    const fail = () =>
      opened.store.transaction(() => {
        journal.append('a', [{ from: 3, to: 3, insert: ' lost' }])
        journal.write(typedFrom(copy, 'quite another'))
        journal.write(newDocument('b'))
        table.put(row('a'), true)
        snapshots.keep({ kind: 'snapshot', reason: 'r', title: 't', text: 'x' })
        throw new Error('torn')
      })
    expect(fail).toThrow('torn')
    expect(journal.read('b')).toBeUndefined()
    expect(table.get('a')).toBeUndefined()
    expect(snapshots.list()).toEqual([])
    journal.append('a', [{ from: 3, to: 3, insert: ' two' }])
    expect(opened.reopen().store.journal.read('a')).toEqual({ kind: 'kept', copy, typed: 'one two' })
  })

  test('rows of the table come back whole and are found by what they are', () => {
    const opened = open()
    const { table } = opened.store
    const full = row('a', {
      remoteId: '7',
      textBytes: 3,
      folderId: 'f',
      tagIds: ['s', 't'],
      phase: 'dirty',
      pending: true,
      editedSincePublished: true,
      etag: '"e"',
      seenDigest: 'd',
      remoteCreatedAt: 'c',
      remoteUpdatedAt: 'u',
    })
    table.put(full, true)
    table.put(row('b', { hidden: true, hasText: false }), true)
    expect(table.get('a')).toEqual(full)
    expect(table.byRemoteId('7')).toEqual(full)
    expect(table.byRemoteId('8')).toBeUndefined()
    expect([...table.remote()].map(({ id }) => id)).toEqual(['a'])
    expect(table.pending().map(({ id }) => id)).toEqual(['a'])
    expect(table.inFolder('f')).toEqual(['a'])
    expect(table.withTag('t')).toEqual(['a'])
    table.put({ ...full, tagIds: ['t'], folderId: null, pending: false }, false, full)
    expect(table.withTag('s')).toEqual([])
    const again = opened.reopen().store.table
    expect(again.get('a')).toMatchObject({ tagIds: ['t'], folderId: null })
    again.remove('a')
    expect(again.get('a')).toBeUndefined()
    expect(again.withTag('t')).toEqual([])
  })

  test('a row is added where its id is free, and many are found at once', () => {
    const opened = open()
    const { table } = opened.store
    const there = (id: string, more: Partial<DocumentRow> = {}) =>
      row(id, { remoteId: `there ${id}`, textBytes: 1, tagIds: ['t'], ...more })
    const all = ['c', 'a', 'b'].map((id) => there(id))
    for (const one of all) expect(table.add(one)).toBe(true)
    expect(table.add(there('a', { remoteId: 'another' }))).toBe(false)
    table.put(there('d', { phase: 'deleted', hidden: true }), true)
    table.put(row('e'), true)
    const again = opened.reopen().store.table
    expect(again.get('a')).toEqual(all[1])
    expect(again.withTag('t')).toContain('c')
    const found = again.byRemoteIds(['there b', 'there nowhere', 'there d'])
    expect(found.map(({ id }) => id).sort()).toEqual(['b', 'd'])
    expect(again.remoteExcept(['there b', 'another'])).toEqual(['there a', 'there c'])
  })

  test('of texts it is known which are here, how much room they take, and which were used the longest ago', () => {
    const opened = open()
    const { table } = opened.store
    const there = (id: string, day: number, more: Partial<DocumentRow> = {}) =>
      row(id, {
        ...(id !== 'mine' && { remoteId: id }),
        textBytes: 100,
        updatedAt: `2026-01-0${day}T00:00:00.000Z`,
        ...more,
      })
    const all = [
      there('old', 1),
      there('opened', 2),
      there('kept', 3, { folderId: 'f' }),
      there('waiting', 4, { pending: true }),
      there('mine', 5),
      there('gone', 6, { hidden: true }),
      there('listed', 7, { hasText: false, textBytes: 100, contentKey: 'k', folderId: 'f' }),
      there('new', 8),
    ]
    for (const one of all) table.put(one, true)
    table.opened('opened', '2026-01-09T00:00:00.000Z')
    table.put({ ...table.get('opened')!, title: 'Renamed' }, true)
    const again = opened.reopen().store.table
    expect(again.heldBytes()).toBe(700)
    expect(again.get('listed')).toMatchObject({ textBytes: 0, contentKey: 'k' })
    const ids = (list: readonly DocumentRow[]) => list.map(({ id }) => id)
    expect(ids(again.leastRecent([], 9, undefined))).toEqual(['old', 'kept', 'new', 'opened'])
    const [first] = again.leastRecent(['f'], 1, undefined)
    expect(ids(again.leastRecent(['f'], 9, first!.recency))).toEqual(['new', 'opened'])
    expect(ids(again.withoutText(undefined, 9))).toEqual(['listed'])
    expect(ids(again.withoutText(['g'], 9))).toEqual([])
    expect([again.countWithoutText(), again.countWithoutText(['f']), again.countWithoutText(['g'])]).toEqual([
      1, 1, 0,
    ])
  })

  test('documents of exactly one title in one folder, or in none, are found', () => {
    const opened = open()
    const { table } = opened.store
    const titled = (id: string, more: Partial<DocumentRow>) =>
      table.put(row(id, { title: 'Day', ...more }), true)
    titled('b', {})
    titled('a', {})
    titled('other-case', { title: 'DAY' })
    titled('in-folder', { folderId: 'f' })
    titled('gone', { hidden: true })
    const ids = (folderId: string | null) =>
      opened
        .reopen()
        .store.table.titled('Day', folderId)
        .map(({ id }) => id)
    expect([ids(null), ids('f'), ids('g')]).toEqual([['a', 'b'], ['in-folder'], []])
  })

  describe('snapshots', () => {
    const words = { documentId: 'a', kind: 'snapshot', reason: 'Before a merge', title: 'Essay' } as const

    test('are listed newest first in the order of keeping, though the clock is set back', () => {
      const opened = open()
      opened.clockAt(Date.UTC(2026, 5, 2))
      opened.store.snapshots.keep({ ...words, text: 'first' })
      opened.clockAt(Date.UTC(2026, 5, 1))
      opened.store.snapshots.keep({ ...words, text: EPIC })
      const { snapshots } = opened.reopen().store
      const listed = snapshots.list('a')
      expect(listed.map(({ bytes }) => bytes)).toEqual([Buffer.byteLength(EPIC), 5])
      expect(listed[0]).toMatchObject({ title: 'Essay', reason: 'Before a merge', documentId: 'a' })
      expect(snapshots.read(listed[0]!.id)).toEqual({ title: 'Essay', text: EPIC, documentId: 'a' })
      expect(snapshots.list('b')).toEqual([])
      expect(snapshots.read('99')).toBeUndefined()
      const digests = snapshots.digests('a')
      expect([...digests.keys()].sort()).toEqual(listed.map(({ id }) => id).sort())
      expect(digests.get(listed[0]!.id)).toBe(stateDigest('Essay', Buffer.from(EPIC)))
    })

    test('the same words are not kept twice in a row', () => {
      const { snapshots } = open().store
      for (const text of ['one', 'one', 'two', 'one']) snapshots.keep({ ...words, text })
      expect(snapshots.list('a')).toHaveLength(3)
    })

    test('[W16] what was kept when it was opened is kept for a better reason from then on, and not the other way', () => {
      const { snapshots } = open().store
      snapshots.keep({ ...words, reason: WHEN_OPENED, text: 'one' })
      snapshots.keep({ ...words, text: 'one' })
      snapshots.keep({ ...words, reason: WHEN_OPENED, text: 'one' })
      expect(snapshots.list('a').map(({ reason }) => reason)).toEqual(['Before a merge'])
    })

    test('[W16] of a document that is back the copy of the same words goes, and nothing else', () => {
      const opened = open()
      const { snapshots } = opened.store
      const deleted = { ...words, kind: 'recently-deleted' } as const
      snapshots.keep({ ...deleted, text: 'other' })
      snapshots.keep({ ...deleted, text: 'one' })
      snapshots.keep({ ...words, text: 'one' })
      snapshots.keep({ ...deleted, documentId: 'b', text: 'one' })
      snapshots.forgetDeleted({ documentId: 'a', title: 'Essay', text: 'one' })
      snapshots.forgetDeleted({ documentId: 'a', title: 'Renamed', text: 'other' })
      const left = opened.reopen().store.snapshots.list()
      expect(left.map(({ documentId, kind, excerpt }) => [documentId, kind, excerpt])).toEqual([
        ['b', 'recently-deleted', 'one'],
        ['a', 'snapshot', 'one'],
        ['a', 'recently-deleted', 'other'],
      ])
    })

    test('are read as they were after packing', async () => {
      const { snapshots } = open().store
      snapshots.keep({ ...words, text: EPIC.repeat(200) })
      while (await snapshots.packNext());
      expect(snapshots.read(snapshots.list()[0]!.id)?.text).toBe(EPIC.repeat(200))
    })

    test('[W16] go after their time or beyond their room, what is quarantined never', () => {
      const opened = open()
      const { snapshots } = opened.store
      snapshots.keep({ ...words, kind: 'quarantine', text: 'damaged' })
      for (const [at, text] of [
        [10, 'old'],
        [20, 'x'.repeat(500)],
        [30, 'y'.repeat(500)],
        [40, 'new'],
      ] as const) {
        opened.clockAt(at)
        snapshots.keep({ ...words, text })
      }
      snapshots.prune(15, 600)
      expect(snapshots.list().map(({ excerpt }) => excerpt.slice(0, 3))).toEqual(['new', 'yyy', 'dam'])
      snapshots.prune(1_000, 0)
      expect(snapshots.list().map(({ kind }) => kind)).toEqual(['quarantine'])
    })
  })

  test('the log is read newest first, by kind and by words', () => {
    let opened = open()
    const { log: first } = opened.store
    first.add({ kind: 'sent', documentId: 'a', what: 'Edit of “Essay”', detail: '200' })
    first.add({ kind: 'failed', what: 'Edit of “Map”', detail: 'No network' })
    opened = opened.reopen()
    const { log } = opened.store
    expect(log.read({ limit: 9 })).toMatchObject([{ kind: 'failed' }, { documentId: 'a' }])
    expect(log.read({ kind: 'sent', limit: 9 })).toHaveLength(1)
    expect(log.read({ query: 'NETWORK', limit: 9 })).toMatchObject([{ what: 'Edit of “Map”' }])
    expect(log.read({ query: '%', limit: 9 })).toEqual([])
    expect(log.read({ limit: 1 })).toHaveLength(1)
  })

  test('views and facts are kept', () => {
    const opened = open()
    const view = { view: { anchor: 1, head: 2, scrollTop: 3.5, history: '{}' }, fingerprint: 'f' }
    opened.store.views.write('a', view)
    opened.store.facts.write('paused', true)
    const { store } = opened.reopen()
    expect(store.views.read('a')).toEqual(view)
    expect(store.facts.read('paused')).toBe(true)
    expect(store.facts.read('other')).toBeUndefined()
    store.views.remove('a')
    expect(store.views.read('a')).toBeUndefined()
  })
}
