import { useState } from 'react'
import { useAnswer } from '../state/queries'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { RestoreReport } from '../../shared/ipc/ipc-backups'
import { counted } from '../../shared/text/counted'
import { listed } from '../../shared/text/listed'
import { useApp } from '../state/context'
import {
  setPausedRestore,
  recordCompared,
  usePausedRestore,
  type RestoreChoice,
} from '../state/paused-restore'
import { showOverlay, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { Button } from '../ui/button'
import { Choice } from '../ui/choice'
import { MOMENT, MOMENT_WITH_SECONDS } from '../ui/relative-time'
import { repeated } from '../../shared/text/repeated'
import { LeftList } from './left-list'
import { ALL_CHOSEN, countChosen, RestoreList } from './restore-list'
import { Named, StepDialog, useStep } from './steps'

type Restored = CommandOutput<'restore.start'>
type Step =
  | { readonly kind: 'choose' | 'reading' | 'restoring' | 'undoing' }
  | { readonly kind: 'planned'; readonly report: RestoreReport }
  | { readonly kind: 'done'; readonly done: Restored }

/**
 * Restore from backups: choose a moment, preview the changes, restore all or some of them. After comparing a text, the
 * writer returns to the same state.
 */
export function RestoreDialog() {
  const { sessions } = useApp()
  const { ask, refusal } = useStep()
  const { paused, comparedAt } = usePausedRestore()
  const [step, setStep] = useState<Step>(
    paused === null ? { kind: 'choose' } : { kind: 'planned', report: paused.report },
  )
  const [at, setAt] = useState(comparedAt)
  const [choice, setChoice] = useState<RestoreChoice>(paused?.choice ?? ALL_CHOSEN)
  const moments = useAnswer(['restore-moments'], 'restore.moments', undefined, {
    gcTime: 0,
    staleTime: 0,
  }).data
  const close = () => {
    setPausedRestore(null)
    showOverlay(null)
  }
  const chosenAt = moments?.find((moment) => moment.at === at)?.at ?? moments?.[0]?.at

  async function look(moment: string): Promise<void> {
    setStep({ kind: 'reading' })
    setChoice(ALL_CHOSEN)
    setPausedRestore(null)
    recordCompared(moment)
    await sessions.flushAll()
    const report = await ask('restore.plan', { at: moment })
    setStep(report === undefined ? { kind: 'choose' } : { kind: 'planned', report })
  }

  async function restore(report: RestoreReport): Promise<void> {
    setStep({ kind: 'restoring' })
    setPausedRestore(null)
    // The text typed so far belongs to the texts that are backed up first.
    await sessions.flushAll()
    const done = await ask(
      'restore.start',
      choice.kind === 'all'
        ? { at: report.at, kind: 'all', except: [...choice.ids] }
        : { at: report.at, kind: 'only', ids: [...choice.ids] },
    )
    if (done === undefined) return setStep({ kind: 'planned', report })
    // The restore may have brought back the document that the last undo would recreate.
    useWindow.setState({ undo: null })
    setStep({ kind: 'done', done })
  }

  async function undo(done: Restored): Promise<void> {
    setStep({ kind: 'undoing' })
    const undone = await ask('restore.undo', undefined)
    if (undone === undefined) return setStep({ kind: 'done', done })
    close()
    showToast(undoneWords(undone))
  }

  return (
    <StepDialog
      label="Restore from backups"
      size={step.kind === 'planned' ? 'large' : 'small'}
      running={RUNNING[step.kind]}
      onClose={close}
      refusal={refusal}
      closeLabel={step.kind === 'done' || moments?.length === 0 ? 'Close' : 'Cancel'}
      next={
        <RestoreButtons
          step={step}
          chosen={step.kind === 'planned' ? countChosen(choice, step.report) : 0}
          look={chosenAt === undefined ? undefined : () => void look(chosenAt)}
          again={() => setStep({ kind: 'choose' })}
          restore={(report) => void restore(report)}
          undo={(done) => void undo(done)}
        />
      }
    >
      {step.kind === 'choose' ? <ChooseMoment moments={moments} at={chosenAt} choose={setAt} /> : null}
      {step.kind === 'planned' ? (
        <>
          <WouldRestore report={step.report} />
          <RestoreList report={step.report} choice={choice} choose={setChoice} />
        </>
      ) : null}
      {step.kind === 'done' ? <HasRestored done={step.done} /> : null}
    </StepDialog>
  )
}

/** The buttons for the next step. */
function RestoreButtons(props: {
  readonly step: Step
  /** The number of chosen texts. */
  readonly chosen: number
  readonly look: (() => void) | undefined
  readonly again: () => void
  readonly restore: (report: RestoreReport) => void
  readonly undo: (done: Restored) => void
}) {
  const { step, chosen, look, again, restore, undo } = props
  if (step.kind === 'choose')
    return look === undefined ? null : (
      <Button kind="primary" onClick={look}>
        See what would change
      </Button>
    )
  if (step.kind === 'planned')
    return (
      <>
        <Button onClick={again}>Another moment</Button>
        <Button kind="primary" disabled={chosen === 0} onClick={() => restore(step.report)}>
          Restore {counted(chosen, 'text')}
        </Button>
      </>
    )
  if (step.kind !== 'done' || step.done.changed + step.done.created === 0) return null
  return <Button onClick={() => undo(step.done)}>Undo</Button>
}

function undoneWords({ documents, skipped }: CommandOutput<'restore.undo'>): string {
  const stayed =
    skipped === 0
      ? ''
      : ` ${counted(skipped, 'document changed since stays', 'documents changed since stay')}.`
  return `${counted(documents, 'text is', 'texts are')} as before the restore.${stayed}`
}

const RUNNING: Partial<Record<Step['kind'], string>> = {
  reading: 'Comparing texts',
  restoring: 'Restoring texts',
  undoing: 'Taking back',
}

type Moment = CommandOutput<'restore.moments'>[number]

/** Backups from the same minute are shown with seconds. */
function momentOptions(moments: readonly Moment[]): readonly (readonly [string, string])[] {
  const isRepeated = repeated(moments, ({ at }) => MOMENT.format(new Date(at)))
  return moments.map((moment) => {
    const words = (isRepeated(moment) ? MOMENT_WITH_SECONDS : MOMENT).format(new Date(moment.at))
    return [moment.at, words + (moment.isBeforeRestore ? ', before a restore' : '')]
  })
}

function ChooseMoment(props: {
  readonly moments: CommandOutput<'restore.moments'> | undefined
  readonly at: string | undefined
  readonly choose: (at: string) => void
}) {
  const { moments, at, choose } = props
  return (
    <>
      <p>
        The texts of this library as they stood in the backups at a moment that you choose. You’ll see what
        would change before anything is restored.
      </p>
      {moments === undefined ? null : moments.length === 0 ? (
        <p>There is no backup of this library yet.</p>
      ) : (
        <Named name="As of">
          <Choice value={at ?? ''} options={momentOptions(moments)} onChange={choose} />
        </Named>
      )}
    </>
  )
}

function WouldRestore({ report }: { readonly report: RestoreReport }) {
  const { at, changed, same, missing, damaged } = report
  return (
    <>
      <p role="status">
        As of {MOMENT.format(new Date(at))}: {counted(changed, 'text')} would change,{' '}
        {report.new === 0
          ? ''
          : `${counted(report.new, 'text is', 'texts are')} gone from the library and would come back, `}
        {counted(same, 'is', 'are')} the same.
        {missing === 0 ? '' : ` Of ${counted(missing, 'text')} the backup is not in the folder now.`}
        {damaged === 0
          ? ''
          : ` Of ${counted(damaged, 'text')} the file of the backup is not as it was written; nothing is restored from it.`}
      </p>
      {changed + report.new === 0 ? null : (
        <p>
          All texts are backed up as they are now before anything is restored. What is gone comes back as a
          new draft. Documents written since stay as they are.
        </p>
      )}
    </>
  )
}

function HasRestored({ done }: { readonly done: Restored }) {
  const { changed, created, failed, failedCount, isComplete } = done
  const parts = [
    ...(changed === 0 ? [] : [`${counted(changed, 'text')} restored`]),
    ...(created === 0
      ? []
      : [`${counted(created, 'text')} brought back as ${created === 1 ? 'a new draft' : 'new drafts'}`]),
  ]
  return (
    <>
      <p role="status">
        {isComplete ? '' : 'Stopped. '}
        {parts.length === 0 ? 'Nothing was restored' : listed(parts)}.
      </p>
      {parts.length === 0 ? null : (
        <p>
          What stood there before is in the history of each document, and among the moments to restore as
          “before a restore”.
        </p>
      )}
      <LeftList
        label={`${counted(failedCount, 'text')} could not be restored`}
        left={failed}
        count={failedCount}
      />
    </>
  )
}
