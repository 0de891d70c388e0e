import { useState, type FormEvent } from 'react'
import { useApp } from '../state/context'
import { useConnections } from '../state/queries'
import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import windowStyles from '../ui/window.module.css'
import styles from '../settings/settings.module.css'

/** Asks for the passphrase of a stored key. */
export function UnlockDialog({ id }: { readonly id: string }) {
  const { client } = useApp()
  const connection = useConnections().data?.connections.find((one) => one.id === id)
  const [passphrase, setPassphrase] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function unlock(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const result = await client.call('connection.unlock', { id, passphrase })
    setBusy(false)
    if (result.ok) showOverlay(null)
    else setProblem(result.problem.message)
  }

  return (
    <Dialog label={`Unlock “${connection?.name ?? ''}”`} heading onClose={() => showOverlay(null)}>
      <form onSubmit={(event) => void unlock(event)}>
        <div className={windowStyles.dialogText}>
          <label className={windowStyles.field}>
            Passphrase
            <input
              type="text"
              className={styles.secret}
              autoComplete="off"
              spellCheck={false}
              value={passphrase}
              onChange={(event) => {
                setPassphrase(event.target.value)
                setProblem('')
              }}
            />
          </label>
          <p role="status" aria-label="Unlock result" className={styles.warning}>
            {problem}
          </p>
        </div>
        <DialogFoot>
          <Button onClick={() => showOverlay(null)}>Work offline</Button>
          <Button kind="primary" type="submit" disabled={passphrase === '' || busy}>
            Unlock
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
