import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { keptBecause } from '../library/sidebar/keep-offline'
import { useRefusals } from '../state/abilities'
import type { App } from '../state/context'
import { useIsWaiting, useOfConnection, useLibrary } from '../state/queries'
import { showList, showOverlay, useWindow } from '../state/store'
import type { CommandState, SomeCommands } from './command-state'

/** Shows a smart list and focuses it, opening its pane if necessary. */
const list = (smart: DocumentFilter['smart']): CommandState => ({
  run: () => {
    showList({ smart })
    useWindow.setState({ drawer: 'list' })
  },
})

/** Commands about the library: its folders, tags, lists and service. `unseen` is the reason why no folder is listed. */
export function useLibraryCommands({ actions }: App, unseen: string | undefined) {
  const folderId = useWindow((state) => state.filter.folderId)
  const folder = useLibrary().data?.folders.find(({ id }) => id === folderId)
  const isWaiting = useIsWaiting()
  const movedFrom = useOfConnection((connection) => connection.movedFrom)
  const refusal = useRefusals()
  const write = refusal('documents:write')
  return {
    'new-folder': {
      run: () => actions.newFolder(folderId ?? null),
      disabled: refusal('folders:write'),
    },
    'new-tag': { run: () => actions.newTag(), disabled: refusal('tags:write') },
    'keep-offline': {
      run: () => folder !== undefined && void actions.keepOffline(folder, true),
      disabled:
        unseen ?? keptBecause(folder) ?? (folder?.offline === 'chosen' ? 'it is kept offline' : undefined),
    },
    'stop-offline': {
      run: () => folder !== undefined && void actions.keepOffline(folder, false),
      disabled:
        unseen ??
        keptBecause(folder) ??
        (folder?.offline === undefined ? 'it is not kept offline' : undefined),
    },
    'delete-folder': {
      run: () => folder !== undefined && void actions.deleteFolder(folder.id, folder.name),
      disabled: unseen ?? (folder === undefined ? 'no folder is chosen' : refusal('folders:write')),
    },
    import: { run: () => showOverlay({ kind: 'import' }), disabled: write },
    'move-library': { run: () => showOverlay({ kind: 'move-library' }) },
    pack: { run: () => showOverlay({ kind: 'pack' }) },
    'bring-in': { run: () => showOverlay({ kind: 'bring-in' }) },
    'back-up': { run: () => void actions.backUp() },
    'restore-backup': { run: () => showOverlay({ kind: 'restore' }), disabled: write },
    'moved-here': {
      run: () => showOverlay({ kind: 'moved-here' }),
      disabled: movedFrom === undefined ? 'nothing was moved here that could be taken back' : undefined,
    },
    recovered: { run: () => useWindow.setState({ view: 'recovered', drawer: 'none' }) },
    'show-all': list('all'),
    'show-drafts': list('drafts'),
    'show-published': list('published'),
    'show-needs-you': list('needs-you'),
    'look-now': { run: () => void actions.checkForChanges() },
    'send-now': {
      run: () => void actions.run('outbox.retry', {}),
      disabled: isWaiting ? undefined : 'nothing waits',
    },
    'library-settings': { run: () => showOverlay({ kind: 'settings', page: 'connection' }) },
    connect: { run: () => showOverlay({ kind: 'settings', page: 'connect' }) },
  } satisfies SomeCommands
}
