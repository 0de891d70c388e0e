import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../shared/ipc'
import { createActions } from './actions'
import { App } from './app'
import { createClient } from './bridge'
import { AppContext } from './context'
import { createSessions } from './document/sessions'
import { createEditor } from './editor/editor'
import { tellNonce } from './nonce'
import { createQueries, followEvents } from './queries'
import { askAhead, firstContents } from './first-contents'
import { createRemembering } from './remembering'
import { stayHere } from './search/hits'
import { keepTab, showTab, showToast, useWindow } from './store'
import { followVisits } from './visiting'
import { announceMerge, followMain } from './follow-main'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/find-panel.css'

/** Once nothing else is to be done, and at the latest after a second. */
const soon = (run: () => void) => void requestIdleCallback(run, { timeout: 1_000 })

/** Builds every part once and draws the window over a bridge, at the latest when the first contents are `late`. */
export async function mount(bridge: Bridge, root: HTMLElement, late: Promise<void>): Promise<void> {
  tellNonce()
  const client = createClient(bridge)
  const queries = createQueries()
  const sessions = createSessions({
    client,
    createEditor,
    timers: {
      after(delayMs, run) {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    },
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
  const actions = createActions(client, sessions)

  followEvents(client, queries)
  followMain(client, sessions)
  await Promise.all([askAhead(client, queries), createRemembering(client, sessions, queries)])
  followVisits()
  useWindow.subscribe(({ active }, before) => {
    // Asked for before the window is drawn with it; what comes of it is shown where it is drawn.
    if (active !== null && active !== before.active) void sessions.open(active).catch(() => {})
    soon(() => {
      const { tabs, active, beside, coming } = useWindow.getState()
      sessions.keepOnly(tabs, [active, beside, coming])
    })
  })
  await firstContents(client, sessions, queries, late)

  flushSync(() =>
    createRoot(root).render(
      <QueryClientProvider client={queries}>
        <AppContext value={{ client, sessions, actions }}>
          <App />
        </AppContext>
      </QueryClientProvider>,
    ),
  )
  requestAnimationFrame(() => setTimeout(() => void client.call('window.painted', undefined)))
}
