import { useEffect, useRef, useState } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { ImportReport } from '../../shared/ipc/ipc-porting'
import { counted } from '../../shared/text/counted'
import { listed } from '../../shared/text/listed'
import { useApp } from '../state/context'
import { useAnswer, useLibrary } from '../state/queries'
import { showList, showOverlay, useWindow, type Overlay } from '../state/store'
import { Button } from '../ui/button'
import { LeftList } from './left-list'
import { bytesOf } from './use-file-drop'
import { CheckBox } from '../ui/check-box'
import { StepDialog, useStep } from './steps'
import { sayImported, undoImport } from './undo-import'
import { comingWords, importedWords, knownWords, sentAfterImport } from './words'

type Step =
  | { readonly kind: 'choose' | 'reading' | 'importing' | 'undoing' }
  | { readonly kind: 'planned'; readonly report: ImportReport }
  | { readonly kind: 'done'; readonly done: CommandOutput<'import.start'> }

/** Import in three steps: choose, preview, bring in. `from` skips the first step. */
export function ImportDialog({ from: given }: Extract<Overlay, { kind: 'import' }>) {
  const { actions } = useApp()
  const { ask, refusal } = useStep()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const folderId = useWindow((state) => state.filter.folderId) ?? null
  const folder = useLibrary().data?.folders.find(({ id }) => id === folderId)
  const [chosen, setChosen] = useState<Partial<How>>({})

  const { data: last } = useAnswer(['last-import'], 'import.last', undefined, { gcTime: 0, staleTime: 0 })

  const close = () => {
    void actions.run('porting.cancel', undefined)
    showOverlay(null)
    if (step.kind === 'done' && step.done.documents > 0) void sayImported(actions, importedWords(step.done))
  }

  async function undo(): Promise<void> {
    setStep({ kind: 'undoing' })
    if (await undoImport(actions)) showOverlay(null)
    else setStep(step)
  }

  async function choose(from: 'folder' | 'file' | 'opened' | readonly File[]): Promise<void> {
    setStep({ kind: 'reading' })
    const report =
      typeof from === 'string'
        ? await ask('import.plan', { from })
        : await ask('import.plan-given', { files: await bytesOf(from) })
    setStep(report == null ? { kind: 'choose' } : { kind: 'planned', report })
  }

  const chooseGiven = useRef(choose)
  useEffect(() => {
    if (given !== undefined) void chooseGiven.current(given)
  }, [given])

  async function bringIn(report: ImportReport): Promise<void> {
    setStep({ kind: 'importing' })
    const done = await ask('import.start', {
      plan: report.plan,
      ...howOf(report, chosen),
      folderId: chosen.isInFolder === true && folder !== undefined ? folder.id : null,
    })
    setStep(done === undefined ? { kind: 'planned', report } : { kind: 'done', done })
  }

  return (
    <StepDialog
      label="Import"
      running={RUNNING[step.kind]}
      onClose={close}
      refusal={refusal}
      closeLabel={step.kind === 'planned' ? 'Cancel' : null}
      next={<ImportButtons step={step} close={close} choose={choose} bringIn={bringIn} undo={undo} />}
    >
      {step.kind === 'choose' ? (
        <>
          <p>
            Markdown, Word documents and HTML pages, from a folder, a zip or a single file, become documents
            of this library. You’ll see a preview before anything is imported.
          </p>
          <LastImport last={last} undo={undo} />
        </>
      ) : null}
      {step.kind === 'planned' ? (
        <>
          <WouldImport report={step.report} />
          {step.report.documents === step.report.duplicates ? null : (
            <Choices
              report={step.report}
              folder={folder?.name}
              chosen={chosen}
              choose={(change) => setChosen((now) => ({ ...now, ...change }))}
            />
          )}
        </>
      ) : null}
      {step.kind === 'done' ? <HasImported done={step.done} /> : null}
    </StepDialog>
  )
}

/** The undo of the last import. */
function LastImport(props: {
  readonly last: CommandOutput<'import.last'> | undefined
  readonly undo: () => Promise<void>
}) {
  const { last, undo } = props
  return last == null ? null : (
    <p>
      Last import: {counted(last.documents, 'document')} from “<bdi>{last.name}</bdi>”.{' '}
      <Button kind="link" onClick={() => void undo()}>
        Undo import
      </Button>
    </p>
  )
}

