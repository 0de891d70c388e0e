import { useState, type ReactNode } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import { TextsElsewhere } from '../library/texts-elsewhere'
import type { FolderId } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import { Button } from '../ui/button'
import { LeftList } from './left-list'
import { CheckBox } from '../ui/check-box'
import { Steps, useStep } from './steps'
import { countedAll } from './words'

type Exported = NonNullable<CommandOutput<'export.start'>>

/** The props that both parts of the export dialog share. */
export interface ExportParts {
  /** The choice of content and format, shown before the export begins. */
  readonly choices: ReactNode
  readonly onClose: () => void
  readonly isRunning: boolean
  /** Keeps the dialog open while the work runs. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
}

/** Export of the whole library, or of one folder, as plain files in folders. */
export function LibraryExport({
  folder,
  choices,
  onClose,
  isRunning,
  during,
}: ExportParts & { readonly folder: { readonly id: FolderId } | undefined }) {
  const { ask, refusal } = useStep()
  const [withVersions, setWithVersions] = useState(false)
  const [done, setDone] = useState<Exported>()
  const isWhole = done?.isComplete === true && done.failedCount === 0

  async function start(goOn = false): Promise<void> {
    const folderId = folder?.id ?? null
    const exported = await during(() => ask('export.start', { folderId, withVersions, goOn }))
    if (exported != null) setDone(exported)
  }

  return (
    <Steps
      running={isRunning ? 'Writing' : undefined}
      onClose={onClose}
      refusal={refusal}
      closeLabel={isWhole ? null : done === undefined ? 'Cancel' : 'Stop here'}
      next={
        done === undefined ? (
          <Button kind="primary" onClick={() => void start()}>
            Choose folder…
          </Button>
        ) : isWhole ? (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <Button kind="primary" onClick={() => void start(true)}>
            Resume
          </Button>
        )
      }
    >
      {done === undefined ? (
        <>
          {choices}
          <p>
            Every document becomes a markdown file with its title, tags and status at the top, in folders as
            they are here, with the files they show beside them.
          </p>
          <TextsElsewhere so="they are read from the service first, and what cannot be read is listed" />
          <CheckBox checked={withVersions} onChange={setWithVersions}>
            Include version history
          </CheckBox>
        </>
      ) : (
        <HasExported done={done} />
      )}
    </Steps>
  )
}

function HasExported({ done }: { readonly done: Exported }) {
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
  const written = countedAll([documents, 'document'], [files, 'file'], [versions, 'version'])
  const notWritten = countedAll([left.documents, 'document'], [left.files, 'file'])
  return (
    <>
      <p role="status">
        {isComplete ? '' : 'Stopped. '}
        {written} {documents + files + versions === 1 ? 'is' : 'are'} in <bdi>{folder}</bdi>.
        {isComplete
          ? ''
          : ` ${notWritten} ${left.documents + left.files === 1 ? 'is' : 'are'} not written yet.`}
      </p>
      {problem === undefined ? null : <p>{problem.message}</p>}
      {isComplete && failedCount === 0 ? null : (
        <p>What is written stays. Resume now, or export into that folder later: nothing is written twice.</p>
      )}
      <LeftList
        label={`${counted(failedCount, 'thing')} could not be written`}
        left={failed}
        count={failedCount}
      />
      <LeftList
        label={`${counted(keptCount, 'file was', 'files were')} changed there since the last export`}
        left={kept}
        count={keptCount}
      />
    </>
  )
}
