import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { LucideProvider } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Bootstrap } from '../../shared/ipc/ipc-window'
import { App } from './app'
import { createClient, Refusal } from '../bridge/bridge'
import { AppContext } from '../state/context'
import { followFlushRequests } from './flush-requests'
import { createLibraries } from './libraries'
import type { Libraries } from './window-library'
import { followNotices } from './follow-main'
import { tellNonce } from '../editor/nonce'
import type { Startup } from './begin'
import { listAsLeft } from '../../shared/ipc/as-left'
import { connectionsQuery, createQueries, listKey } from '../state/queries'
import { beginWindow, followSwitches } from './remembering'
import { useWindow } from '../state/store'
import { captureOffered } from '../state/typed/stray-words'
import { recordNavigation } from '../state/navigate'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/controls.css'
import '../styles/find-panel.css'

/** Runs when the browser is idle, after a second at the latest. */
const soon = (run: () => void) => void requestIdleCallback(run, { timeout: 1_000 })

/** Creates every object once and renders the window with its initial state. */
export async function mount({ bridge, answer, release }: Startup, root: HTMLElement): Promise<void> {
  tellNonce()
  const client = createClient(bridge)
  const queries = createQueries()
  const begun = await answer
  if (!begun.ok) throw new Refusal(begun.problem)
  const first = begun.value
  const libraries = createLibraries(client, queries, first.onScreen)
  followSwitches(client, libraries, queries)
  followFlushRequests(client, libraries.handOver, () => captureOffered(libraries.current().client))
  keepAnswers(queries, first)
  followNotices(client, first.notices, {
    library: libraries.current,
    nameOf: (id) =>
      queries
        .getQueryData(connectionsQuery(libraries.current().client).queryKey)
        ?.connections.find((one) => one.id === id)?.name,
  })
  for (const document of first.documents) libraries.current().sessions.adopt(document)
  await beginWindow(client, libraries, first.settings)
  release()
  recordNavigation()
  useWindow.subscribe(({ active }, before) => {
    const { sessions } = libraries.current()
    // Requested before rendering starts; a failure is shown where the document is rendered.
    if (active !== null && active !== before.active) void sessions.open(active).catch(() => {})
    soon(() => {
      const now = useWindow.getState()
      libraries.current().sessions.keepOnly(now.tabs, [now.active, now.sideDocument])
    })
  })

  flushSync(() =>
    createRoot(root).render(
      <QueryClientProvider client={queries}>
        <LucideProvider size={16} strokeWidth={1.6}>
          <OnScreen libraries={libraries} />
        </LucideProvider>
      </QueryClientProvider>,
    ),
  )
  requestAnimationFrame(() => setTimeout(() => void client.call('window.painted', undefined)))
}

/** Fills the query cache for the first rendering, so that it is complete: text is laid out once, and nothing moves. */
function keepAnswers(queries: QueryClient, first: Bootstrap): void {
  queries.setQueryData(['settings'], first.settings)
  queries.setQueryData(['connections'], first.connections)
  queries.setQueryData(['library'], first.library)
  queries.setQueryData(['outbox'], first.outbox)
  if (first.page !== undefined) queries.setQueryData(listKey(listAsLeft(first.settings), 0), first.page)
}

/** The window for the library on screen. For another library everything is requested again. */
function OnScreen({ libraries }: { readonly libraries: Libraries }) {
  return (
    <AppContext value={useSyncExternalStore(libraries.subscribe, libraries.current)}>
      <App />
    </AppContext>
  )
}
