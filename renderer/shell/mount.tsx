import { QueryClientProvider } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../../shared/ipc/ipc'
import { App } from './app'
import { createClient } from '../bridge/bridge'
import { AppContext } from '../state/context'
import { followLeaving } from './leaving'
import { createLibraries } from './libraries'
import type { Libraries } from './library-here'
import { followNotices } from './follow-main'
import { tellNonce } from '../editor/nonce'
import { createQueries } from '../state/queries'
import { askAhead, firstContents } from './first-contents'
import { beginWindow, followSwitches } from './remembering'
import { useWindow } from '../state/store'
import { followVisits } from '../state/visiting'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/controls.css'
import '../styles/find-panel.css'

/** Once nothing else is to be done, and at the latest after a second. */
const soon = (run: () => void) => void requestIdleCallback(run, { timeout: 1_000 })

/** Builds every part once and draws the window over a bridge, at the latest when the first contents are `late`. */
export async function mount(bridge: Bridge, root: HTMLElement, late: Promise<void>): Promise<void> {
  tellNonce()
  const client = createClient(bridge)
  const queries = createQueries()
  const libraries = createLibraries(client, queries, await client.ask('library.current', undefined))
  followSwitches(client, libraries, queries)
  followLeaving(client, libraries.handOver, () => {
    const documentId = useWindow.getState().active
    return documentId === null ? {} : { shown: { library: libraries.current().client.library, documentId } }
  })
  followNotices(client, () => libraries.current().client)
  const first = libraries.current()
  await Promise.all([askAhead(first.client, queries), beginWindow(client, libraries, queries)])
  followVisits()
  useWindow.subscribe(({ active }, before) => {
    const { sessions } = libraries.current()
    // Asked for before the window is drawn with it; what comes of it is shown where it is drawn.
    if (active !== null && active !== before.active) void sessions.open(active).catch(() => {})
    soon(() => {
      const now = useWindow.getState()
      libraries.current().sessions.keepOnly(now.tabs, [now.active, now.sideDocument])
    })
  })
  await firstContents(libraries.current(), queries, late)

  flushSync(() =>
    createRoot(root).render(
      <QueryClientProvider client={queries}>
        <OnScreen libraries={libraries} />
      </QueryClientProvider>,
    ),
  )
  requestAnimationFrame(() => setTimeout(() => void client.call('window.painted', undefined)))
}

/** The window over the library on screen; with another one all that it shows is asked for anew. */
function OnScreen({ libraries }: { readonly libraries: Libraries }) {
  return (
    <AppContext value={useSyncExternalStore(libraries.subscribe, libraries.current)}>
      <App />
    </AppContext>
  )
}
