import type { BackupState } from '../../shared/ipc/ipc-backups'
import { useApp } from '../state/context'
import { useAnswer, useSettings } from '../state/queries'
import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import { Age } from '../ui/age'
import { useIsShown, Switch } from './setting-line'
import styles from './settings.module.css'

/** Backups of all texts as plain files: whether they are made, where, and how the last one went. */
export function BackupSettings() {
  const settings = useSettings().data
  const state = useAnswer(['backups'], 'backups.get', undefined).data
  const isShown = useIsShown(
    'Backups Back up every hour folder copies hourly daily weekly restore',
    state?.folder,
  )
  if (settings === undefined || state === undefined || !isShown) return null
  return (
    <section data-setting aria-label="Backups">
      <h3 className={styles.heading}>Backups</h3>
      <Switch
        of="keepsBackups"
        label="Back up every hour"
        note="Each text that has changed is written as a Markdown file that any program can open. Hourly, daily and weekly copies are kept, and stand in the history of each document, where they are compared and restored. Restore brings back many texts, or all."
      />
      <Folder state={state} />
    </section>
  )
}

function Folder({ state }: { readonly state: BackupState }) {
  const { actions } = useApp()
  const { folder, isRunning, lastAt, problem } = state
  return (
    <>
      <p className={styles.note}>
        Folder: <bdi>{folder}</bdi>
      </p>
      <p className={styles.note} role="status" aria-label="Last backup">
        {isRunning ? (
          'Backing up…'
        ) : lastAt === null ? (
          'No backup yet.'
        ) : (
          <>
            Last backup: <Age at={lastAt} />
          </>
        )}
      </p>
      {problem === null ? null : (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.rowButtons}>
        <Button onClick={() => void actions.run('backups.run', undefined)}>Back up now</Button>
        <Button onClick={() => void actions.run('backups.choose-folder', undefined)}>Choose folder…</Button>
        <Button onClick={() => void actions.run('backups.show-folder', undefined)}>Show folder</Button>
        <Button onClick={() => showOverlay({ kind: 'restore' })}>Restore…</Button>
      </div>
    </>
  )
}
