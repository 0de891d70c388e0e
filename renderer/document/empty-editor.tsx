import { useRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import window from '../ui/window.module.css'
import styles from './document.module.css'

export function EmptyEditor() {
  const { actions } = useApp()
  const refused = useRefusals()('documents:write')
  return (
    <div className={styles.failed}>
      <p>Pick a document, or start a new one. Everything is saved as you type.</p>
      <button
        type="button"
        className={window.button}
        disabled={refused !== undefined}
        title={refused}
        onClick={() => void actions.newDocument()}
      >
        New document
      </button>
    </div>
  )
}
