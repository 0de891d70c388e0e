import { useState } from 'react'
import type { MovedHere } from '../../shared/ipc/ipc-moving'
import type { TakenBack } from '../../shared/ipc/ipc-porting'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { useAnswer, useOfConnection } from '../state/queries'
import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import { Progress } from './steps'
import { madeWords, takenBackWords } from './words'
import windowStyles from '../ui/window.module.css'
import styles from './porting.module.css'

/** The result of a move into this library, to be kept or undone. */
export function MovedDialog() {
  const { actions } = useApp()
  const { data: moved } = useAnswer(['moved'], 'move.look', undefined, { gcTime: 0, staleTime: 0 })
  const [isRunning, setRunning] = useState(false)
  const [done, setDone] = useState<TakenBack>()
  const close = () => showOverlay(null)

  async function takeBack(): Promise<void> {
    setRunning(true)
    setDone(await actions.takeBack('move'))
    setRunning(false)
  }

  return (
    <Dialog label="Undo a library move" heading onClose={isRunning ? () => {} : close}>
      <div className={`${windowStyles.dialogText} ${styles.body}`}>
        {isRunning ? <Progress label="Taking back" /> : null}
        {isRunning || done !== undefined || moved === undefined ? null : moved === null ? (
          <p>Nothing was moved here that could be taken back.</p>
        ) : (
          <Moved moved={moved} />
        )}
        {done === undefined ? null : <p role="status">{takenBackWords(done)}</p>}
      </div>
      <DialogFoot>
        {done === undefined && moved != null ? (
          <>
            <Button disabled={isRunning} onClick={() => void takeBack()}>
              Take back
            </Button>
            <Button
              kind="primary"
              disabled={isRunning}
              onClick={() => {
                void actions.run('move.keep', undefined)
                close()
              }}
            >
              Keep all
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function Moved({ moved }: { readonly moved: MovedHere }) {
  const isGuarded = useOfConnection(({ guarded }) => guarded) === 'seen'
  return (
    <>
      <p>
        {madeWords(moved)} came from “<bdi>{moved.from}</bdi>”
        {moved.isComplete ? '.' : ' before the move stopped. Moving again from there goes on.'}
      </p>
      <p>
        Taking back deletes them from this library and its service; each deletion waits in the outbox like any
        other. “<bdi>{moved.from}</bdi>” is not touched.
      </p>
      {isGuarded ? null : (
        <p>
          This service has not shown yet that it refuses to delete what somebody else has changed, so each
          deletion asks you once more.
        </p>
      )}
      {moved.changed === 0 ? null : (
        <p>
          {counted(moved.changed, 'document was', 'documents were')} changed here since and will stay, with
          what {moved.changed === 1 ? 'it names' : 'they name'}.
        </p>
      )}
    </>
  )
}
