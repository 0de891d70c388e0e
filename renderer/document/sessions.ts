import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'
import { Refusal } from '../bridge/bridge'
import type { EditorSettings } from '../editor/editor'
import type { Timers } from '../editor/sync/text-channel'
import { editorSettings } from '../state/editor-settings'
import { createListeners } from '../state/listeners'
import { createSession, type SessionOptions } from './session'
import type { Session, Sessions } from '../state/sessions'

const OPEN_MAX = 6
const TRY_AGAIN_MS = 1_000

interface SessionsOptions extends Omit<SessionOptions, 'document' | 'settings'> {
  readonly opened: (document: OpenDocument) => void
}

export function createSessions(options: SessionsOptions): Sessions {
  /** In the order in which they were last shown. */
  const open = new Map<DocumentId, Session>()
  let ahead: DocumentId | undefined
  const opening = new Map<DocumentId, Promise<Session>>()
  const closing = new Map<DocumentId, Promise<void>>()
  const { tell: changed, listen: subscribe } = createListeners()
  const others = createSources(options.timers)
  let settings: EditorSettings = editorSettings(DEFAULT_SETTINGS, 'en')

  async function start(id: DocumentId): Promise<Session> {
    await closing.get(id)
    const result = await options.client.call('document.open', { id })
    if (!result.ok) throw new Refusal(result.problem)
    return adopt(result.value)
  }

  function adopt(document: OpenDocument): Session {
    const session = createSession({ ...options, document, settings })
    open.set(document.id, session)
    changed()
    options.opened(document)
    return session
  }

  function close(id: DocumentId): Promise<void> {
    const session = open.get(id)
    if (session === undefined) return closing.get(id) ?? Promise.resolve()
    open.delete(id)
    changed()
    const closed = session.close().finally(() => closing.delete(id))
    closing.set(id, closed)
    return closed
  }

  async function openOnce(id: DocumentId): Promise<Session> {
    const session = open.get(id)
    if (session !== undefined) {
      open.delete(id)
      open.set(id, session)
      return session
    }
    const started = opening.get(id) ?? start(id).finally(() => opening.delete(id))
    opening.set(id, started)
    return started
  }

  return {
    open: openOnce,
    adopt,
    readAhead(id) {
      ahead = id
      // A refusal is reported when the document is shown.
      void openOnce(id).catch(() => {})
    },
    all: () => open.values(),
    get: (id) => open.get(id),
    adoptReplaced(documents) {
      for (const { documentId, hits } of documents) open.get(documentId)?.editor.adoptReplaced(hits)
    },
    keepOnly(tabs, onScreen) {
      if (ahead !== undefined && onScreen.includes(ahead)) ahead = undefined
      const kept = [...open.keys()].filter((id) => id !== ahead && !onScreen.includes(id))
      kept.forEach((id, index) => {
        if (!tabs.includes(id) || index < kept.length - OPEN_MAX) void close(id)
      })
    },
    close,
    async closeAll() {
      await Promise.allSettled(opening.values())
      await Promise.all([...open.keys()].map(close))
      await Promise.all(closing.values())
      await others.flushed()
    },
    configure(next) {
      settings = next
      for (const session of open.values()) session.configure(next)
    },
    async flushAll() {
      const taken = await Promise.all([...open.values(), others].map((one) => one.flush()))
      await Promise.all(closing.values())
      return taken.every(Boolean)
    },
    alsoFlush: others.add,
    subscribe,
  }
}

/** The other views that have text to hand over. */
function createSources(timers: Timers) {
  const sources = new Set<() => Promise<boolean>>()
  async function flush(): Promise<boolean> {
    return (await Promise.all([...sources].map((source) => source()))).every(Boolean)
  }
  return {
    flush,
    /** Resolves when the main process has all of it. */
    async flushed(): Promise<void> {
      while (!(await flush())) await new Promise<void>((resolve) => void timers.after(TRY_AGAIN_MS, resolve))
    },
    add(source: () => Promise<boolean>) {
      sources.add(source)
      return () => void sources.delete(source)
    },
  }
}
