import type { QueryClient } from '@tanstack/react-query'
import type { CommandOutput } from '../shared/ipc'
import type { LibraryEpoch } from '../shared/terms'
import { createActions } from './actions'
import type { AppClient } from './bridge'
import type { App } from './context'
import { createSessions } from './document/sessions'
import { createEditor } from './editor/editor'
import { announceMerge, followLibrary } from './follow-main'
import { followEvents } from './queries'
import { rememberChanges } from './remembering'
import { stayHere } from './search/hits'
import { keepTab, showTab, showToast } from './store'

type OnScreen = CommandOutput<'library.current'>

/** What the window has of one library: bound to that library, never to the one that comes next (rule W22). */
export interface LibraryHere extends App {
  /** The window follows what main tells about this library, and remembers what it shows of it. */
  follow(): void
  /** Another library comes on screen. What is open of this one goes on until main has all of it. */
  stop(): void
}

/** The libraries that this window has something of: the one on screen, and those that it still hands words over to. */
export interface Libraries {
  current(): LibraryHere
  subscribe(listener: () => void): () => void
  /** Takes up another library. The one before keeps its client until main has every word of it, then it is left. */
  change(to: OnScreen): { readonly before: LibraryHere; readonly now: LibraryHere }
  /** True when main has every word of all of them. */
  handOver(): Promise<boolean>
}

/** The window's own. */
export const timers = {
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export function createLibraries(client: AppClient, queries: QueryClient, first: OnScreen): Libraries {
  const listeners = new Set<() => void>()
  const leaving = new Set<LibraryHere>()
  let current = openHere(client, queries, first)

  async function leave(library: LibraryHere): Promise<void> {
    leaving.add(library)
    await library.sessions.closeAll()
    leaving.delete(library)
    await library.client.call('library.left', undefined)
  }

  return {
    current: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(to) {
      const before = current
      before.stop()
      current = openHere(client, queries, to)
      void leave(before)
      for (const listener of listeners) listener()
      return { before, now: current }
    },
    async handOver() {
      const all = [current, ...leaving].map(({ sessions }) => sessions.flushAll())
      return (await Promise.all(all)).every(Boolean)
    },
  }
}

function openHere(app: AppClient, queries: QueryClient, { connectionId, library }: OnScreen): LibraryHere {
  const client = app.of(library as LibraryEpoch)
  const sessions = createSessions({
    client,
    createEditor,
    timers,
    newClientId: () => crypto.randomUUID(),
    edited(id) {
      keepTab(id)
      stayHere()
    },
    failed: (problem) => showToast(problem.message),
    show: (id) => showTab(id, true),
    opened: ({ id, title, mergeNotice }) => {
      if (mergeNotice !== undefined) announceMerge(client, sessions, id, { ...mergeNotice, title })
    },
  })
  let stops: readonly (() => void)[] = []
  return {
    connectionId,
    client,
    sessions,
    actions: createActions(client, sessions),
    follow() {
      stops = [followEvents(client, queries), followLibrary(client, sessions), rememberChanges(client)]
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
