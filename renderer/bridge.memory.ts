import type { Bridge, CommandName, CommandOutput, EventName, EventPayload, Handlers } from '../shared/ipc'
import type { OpenDocument } from '../shared/ipc-records'
import type { Problem, ProblemCode, Result } from '../shared/problem'
import { merge3 } from '../shared/merge3'
import { applyChanges, type TextChange } from '../shared/text-change'
import {
  listOf,
  newDocument,
  sampleRecords,
  statusOf,
  summaryOf,
  type MemoryDocument,
  type MemoryRecords,
} from './memory/records'

/** The bridge over a library in memory, and what a test may do to it behind the window's back. */
export interface MemoryBridge extends Bridge {
  readonly records: MemoryRecords
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** A change of a document's text that nobody typed in a window. */
  writeElsewhere(id: string, changes: readonly TextChange[]): void
  /** Commands that are refused from now on, or `undefined` for none. */
  refuse(name: CommandName, problem: Problem | undefined): void
  setPhase(id: string, phase: MemoryDocument['phase'], problem?: Problem): void
  /** Puts the document into conflict: mine is its text, both sides have left `base`. */
  clash(id: string, base: string, theirs: string): void
}

export interface MemoryOptions {
  readonly nowMs: () => number
  readonly after: (delayMs: number, run: () => void) => void
  /** How long a save takes; Infinity: never. */
  readonly saveMs?: number
}

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

const refused = (code: ProblemCode, message: string) => new Refused({ code, message })

