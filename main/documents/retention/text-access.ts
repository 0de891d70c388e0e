import { AppError, appError, type Problem, problem } from '../../../shared/problem'
import type { DocumentId, FolderId, RemoteId } from '../../../shared/terms'
import type { Store } from '../../store/store'
import type { Engine } from '../engine/engine'
import type { Documents, ReadDocument } from '../documents'
import type { TextCache } from './text-cache'
import { pulledDocument } from '../core/initial'
import type { Live } from '../engine/live'
import { typedWhileDeciding } from '../core/conflict'
import { effectiveTitle } from '../core/record'
import type { DocumentRequests } from '../engine/requests'
import type { SeenTimes } from '../engine/seen'
import type { Seen } from '../core/working-copy'

interface TextAccessParts {
  readonly store: Store
  readonly engine: Engine
  readonly requests: DocumentRequests
  readonly textCache: TextCache
  readonly keptOffline: () => readonly FolderId[]
  readonly contentKey: (title: string, text: string) => string
  readonly listChanged: () => void
}

/** How many missing texts of folders that are kept offline one round requests. */
const MISSED_AT_ONCE = 1_000

/** Access to the text of every listed document: a text that is not on this device is read from the service. */
export function createTextAccess(parts: TextAccessParts) {
  const { store, engine, requests, textCache } = parts

  /**
   * Reads the text where it is not on this device; afterwards `here` returns the document. Throws an AppError in words
   * for the writer where it cannot be read.
   */
  async function have(id: DocumentId): Promise<void> {
    if (engine.load(id)) return
    const remoteId = store.table.get(id)?.remoteId
    if (remoteId === undefined) throw notHere()
    const { outcome, times } = await requests.read(remoteId)
    if (engine.load(id)) return
    switch (outcome.kind) {
      case 'record':
        return take(id, remoteId, outcome.seen, times)
      case 'gone':
        store.table.remove(id)
        parts.listChanged()
        throw notHere()
      case 'failed':
        throw new AppError(cannotBeRead(outcome.problem))
    }
  }

  function take(id: DocumentId, remoteId: RemoteId, seen: Seen, times: SeenTimes): void {
    const row = store.table.get(id)
    // The document was deleted while it was read, or came back as another one.
    if (row?.remoteId !== remoteId) throw notHere()
    // Where documents do not name their folder or their tags, the lists have shown them (requirement F).
    const { folderId, tagIds } = row
    const known = { ...(folderId !== null && { folderId }), ...(tagIds.length > 0 && { tagIds }) }
    const live = engine.add(
      pulledDocument(id, remoteId, { ...seen, fields: { ...known, ...seen.fields } }),
      times,
    )
    textCache.fetched(live.row?.textBytes ?? 0)
    textCache.trimSoon()
  }

  function here(id: DocumentId): Live {
    const live = engine.load(id)
    if (!live) throw notHere()
    return live
  }

  /** Works on the text of a document that `have` has loaded; releases it again. */
  function withText<T>(id: DocumentId, work: (live: Live) => T): T {
    here(id)
    return engine.withCopy(id, work)!
  }

  const read = (id: DocumentId): ReadDocument | undefined =>
    engine.withCopy(id, (live) => {
      engine.applyTyped(live)
      return readOf(live)
    })

  /** The functions with which other parts of main read texts. */
  const readers: Pick<
    Documents,
    'read' | 'fetch' | 'contentKey' | 'withoutText' | 'missedThere' | 'pinAll' | 'roomMoved'
  > = {
    read,
    async fetch(id) {
      await have(id)
      const found = read(id)
      if (!found) throw notHere()
      return found
    },
    contentKey(id) {
      const found = read(id)
      return found ? parts.contentKey(found.fields.title ?? '', found.text) : store.table.get(id)?.contentKey
    },
    withoutText: (folders) => store.table.countWithoutText(folders),
    missedThere() {
      const folders = parts.keptOffline()
      if (folders.length === 0) return []
      return store.table.withoutText(folders, MISSED_AT_ONCE).flatMap(({ remoteId }) => remoteId ?? [])
    },
    pinAll: () => textCache.pause(),
    roomMoved: () => textCache.roomMoved(),
  }
  return { have, here, withText, readers }
}

function readOf({ copy }: Live): ReadDocument {
  const { remoteId, mine, base, phase, conflict } = copy
  const typed = conflict === undefined ? [] : typedWhileDeciding(conflict)
  return {
    ...(remoteId !== undefined && { remoteId }),
    text: mine.text,
    fields: mine.fields,
    phase,
    ...(typed.length > 0 && { typedWhileDeciding: typed }),
    ...(base?.fields.status === 'published' && {
      published: { title: effectiveTitle(base), text: base.text },
    }),
  }
}

const notHere = () => appError('not-found-here', 'This document is not here any more.')

/** The problem that is shown in place of the text; nothing can be typed into it. */
function cannotBeRead(why: Problem): Problem {
  const isAway = why.code === 'unreachable' || why.code === 'timeout'
  return problem(
    why.code,
    isAway
      ? 'This text is not on this device, and the service cannot be reached now.'
      : `This text is not on this device and cannot be read now: ${why.message} Try again later.`,
  )
}
