import { useState } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import { useApp } from '../state/context'
import { TextsElsewhere } from '../library/texts-elsewhere'
import { useLibrary } from '../state/queries'
import { showOverlay, useWindow } from '../state/store'
import { Dialog } from '../ui/dialog'
import window from '../ui/window.module.css'
import { LeftList } from './left-list'
import { PortingFoot } from './porting-foot'
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

  const isWhole = done?.isComplete === true && done.failedCount === 0

  async function start(goOn = false): Promise<void> {
    setRunning(true)
    const exported = await actions.run('export.start', {
      folderId: isFolderOnly && folder !== undefined ? folder.id : null,
      withVersions,
      goOn,
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
            <TextsElsewhere so="they are read from the service first, and what cannot be read is listed" />
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
              Include version history
            </label>
          </>
        ) : null}
        {done === undefined || isRunning ? null : <Done done={done} />}
      </div>
      <PortingFoot
        isRunning={isRunning}
        onClose={isWhole ? undefined : close}
        closeLabel={done === undefined ? 'Cancel' : 'Stop here'}
      >
        {done === undefined ? (
          <button type="button" className={window.primaryButton} onClick={() => void start()}>
            Choose folder…
          </button>
        ) : isWhole ? (
          <button type="button" className={window.primaryButton} onClick={close}>
            Done
          </button>
        ) : (
          <button type="button" className={window.primaryButton} onClick={() => void start(true)}>
            Resume
          </button>
        )}
      </PortingFoot>
    </Dialog>
  )
}

function Done({ done }: { readonly done: Exported }) {
  const {
    documents,
    files,
    versions,
    folder,
    left,
    failed,
    failedCount,
    isComplete,
    problem,
    kept,
    keptCount,
  } = done
  const written = countedAll({ documents, files, versions })
  const notWritten = countedAll({ ...left, versions: 0 })
  return (
    <>
      <p role="status">
        {isComplete ? '' : 'Stopped. '}
        {written} {documents === 1 && files === 0 && versions === 0 ? 'is' : 'are'} in <bdi>{folder}</bdi>.
        {isComplete
          ? ''
          : ` ${notWritten} ${left.documents + left.files === 1 ? 'is' : 'are'} not written yet.`}
      </p>
      {problem === undefined ? null : <p>{problem.message}</p>}
      {isComplete && failedCount === 0 ? null : (
        <p>What is written stays. Resume now, or export into that folder later: nothing is written twice.</p>
      )}
      <LeftList label={`${counted(failedCount, 'thing')} could not be written`} left={failed} />
      <LeftList
        label={`${counted(keptCount, 'file was', 'files were')} changed there since the last export`}
        left={kept}
      />
    </>
  )
}

const countedAll = (counts: {
  readonly documents: number
  readonly files: number
  readonly versions: number
}): string =>
  listed([
    counted(counts.documents, 'document'),
    ...(counts.files === 0 ? [] : [counted(counts.files, 'file')]),
    ...(counts.versions === 0 ? [] : [counted(counts.versions, 'version')]),
  ])