/** The same Bridge as the app's with scripted answers: every command changes the records and tells its events. */
export function memoryBridge(options: MemoryOptions): MemoryBridge {
  const records = sampleRecords(options.nowMs())
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const refusals = new Map<CommandName, Problem>()
  let nextId = 1

  function emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    for (const listener of [...(listeners.get(name) ?? [])])
      (listener as (payload: EventPayload<N>) => void)(payload)
  }

  const libraryChanged = () => emit('library.changed', { documents: true, folders: true, tags: true })

  function find(id: string): MemoryDocument {
    const document = records.documents.get(id)
    if (document === undefined) throw refused('not-found-here', 'This document is not on this device.')
    return document
  }

  function setPhase(id: string, phase: MemoryDocument['phase'], problem?: Problem): void {
    const document = find(id)
    document.phase = phase
    document.problem = problem
    emit('document.status-changed', statusOf(document))
  }

  /** Dirty, then saving, then clean; a state that needs the writer stays. */
  function touch(document: MemoryDocument): void {
    document.updatedAt = options.nowMs()
    if (document.phase === 'conflicted' || document.phase === 'rejected') return
    setPhase(document.id, records.connection.state === 'online' ? 'dirty' : 'queued')
    options.after(options.saveMs ?? 1_200, () => {
      if (document.phase === 'dirty' && records.connection.state === 'online') save(document)
    })
  }

  function save(document: MemoryDocument): void {
    setPhase(document.id, 'clean')
    libraryChanged()
  }

  function step(document: MemoryDocument, clientId: string | null, changes: readonly TextChange[]): void {
    document.text = applyChanges(document.text, changes)
    document.version += 1
    document.steps.push({ clientId, changes: [...changes] })
  }

  function replaceText(document: MemoryDocument, text: string): void {
    const before = document.text
    let from = 0
    while (from < before.length && from < text.length && before[from] === text[from]) from += 1
    let to = before.length
    let end = text.length
    while (to > from && end > from && before[to - 1] === text[end - 1]) {
      to -= 1
      end -= 1
    }
    step(document, null, [{ from, to, insert: text.slice(from, end) }])
    announce(document, 1)
  }

  function announce(document: MemoryDocument, steps: number): void {
    emit('document.changed', {
      id: document.id,
      version: document.version,
      updates: document.steps.slice(-steps),
    })
  }

  function fieldsChanged(document: MemoryDocument): void {
    const { id, title, folderId, status } = document
    emit('document.fields-changed', { id, title, folderId, tagIds: [...document.tagIds], status })
    libraryChanged()
  }

  const open = (document: MemoryDocument): OpenDocument => ({
    id: document.id,
    title: document.title,
    text: document.text,
    lineEnd: '\n',
    version: document.version,
    folderId: document.folderId,
    tagIds: [...document.tagIds],
    status: document.status,
    createdAt: new Date(document.updatedAt).toISOString(),
    updatedAt: new Date(document.updatedAt).toISOString(),
    state: statusOf(document),
    ...(document.view === undefined ? {} : { view: document.view }),
    ...(document.readOnly === undefined ? {} : { readOnly: document.readOnly }),
  })

  const notYet = (what: string) => () => {
    throw refused('not-allowed', `${what} has no place in a library in memory.`)
  }

  const handlers: Handlers = {
    'library.get': () => {
      const documents = [...records.documents.values()].filter(({ deleted }) => !deleted)
      const count = (smart: 'drafts' | 'published' | 'needs-you' | 'all') =>
        listOf(records, { smart }, 'updated', true).length
      return {
        folders: [...records.folders.values()].map((folder) => ({
          ...folder,
          documents: documents.filter(({ folderId }) => folderId === folder.id).length,
          waiting: false,
        })),
        tags: [...records.tags.values()].map((tag) => ({
          ...tag,
          documents: documents.filter(({ tagIds }) => tagIds.includes(tag.id)).length,
          waiting: false,
        })),
        counts: {
          all: count('all'),
          drafts: count('drafts'),
          published: count('published'),
          'needs-you': count('needs-you'),
        },
      }
    },
    'documents.list': ({ filter, sort, descending, offset, limit }) => {
      const found = listOf(records, filter, sort, descending)
      return { items: found.slice(offset, offset + limit).map(summaryOf), total: found.length }
    },
    'documents.find': ({ query, limit }) =>
      listOf(records, {}, 'updated', true)
        .filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
        .slice(0, limit)
        .map(summaryOf),
    'folder.create': ({ name, parentId }) => {
      const id = `f-${nextId++}`
      records.folders.set(id, { id, name, parentId, position: 100 + nextId })
      libraryChanged()
      return { id }
    },
    'folder.rename': ({ id, name }) => {
      const folder = records.folders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      folder.name = name
      libraryChanged()
    },
    'folder.move': ({ id, parentId, position }) => {
      const folder = records.folders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      folder.parentId = parentId
      if (position !== undefined) folder.position = position - 0.5
      libraryChanged()
    },
    'folder.delete': ({ id }) => {
      const folder = records.folders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      records.folders.delete(id)
      records.deletedFolders.set(id, folder)
      for (const document of records.documents.values()) if (document.folderId === id) document.deleted = true
      libraryChanged()
    },
    'folder.restore': ({ id }) => {
      const folder = records.deletedFolders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      records.folders.set(id, folder)
      for (const document of records.documents.values())
        if (document.folderId === id) document.deleted = false
      libraryChanged()
    },
    'tag.create': ({ name }) => {
      const id = `t-${nextId++}`
      records.tags.set(id, { id, name })
      libraryChanged()
      return { id }
    },
    'tag.rename': ({ id, name }) => {
      records.tags.set(id, { id, name })
      libraryChanged()
    },
    'tag.delete': ({ id }) => {
      records.tags.delete(id)
      for (const document of records.documents.values())
        document.tagIds = document.tagIds.filter((tag) => tag !== id)
      libraryChanged()
    },

    'document.create': ({ title = '', text = '', folderId = null, tagIds = [] }) => {
      const id = `d-${nextId++}`
      const fields = { id, title, text, folderId, tagIds, status: 'draft', updatedAt: options.nowMs() }
      records.documents.set(id, newDocument({ ...fields, phase: 'clean' }))
      libraryChanged()
      return { id }
    },
    'document.open': ({ id }) => open(find(id)),
    'document.close': ({ id, view }) => {
      find(id).view = view
    },
    'document.change': ({ id, clientId, version, updates }) => {
      const document = find(id)
      if (version < document.version)
        return { kind: 'behind', updates: document.steps.slice(version), version: document.version }
      if (version > document.version) return { kind: 'reopen' }
      for (const changes of updates) step(document, clientId, changes)
      if (updates.length > 0) {
        announce(document, updates.length)
        touch(document)
      }
      return { kind: 'accepted', version: document.version }
    },
    'document.edit-fields': ({ id, title, folderId, tagIds, status }) => {
      const document = find(id)
      document.title = title ?? document.title
      if (folderId !== undefined) document.folderId = folderId
      document.tagIds = tagIds ?? document.tagIds
      document.status = status ?? document.status
      touch(document)
      fieldsChanged(document)
    },
    'document.keep-view': ({ id, view }) => {
      find(id).view = view
    },
    'document.save': ({ id }) => {
      const document = find(id)
      if (document.phase === 'dirty') save(document)
      return statusOf(document)
    },
    'document.delete': ({ ids }) => {
      for (const id of ids) find(id).deleted = true
      libraryChanged()
    },
    'document.restore': ({ ids }) => {
      for (const id of ids) find(id).deleted = false
      libraryChanged()
    },
    'document.undo-merge': ({ id }) => setPhase(id, 'conflicted'),
    'document.conflict': ({ id }) => find(id).conflict ?? null,
    'document.decide': ({ id, decisions, fields }) => {
      const document = find(id)
      const { conflict } = document
      if (conflict === undefined) throw refused('not-allowed', 'Nothing is to be decided here.')
      const merged = { ...conflict.decisions }
      for (const [index, decision] of Object.entries(decisions))
        if (decision === null) delete merged[index]
        else merged[index] = decision
      document.conflict = {
        ...conflict,
        decisions: merged,
        fields: conflict.fields.map((clash) => {
          const chosen = fields?.[clash.field]
          return chosen === undefined ? clash : { ...clash, decision: chosen }
        }),
      }
      emit('document.conflict-changed', { id })
    },
    'document.resolve': ({ id, resolution }) => {
      const document = find(id)
      const { conflict } = document
      if (conflict === undefined) throw refused('not-allowed', 'Nothing is to be decided here.')
      document.conflict = undefined
      if (resolution.kind === 'merged') replaceText(document, resolution.text)
      if (resolution.kind === 'take-theirs') replaceText(document, conflict.theirs ?? '')
      if (resolution.kind === 'let-go') document.deleted = true
      setPhase(id, 'clean')
      emit('document.conflict-changed', { id })
      libraryChanged()
    },

    'outbox.list': () => records.outbox,
    'outbox.retry': () => undefined,
    'outbox.pause': ({ paused }) => {
      records.outbox = { ...records.outbox, paused }
      emit('outbox.changed', { waiting: records.outbox.waiting.length })
    },
    'outbox.discard': ({ id }) => {
      const waiting = records.outbox.waiting.filter((item) => item.id !== id)
      records.outbox = { ...records.outbox, waiting }
      emit('outbox.changed', { waiting: waiting.length })
    },
    'log.read': () => [],
    'snapshots.list': () => records.snapshots,
    'snapshot.read': ({ id }) => {
      const found = records.snapshots.find((snapshot) => snapshot.id === id)
      if (found === undefined) throw refused('not-found-here', 'This text is not kept any more.')
      return { title: found.title, text: found.excerpt }
    },
    'snapshot.restore': ({ id }) => {
      const found = records.snapshots.find((snapshot) => snapshot.id === id)
      if (found === undefined) throw refused('not-found-here', 'This text is not kept any more.')
      const documentId = `d-${nextId++}`
      const fields = { id: documentId, title: found.title, text: found.excerpt, folderId: null, tagIds: [] }
      records.documents.set(
        documentId,
        newDocument({ ...fields, status: 'draft', phase: 'clean', updatedAt: options.nowMs() }),
      )
      libraryChanged()
      return { documentId }
    },
    'history.list': ({ id }) => ({
      versions: [
        { id: 'v2', at: new Date(find(id).updatedAt).toISOString(), origin: 'service', label: 'Saved' },
        {
          id: 'v1',
          at: new Date(find(id).updatedAt - 7_200_000).toISOString(),
          origin: 'service',
          label: 'First words',
        },
      ],
      complete: true,
    }),
    'history.read': ({ id, versionId }) => {
      const { title, text } = find(id)
      return { title, text: versionId === 'v1' ? text.slice(0, Math.ceil(text.length / 2)) : text }
    },
    'history.restore': ({ id, versionId }) => {
      const document = find(id)
      if (versionId === 'v1')
        replaceText(document, document.text.slice(0, Math.ceil(document.text.length / 2)))
    },
    'search.words': ({ query, limit }) =>
      listOf(records, { text: query }, 'updated', true)
        .slice(0, limit)
        .map((document) => hitOf(document, query)),
    'search.meaning': ({ query, limit }) => ({
      hits: listOf(records, { text: query }, 'updated', true)
        .slice(0, limit)
        .map((document) => hitOf(document, query)),
    }),

    'connections.list': () => ({ connections: [records.connection], activeId: records.connection.id }),
    'connection.test': ({ address, key }) => {
      const ok = key.startsWith('mk_')
      return {
        ok,
        lines: ok
          ? [`${address} answers.`, 'This key may read and write documents, folders and tags.']
          : ['The service does not accept this key.'],
        abilities: records.connection.abilities,
      }
    },
    'connection.connect': ({ address, name }) => {
      records.connection = { ...records.connection, kind: 'service', address, name: name ?? address }
      emit('connection.changed', records.connection)
      return records.connection
    },
    'connection.activate': notYet('Another connection'),
    'connection.retry': () => undefined,
    'settings.get': () => records.settings,
    'settings.set': (change) => {
      records.settings = { ...records.settings, ...change } as MemoryRecords['settings']
      emit('settings.changed', records.settings)
      return records.settings
    },
    'window.open': notYet('A second window'),
    'window.set-title': ({ title }) => {
      document.title = title
    },
    'link.open': () => undefined,
    'notices.list': () => [],
    'notice.dismiss': () => undefined,
    'flush.done': () => undefined,
  }

  return {
    records,
    emit,
    setPhase,
    refuse(name, problem) {
      if (problem === undefined) refusals.delete(name)
      else refusals.set(name, problem)
    },
    writeElsewhere(id, changes) {
      step(find(id), null, changes)
      announce(find(id), 1)
      emit('document.merged', { id, changes: changes.length })
    },
    clash(id, base, theirs) {
      const target = find(id)
      const merge = merge3(base, target.text, theirs)
      const at = new Date(options.nowMs() - 540_000).toISOString()
      target.conflict = {
        id,
        kind: 'text',
        reviewed: 'r1',
        base,
        mine: target.text,
        theirs,
        regions: merge.kind === 'too-large' ? [] : [...merge.regions],
        decisions: {},
        fields: [],
        mineSince: at,
        theirsSince: at,
      }
      setPhase(id, 'conflicted')
      emit('document.conflict-changed', { id })
    },
    async call(name, input) {
      type Output = CommandOutput<typeof name>
      const refusal = refusals.get(name)
      if (refusal !== undefined) return { ok: false, problem: refusal }
      try {
        const handler = handlers[name] as (input: unknown, sender: unknown) => unknown
        // As over the process boundary: never at once, never the same objects.
        const value = (await handler(structuredClone(input), undefined)) as Output
        return { ok: true, value: structuredClone(value) } satisfies Result<Output>
      } catch (error) {
        if (error instanceof Refused) return { ok: false, problem: error.problem }
        return { ok: false, problem: { code: 'unexpected', message: String(error) } }
      }
    },
    listen(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as (payload: never) => void)
      return () => void set.delete(listener as (payload: never) => void)
    },
  }
}

function hitOf(document: MemoryDocument, query: string) {
  const at = Math.max(0, document.text.toLowerCase().indexOf(query.toLowerCase()))
  const from = Math.max(0, at - 60)
  const excerpt = document.text.slice(from, at + 120).replaceAll('\n', ' ')
  return {
    documentId: document.id,
    title: document.title,
    headingPath: [],
    excerpt,
    marks: [{ from: at - from, to: at - from + query.length }],
    start: at,
    end: at + query.length,
    passage: document.text.slice(at, at + query.length),
    score: 1,
    origin: 'device' as const,
    changed: false,
  }
}
