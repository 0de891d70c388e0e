import { listAsLeft, PAGE_SIZE, tabsAsLeft } from '../../shared/ipc/as-left'
import type { Handlers } from '../../shared/ipc/ipc'
import type { Bootstrap } from '../../shared/ipc/ipc-window'
import type { MemoryCore } from './core'

/** All that a window begins with, by the commands that it would ask for one by one. */
export async function bootstrapOf(
  handlers: Handlers,
  { records, library }: MemoryCore,
  sender: unknown,
): Promise<Bootstrap> {
  const { settings } = records
  const epoch = library()
  const { active, sideDocument } = tabsAsLeft(settings)
  const onScreen = [...new Set([sideDocument, active])].filter(
    (id) => id !== null && records.documents.has(id),
  )
  return {
    onScreen: { connectionId: records.connection.id, library: epoch },
    settings,
    connections: await handlers['connections.list'](undefined, sender),
    notices: [],
    library: await handlers['library.get'](undefined, epoch, sender),
    outbox: await handlers['outbox.list'](undefined, epoch, sender),
    page: await handlers['documents.list'](
      { ...listAsLeft(settings), offset: 0, limit: PAGE_SIZE },
      epoch,
      sender,
    ),
    documents: await Promise.all(
      onScreen.map(async (id) => handlers['document.open']({ id: id! }, epoch, sender)),
    ),
  }
}
