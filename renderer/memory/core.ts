import { EVENTS, type EventName, type EventPayload, type Handlers } from '../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../shared/terms'
import type { Problem, ProblemCode } from '../../shared/problem'
import type { TextChange } from '../../shared/text/text-change'
import { sampleRecords, statusOf, type MemoryDocument, type MemoryRecords } from './records'

export interface MemoryOptions {
  readonly nowMs: () => number
  readonly after: (delayMs: number, run: () => void) => void
}

/** As main does, the first pause in which nothing was typed is what saves; shorter here, as tests wait for it everywhere. */
const SAVE_AFTER_MS = 200

/** What a command of the memory bridge throws to answer with a Problem. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

export const refused = (code: ProblemCode, message: string): Refused => new Refused({ code, message })

/** What the commands of the memory bridge have in common. */
export interface MemoryCore {
  readonly records: MemoryRecords
  readonly nowMs: () => number
  newId(kind: 'd' | 'f' | 't' | 's' | 'file'): string
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  listen<N extends EventName>(
    name: N,
    listener: (payload: EventPayload<N>, library: LibraryEpoch | undefined) => void,
  ): () => void
  /** The epoch of the library on screen, as in main: another one after each switch. */
  library(): LibraryEpoch
  isOpen(library: LibraryEpoch | undefined): boolean
  switchLibrary(): void
  leave(library: LibraryEpoch): void
  libraryChanged(): void
  find(id: string): MemoryDocument
  setPhase(id: string, phase: MemoryDocument['phase'], problem?: Problem): void
  /** As the writer does, on this device. */
  setDeleted(document: MemoryDocument, deleted: boolean): void
  /** Dirty, then clean after a pause; a state that needs the writer stays. */
  touch(document: MemoryDocument): void
  save(document: MemoryDocument): void
  step(document: MemoryDocument, clientId: string | null, changes: readonly TextChange[]): void
  announce(document: MemoryDocument, steps: number): void
  /** Another text for the document, as one step that nobody typed. */
  replaceText(document: MemoryDocument, text: string, isDecision?: boolean): void
}

type Listener = (payload: never, library: LibraryEpoch | undefined) => void

export type HandlersOf<Names extends keyof Handlers> = Pick<Handlers, Names>

export function createCore(options: MemoryOptions): MemoryCore {
  const records = sampleRecords(options.nowMs())
  const listeners = new Map<EventName, Set<Listener>>()
  let nextId = 1
  let epoch = 0
  const open = new Set<LibraryEpoch>()
  const library = () => `memory:${epoch}` as LibraryEpoch
  open.add(library())

  function emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    for (const listener of [...(listeners.get(name) ?? [])])
      (listener as (payload: EventPayload<N>, library: LibraryEpoch | undefined) => void)(
        payload,
        EVENTS[name].scope === 'library' ? library() : undefined,
      )
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

  function setDeleted(document: MemoryDocument, deleted: boolean): void {
    document.deleted = deleted
    emit('document.status-changed', statusOf(document))
  }

  /** Dirty, then clean after a pause; a state that needs the writer stays. */
  function touch(document: MemoryDocument): void {
    document.updatedAt = options.nowMs()
    if (document.phase === 'conflicted' || document.phase === 'rejected') return
    setPhase(document.id, records.connection.state === 'online' ? 'dirty' : 'queued')
    const { version } = document
    options.after(SAVE_AFTER_MS, () => {
      if (records.documents.get(document.id) !== document) return
      if (document.phase !== 'dirty' || records.connection.state !== 'online') return
      if (document.version === version) save(document)
    })
  }

  function save(document: MemoryDocument): void {
    setPhase(document.id, 'clean')
    libraryChanged()
  }

  function step(
    document: MemoryDocument,
    clientId: string | null,
    changes: readonly TextChange[],
    isDecision = false,
  ): void {
    document.change(changes)
    document.version += 1
    document.steps.push({ clientId, changes: [...changes], ...(isDecision && { isDecision }) })
  }

  function replaceText(document: MemoryDocument, text: string, isDecision = false): void {
    const before = document.text
    let from = 0
    while (from < before.length && from < text.length && before[from] === text[from]) from += 1
    let to = before.length
    let end = text.length
    while (to > from && end > from && before[to - 1] === text[end - 1]) {
      to -= 1
      end -= 1
    }
    step(document, null, [{ from, to, insert: text.slice(from, end) }], isDecision)
    announce(document, 1)
  }

  function announce(document: MemoryDocument, steps: number): void {
    emit('document.changed', {
      id: document.id,
      version: document.version,
      updates: document.steps.slice(-steps),
    })
  }

  return {
    records,
    nowMs: options.nowMs,
    newId: (kind) => `${kind}-${nextId++}`,
    emit,
    listen(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener)
      return () => void set.delete(listener)
    },
    library,
    isOpen: (asked) => asked !== undefined && open.has(asked),
    switchLibrary() {
      epoch += 1
      open.add(library())
      emit('connection.switched', { connectionId: records.connection.id, library: library() })
    },
    leave: (left) => void open.delete(left),
    libraryChanged,
    find,
    setPhase,
    setDeleted,
    touch,
    save,
    step,
    announce,
    replaceText,
  }
}
