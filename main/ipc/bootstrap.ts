import { listAsLeft, PAGE_SIZE, tabsAsLeft } from '../../shared/ipc/as-left'
import type { Bootstrap } from '../../shared/ipc/ipc-window'
import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { LibraryEpoch } from '../../shared/terms'
import type { Connections } from '../connections/connections'
import type { Workspaces } from '../connections/workspaces'
import type { Notices } from '../system/notices'

interface BootstrapParts {
  readonly workspaces: Workspaces
  readonly connections: Connections
  readonly notices: Notices
}

/**
 * The data with which a window begins. The window has joined the library on screen, and the documents in this answer
 * are open for it.
 */
export async function bootstrapOf(
  { workspaces, connections, notices }: BootstrapParts,
  window: number,
): Promise<Bootstrap> {
  const connectionList = await connections.list()
  const onScreen = workspaces.join(window)
  const library = workspaces.open.of(onScreen.library as LibraryEpoch)
  if (library === undefined) throw new Error('the library on screen is not open')
  const { catalog, documents, outbox } = library
  const settings = workspaces.memories.settingsFor(window)
  const { active, sideDocument } = tabsAsLeft(settings)
  const list = listAsLeft(settings)
  const opened: OpenDocument[] = []
  for (const id of new Set([sideDocument, active])) {
    // The window requests a text that is not here, or cannot be read, again and shows the reason in its place.
    const document = await readable(() =>
      id !== null && documents.read(id) !== undefined ? documents.open({ id }) : undefined,
    )
    if (document !== undefined) opened.push(document)
  }
  const page =
    list.filter.text === undefined
      ? await readable(() => catalog.documents({ ...list, offset: 0, limit: PAGE_SIZE }))
      : undefined
  return {
    onScreen,
    settings,
    connections: connectionList,
    notices: [...notices.list()],
    library: catalog.library(),
    outbox: outbox.list(),
    ...(page !== undefined && { page }),
    documents: opened,
  }
}

/** The result of one read; `undefined` where it fails, so that the window begins without it. */
async function readable<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch {
    return undefined
  }
}
