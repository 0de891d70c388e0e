import type { Connection } from '../../shared/ipc-sync'
import { useApp } from '../context'
import { useUnsent } from '../queries'
import { Dialog } from '../window/dialog'
import window from '../window/window.module.css'
import { UnsentTexts } from './unsent-texts'

/** Asks before a connection is forgotten, and shows the words that its service does not have yet. */
export function RemoveConnection(props: { readonly connection: Connection; readonly onClose: () => void }) {
  const { actions } = useApp()
  const { id, name } = props.connection
  const unsent = useUnsent(id).data
  return (
    <Dialog label={`Remove “${name}”`} heading onClose={props.onClose}>
      <p className={window.confirmText}>
        The key and the copy of this library are taken off this device. Nothing on the service is touched.
      </p>
      <UnsentTexts
        id={id}
        intro="These texts are not on the service yet. They stay on this device, and are there again when you connect to this address; export them to have them elsewhere."
      />
      <div className={window.dialogFoot}>
        <button type="button" className={window.button} onClick={props.onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={window.button}
          disabled={unsent === undefined}
          onClick={() => {
            props.onClose()
            void actions.run('connection.remove', { id })
          }}
        >
          Remove connection
        </button>
      </div>
    </Dialog>
  )
}
