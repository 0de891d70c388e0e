import type { Connection } from '../../shared/ipc/ipc-sync'
import { useApp } from '../state/context'
import { useUnsent } from '../state/queries'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import windowStyles from '../ui/window.module.css'
import { UnsentTexts } from './unsent-texts'

/** Asks before a connection is removed, and shows what its service does not have yet. */
export function RemoveConnection(props: { readonly connection: Connection; readonly onClose: () => void }) {
  const { actions } = useApp()
  const { id, name, kind } = props.connection
  const unsent = useUnsent(id).data
  return (
    <Dialog label={`Remove “${name}”`} heading onClose={props.onClose}>
      <p className={windowStyles.confirmText}>
        {kind === 'embedded'
          ? 'The library leaves the list. It is kept under Settings → Connection → Removed libraries until you bring it back or delete it: it is on this computer alone.'
          : 'The key is deleted and the library leaves the list; nothing on the service changes. The copy on this device is kept for 90 days under Settings → Connection → Removed libraries, where you can bring it back or delete it now.'}
      </p>
      <UnsentTexts
        id={id}
        intro="Only this device has the following. It is kept until you delete it; export it to have it elsewhere."
      />
      <DialogFoot>
        <Button data-cancel onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          disabled={unsent === undefined}
          onClick={() => {
            props.onClose()
            void actions.run('connection.remove', { id })
          }}
        >
          Remove connection
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
