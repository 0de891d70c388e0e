import { useAnswer } from '../state/queries'
import type { UpdateState } from '../../shared/ipc/ipc-window'
import { useApp } from '../state/context'
import { useChangeSettings } from '../state/change-settings'
import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import { VanishingButton } from '../ui/vanishing-button'
import windowStyles from '../ui/window.module.css'
import styles from './status.module.css'

/** The state of updates; `hasFeed` is false if this copy has no update feed. */
export function useUpdate(): { readonly state: UpdateState; readonly hasFeed: boolean } | undefined {
  return useAnswer(['update'], 'update.get', undefined).data
}

/** The update message in the status line, if there is one. */
export function UpdateStatus() {
  const { actions } = useApp()
  const state = useUpdate()?.state
  if (state === undefined || state.kind === 'none') return null
  return (
    <>
      <span role="status" aria-label="Update">
        {wordsOf(state)}
      </span>
      {state.kind === 'ready' ? (
        <VanishingButton kind="link" onClick={() => void actions.run('update.install', undefined)}>
          Restart to update
        </VanishingButton>
      ) : state.kind === 'downloading' ? null : (
        <VanishingButton kind="link" onClick={() => showOverlay({ kind: 'update' })}>
          Update…
        </VanishingButton>
      )}
    </>
  )
}

function wordsOf(state: Exclude<UpdateState, { kind: 'none' }>): string {
  const name = `Stet ${state.version}`
  switch (state.kind) {
    case 'available':
      return `${name} is out`
    case 'downloading':
      return `Downloading ${name}, ${Math.floor(state.share * 100)} %`
    case 'ready':
      return `${name} is ready`
    case 'failed':
      return `${name} could not be downloaded`
  }
}

/** The release notes from the feed, and the buttons to download or install. */
export function UpdateDialog() {
  const { actions } = useApp()
  const change = useChangeSettings()
  const state = useUpdate()?.state
  const close = () => showOverlay(null)
  if (state === undefined || state.kind === 'none') return null
  const isBySystem = state.kind === 'available' && state.bySystem
  return (
    <Dialog label={`Stet ${state.version}`} heading onClose={close}>
      <div className={windowStyles.dialogText}>
        {state.kind === 'failed' ? <p role="alert">{state.reason}</p> : null}
        {state.notes === '' ? null : (
          <pre className={styles.notes} tabIndex={0} role="group" aria-label="What is new">
            {state.notes}
          </pre>
        )}
        <p>
          {isBySystem
            ? 'This Stet is updated the way it was installed: by your system, or from where you had it.'
            : 'Once it is downloaded, it is installed when you quit, after everything is kept.'}
        </p>
      </div>
      <DialogFoot>
        <Button
          onClick={() => {
            change(() => ({ looksForUpdates: false }))
            close()
          }}
        >
          Never look for updates
        </Button>
        <Button data-cancel onClick={close}>
          Later
        </Button>
        {isBySystem ? null : (
          <Button
            kind="primary"
            onClick={() => {
              void actions.run('update.download', undefined)
              close()
            }}
          >
            Download
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
