import { z } from 'zod'
import { connectionList, onScreen } from './ipc-connections'
import { documentPage, libraryContents, notice, openDocument } from './ipc-records'
import { settings } from './ipc-settings'
import { outboxContents } from './ipc-sync'

/** What a window begins with: the library on screen as the window was left on it. */
export const bootstrap = z.object({
  onScreen,
  settings,
  connections: connectionList,
  notices: z.array(notice),
  library: libraryContents,
  outbox: outboxContents,
  /** The first page of the list; absent where it cannot be read, or its filter has words to look for. */
  page: documentPage.optional(),
  /** The documents on screen whose texts are on this device, opened for this window. */
  documents: z.array(openDocument).max(2),
})
export type Bootstrap = Readonly<z.infer<typeof bootstrap>>
