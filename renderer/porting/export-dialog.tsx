import { useState } from 'react'
import type { CommandOutput } from '../../shared/ipc'
import { useApp } from '../context'
import { useLibrary } from '../queries'
import { showOverlay, useWindow } from '../store'
import { Dialog } from '../window/dialog'
import window from '../window/window.module.css'
import { LeftList } from './left-list'
import { Progress } from './progress'
import { useProgress } from './use-progress'
import { counted, listed } from './words'
import styles from './porting.module.css'

type Exported = NonNullable<CommandOutput<'export.start'>>

/** Export of the library, or of the folder in view, as plain files. */
export function ExportDialog() {
  const { actions } = useApp()
  const folderId = useWindow((state) => state.filter.folderId) ?? null
  const folder = useLibrary().data?.folders.find(({ id }) => id === folderId)
  const [isFolderOnly, setFolderOnly] = useState(false)
  const [withVersions, setWithVersions] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [done, setDone] = useState<Exported>()
  const progress = useProgress(isRunning)
  const close = () => showOverlay(null)

  async function start(): Promise<void> {
    setRunning(true)
    const exported = await actions.run('export.start', {
      folderId: isFolderOnly && folder !== undefined ? folder.id : null,
      withVersions,
    })
    setRunning(false)
    if (exported != null) setDone(exported)
  }

  return (
    <Dialog label="Export" heading onClose={isRunning ? () => {} : close}>
      <div className={styles.body}>
        {isRunning ? <Progress label="Writing" progress={progress} /> : null}
        {done === undefined && !isRunning ? (
          <>
            <p>
              Every document becomes a markdown file with its title, tags and status at the top, in folders as
              they are here, with the files they show beside them.
            </p>
            {folder === undefined ? null : (
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={isFolderOnly}
                  onChange={(event) => setFolderOnly(event.target.checked)}
                />
                Only the folder “{folder.name}” and what is below it
              </label>
            )}
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={withVersions}
                onChange={(event) => setWithVersions(event.target.checked)}
              />
              With earlier versions
            </label>
          </>
        ) : null}
        {done === undefined ? null : <Done done={done} />}
      </div>
      <div className={window.dialogFoot}>
        {isRunning ? (
          <button
            type="button"
            className={window.button}
            onClick={() => void actions.run('porting.cancel', undefined)}
          >
            Cancel
          </button>
        ) : done === undefined ? (
          <>
            <button type="button" className={window.button} onClick={close}>
              Cancel
            </button>
            <button type="button" className={window.primaryButton} onClick={() => void start()}>
              Choose where…
            </button>
          </>
        ) : (
          <button type="button" className={window.primaryButton} onClick={close}>
            Done
          </button>
        )}
      </div>
    </Dialog>
  )
}

function Done({ done }: { readonly done: Exported }) {
  const { documents, files, versions, folder, failed, failedCount, isComplete, problem } = done
  const written = listed([
    counted(documents, 'document'),
    ...(files === 0 ? [] : [counted(files, 'file')]),
    ...(versions === 0 ? [] : [counted(versions, 'version')]),
  ])
  return (
    <>
      <p role="status">
        {isComplete ? '' : 'Stopped. '}
        {written} {documents === 1 && files === 0 && versions === 0 ? 'is' : 'are'} in <bdi>{folder}</bdi>.
      </p>
      {problem === undefined ? null : <p>{problem.message}</p>}
      {isComplete ? null : <p>Export again into that folder and it goes on from there.</p>}
      <LeftList label={`${counted(failedCount, 'thing')} could not be written`} left={failed} />
    </>
  )
}