/** The buttons for the next step. */
function ImportButtons(props: {
  readonly step: Step
  readonly close: () => void
  readonly choose: (from: 'folder' | 'file') => Promise<void>
  readonly bringIn: (report: ImportReport) => Promise<void>
  readonly undo: () => Promise<void>
}) {
  const { step, close, choose, bringIn, undo } = props
  return (
    <>
      {step.kind === 'choose' ? (
        <>
          <Button onClick={() => void choose('file')}>Choose file…</Button>
          <Button kind="primary" onClick={() => void choose('folder')}>
            Choose folder…
          </Button>
        </>
      ) : null}
      {step.kind === 'planned' ? (
        <Button
          kind="primary"
          disabled={step.report.documents === step.report.duplicates}
          onClick={() => void bringIn(step.report)}
        >
          Import
        </Button>
      ) : null}
      {step.kind === 'done' && step.done.documents > 0 ? (
        <Button onClick={() => void undo()}>Undo</Button>
      ) : null}
      {step.kind === 'done' ? (
        <Button
          kind="primary"
          onClick={() => {
            close()
            showList({ smart: 'recent' })
          }}
        >
          Show what came in
        </Button>
      ) : null}
    </>
  )
}

const RUNNING: Partial<Record<Step['kind'], string>> = {
  reading: 'Reading',
  importing: 'Importing',
  undoing: 'Taking back',
}

/** The options that the writer chooses before the import. */
interface How {
  readonly isInFolder: boolean
  readonly tagsInText: boolean
  readonly keepDates: boolean
}

/** In texts from Obsidian a # before a word is a tag by default. Texts from Stet are imported unchanged by default. */
const howOf = ({ program }: ImportReport, chosen: Partial<How>) => ({
  tagsInText: chosen.tagsInText ?? program === 'Obsidian',
  keepDates: chosen.keepDates ?? program !== 'Stet',
})

function Choices(props: {
  readonly report: ImportReport
  readonly folder: string | undefined
  readonly chosen: Partial<How>
  readonly choose: (change: Partial<How>) => void
}) {
  const { report, folder, chosen, choose } = props
  const { tagsInText, keepDates } = howOf(report, chosen)
  const tags = report.tagsInText
  return (
    <>
      {folder === undefined ? null : (
        <CheckBox checked={chosen.isInFolder === true} onChange={(isInFolder) => choose({ isInFolder })}>
          Into the folder “{folder}”
        </CheckBox>
      )}
      {tags.length === 0 ? null : (
        <CheckBox checked={tagsInText} onChange={(on) => choose({ tagsInText: on })}>
          Words with # become tags: {tags.slice(0, 5).join(', ')}
          {tags.length > 5 ? ` and ${tags.length - 5} more` : ''}
        </CheckBox>
      )}
      <CheckBox checked={keepDates} onChange={(on) => choose({ keepDates: on })}>
        Keep the dates of the files: the service sets its own, so a line “created” is added to the front
        matter of files that have no date there
      </CheckBox>
    </>
  )
}

function WouldImport({ report }: { readonly report: ImportReport }) {
  const { turnedLinks, skipped, left, leftCount } = report
  const known = knownWords(report)
  return (
    <>
      <p>
        <bdi>{report.name}</bdi>
        {report.program === undefined ? '' : `, written by ${report.program}`}: {comingWords(report)}.
      </p>
      {known === undefined ? null : <p>{known}</p>}
      {turnedLinks === 0 ? null : (
        <p>
          {counted(turnedLinks, 'link')} from one document to another{' '}
          {turnedLinks === 1 ? 'becomes a link' : 'become links'} by title, as [[Title]].
        </p>
      )}
      <LeftList label={leftLabel(skipped, leftCount)} left={left} count={leftCount} />
    </>
  )
}

/** The label of the list. It also contains remarks about files that are imported. */
function leftLabel({ files, folders }: ImportReport['skipped'], count: number): string {
  const skipped = files + folders
  if (skipped === 0) return 'Good to know'
  const more = count > skipped ? ', and what else is good to know' : ''
  const what = listed([
    ...(files === 0 ? [] : [counted(files, 'file')]),
    ...(folders === 0 ? [] : [counted(folders, 'folder')]),
  ])
  return `${what} ${skipped === 1 ? 'is' : 'are'} not taken${more}`
}

function HasImported({ done }: { readonly done: CommandOutput<'import.start'> }) {
  const { failed, failedCount, isComplete } = done
  return (
    <>
      <p role="status">
        {isComplete ? '' : 'Stopped. '}
        {importedWords(done)}{' '}
        {isComplete ? sentAfterImport(done) : 'Import the same again and it goes on from there.'}
      </p>
      <LeftList
        label={`${counted(failedCount, 'file')} could not be read`}
        left={failed}
        count={failedCount}
      />
    </>
  )
}
