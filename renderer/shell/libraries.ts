import type { QueryClient } from '@tanstack/react-query'
import type { LibraryEpoch } from '../../shared/terms'
import { createActions } from '../state/actions/actions'
import { sayOf } from '../state/actions/undoable-operation'
import type { AppClient } from '../bridge/bridge'
import { followDays } from '../days/follow-days'
import { createSessions } from '../document/sessions'
import { goToHeading } from '../links/go-to-heading'
import { createEditor } from '../editor/editor'
import { announceMerge, followLibrary } from './follow-main'
import { connectionsQuery, followEvents } from '../state/queries'
import { rememberChanges } from './remembering'
import { stayHere } from '../search/hits'
import { createListeners } from '../state/listeners'
import { goToDocument, keepTab } from '../state/store'
import { timers } from '../state/timers'
import { createWindowSpeller } from '../state/window-speller'
import type { Speller } from '../editor/editor'
import type { Libraries, WindowLibrary, OnScreen } from './window-library'

export function createLibraries(client: AppClient, queries: QueryClient, first: OnScreen): Libraries {
  const { tell, listen: subscribe } = createListeners()
  const leaving = new Set<WindowLibrary>()
  const speller = createWindowSpeller(client)
  let current = openHere(client, queries, speller, first)

  async function leave(library: WindowLibrary): Promise<void> {
    leaving.add(library)
    await library.sessions.closeAll()
    await library.actions.ended()
    leaving.delete(library)
    await library.client.call('library.left', undefined)
  }

  return {
    current: () => current,
    subscribe,
    change(to) {
      const before = current
      before.stop()
      current = openHere(client, queries, speller, to)
      void leave(before)
      tell()
      return { before, now: current }
    },
    async handOver() {
      const all = [current, ...leaving].map(({ sessions }) => sessions.flushAll())
      return (await Promise.all(all)).every(Boolean)
    },
  }
}

function openHere(
  app: AppClient,
  queries: QueryClient,
  speller: Speller,
  { connectionId, library }: OnScreen,
): WindowLibrary {
  const client = app.of(library as LibraryEpoch)
  let isOnScreen = true
  const own = {
    isOnScreen: () => isOnScreen,
    name: () =>
      queries
        .getQueryData(connectionsQuery(client).queryKey)
        ?.connections.find(({ id }) => id === connectionId)?.name,
  }
  const say = sayOf(own)
  const sessions = createSessions({
    client,
    createEditor,
    speller,
    timers,
    newClientId: () => crypto.randomUUID(),
    edited(id) {
      keepTab(id)
      stayHere()
    },
    failed: (problem) => say(problem.message),
    show(id, heading) {
      goToDocument(id, true)
      void goToHeading(sessions, id, heading)
    },
    opened: ({ id, title, mergeNotice }) => {
      if (mergeNotice !== undefined) announceMerge(client, sessions, id, { ...mergeNotice, title })
    },
  })
  let stops: readonly (() => void)[] = []
  return {
    connectionId,
    client,
    sessions,
    actions: createActions(client, sessions, own),
    speller,
    follow() {
      stops = [
        followEvents(client, queries),
        followLibrary(client, sessions),
        followDays(client, sessions),
        rememberChanges(client),
      ]
    },
    stop() {
      isOnScreen = false
      stops.forEach((stop) => stop())
    },
  }
}
