import { useRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import styles from './document.module.css'

export function EmptyEditor() {
  const { actions } = useApp()
  const refused = useRefusals()('documents:write')
  return (
    <div className={styles.placeholder}>
      <p>Pick a document, or start a new one. Everything is saved as you type.</p>
      <Button disabled={refused !== undefined} title={refused} onClick={() => void actions.newDocument()}>
        New document
      </Button>
    </div>
  )
}
