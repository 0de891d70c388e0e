import { useRef, useState } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { TransferReport } from '../../shared/ipc/ipc-moving'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { MOMENT } from '../ui/relative-time'
import { showOverlay } from '../state/store'
import { toggled } from '../../shared/toggled'
import { Button } from '../ui/button'
import { CheckBox } from '../ui/check-box'
import { GoToLibrary, StepDialog, useStep } from './steps'
import { countedAll } from './words'
import styles from './porting.module.css'

type CameIn = CommandOutput<'transfer.bring-in'>
type Step =
  | { readonly kind: 'choose' | 'reading' }
  | { readonly kind: 'planned'; readonly report: TransferReport }
  | { readonly kind: 'done'; readonly done: CameIn }

/** *Bring in from another computer*: reads and checks the file, shows its content, and brings it in after a press. */
export function BringInDialog() {
  const { actions } = useApp()
  const { ask, refusal } = useStep()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [withSettings, setWithSettings] = useState(true)
  const isComingIn = useRef(false)
  const close = () => {
    if (step.kind === 'planned') void actions.run('porting.cancel', undefined)
    showOverlay(null)
  }

  async function read(): Promise<void> {
    setStep({ kind: 'reading' })
    const report = await ask('transfer.plan', undefined)
    if (report == null) return setStep({ kind: 'choose' })
    setChosen(
      new Set(report.libraries.flatMap((one, index) => (one.cameBefore === undefined ? [index] : []))),
    )
    setStep({ kind: 'planned', report })
  }

  async function bringIn({ plan }: TransferReport): Promise<void> {
    // A second press would be told that nothing is planned any more, while everything is being brought in.
    if (isComingIn.current) return
    isComingIn.current = true
    const libraries = [...chosen].toSorted((one, other) => one - other)
    const done = await ask('transfer.bring-in', { plan, libraries, withSettings })
    isComingIn.current = false
    setStep(done === undefined ? { kind: 'choose' } : { kind: 'done', done })
  }

  const first = step.kind === 'done' ? step.done.libraries[0] : undefined
  return (
    <StepDialog
      label="Bring in from another computer"
      running={step.kind === 'reading' ? 'Reading the file' : undefined}
      onClose={close}
      refusal={refusal}
      closeLabel={step.kind === 'done' ? 'Stay here' : 'Cancel'}
      next={
        <>
          {step.kind === 'choose' ? (
            <Button kind="primary" onClick={() => void read()}>
              Choose the file…
            </Button>
          ) : null}
          {step.kind === 'planned' ? (
            <Button
              kind="primary"
              disabled={chosen.size === 0 && !(withSettings && hasSettings(step.report))}
              onClick={() => void bringIn(step.report)}
            >
              Bring in
            </Button>
          ) : null}
          {first === undefined ? null : <GoToLibrary {...first} />}
        </>
      }
    >
      {step.kind === 'choose' ? <ChooseFile /> : null}
      {step.kind === 'planned' ? (
        <WouldBringIn
          report={step.report}
          chosen={chosen}
          choose={(index) => setChosen((now) => toggled(now, index))}
          withSettings={withSettings}
          setWithSettings={setWithSettings}
        />
      ) : null}
      {step.kind === 'done' ? <HasBroughtIn done={step.done} /> : null}
    </StepDialog>
  )
}

const ChooseFile = () => (
  <p>
    Choose the file that <em>Move everything to another computer…</em> wrote. It is checked, and you see what
    is in it before anything comes in. Nothing that is here is changed or written over.
  </p>
)

const hasSettings = ({ settings, words }: TransferReport): boolean => settings + words > 0

function WouldBringIn(props: {
  readonly report: TransferReport
  readonly chosen: ReadonlySet<number>
  readonly choose: (index: number) => void
  readonly withSettings: boolean
  readonly setWithSettings: (isWanted: boolean) => void
}) {
  const { report, chosen, choose } = props
  const { computer, writtenAt, libraries, settings, words } = report
  return (
    <>
      <p>
        Written on “<bdi>{computer}</bdi>”, {MOMENT.format(new Date(writtenAt))}.
      </p>
      {libraries.map((library, index) => (
        <CheckBox
          key={index}
          aria-label={library.name}
          checked={chosen.has(index)}
          onChange={() => choose(index)}
        >
          <span>
            <bdi>{library.name}</bdi>
            <span className={styles.restoreMeta}>{wordsOf(library)}</span>
          </span>
        </CheckBox>
      ))}
      {hasSettings(report) ? (
        <CheckBox checked={props.withSettings} onChange={props.setWithSettings}>
          <span>
            Settings
            <span className={styles.restoreMeta}>
              {counted(settings, 'setting')} that nobody has chosen here, and {counted(words, 'word')} for
              your dictionary. What you chose here stays.
            </span>
          </span>
        </CheckBox>
      ) : null}
      {libraries.some(({ kind }) => kind === 'service') ? (
        <p>
          Nothing is sent to a service before you have given its key here and it has shown that it opens the
          same account.
        </p>
      ) : null}
    </>
  )
}

function wordsOf(library: TransferReport['libraries'][number]): string {
  const { kind, address, documents, unsent, recovered, isRemoved, cameBefore, sameService } = library
  return [
    `${countedAll([documents, 'document'], [recovered, 'recovered text'])}${unsent === 0 ? '' : `, of which ${unsent.toLocaleString('en')} with words or changes that are not sent yet`}.`,
    kind === 'service' ? `Of ${address}.` : 'It was on that computer alone.',
    ...(isRemoved === true ? ['It was removed there, and comes to the removed libraries.'] : []),
    ...(cameBefore !== undefined
      ? [`It came in before, as “${cameBefore}”; choose it to have it twice.`]
      : []),
    ...(sameService !== undefined && cameBefore === undefined
      ? [`“${sameService}” is of the same service; both stay, side by side.`]
      : []),
  ].join(' ')
}

function HasBroughtIn({ done: { libraries } }: { readonly done: CameIn }) {
  return (
    <p role="status">
      {libraries.length === 0
        ? 'Everything is here now.'
        : `${libraries.map(({ name }) => `“${name}”`).join(', ')} ${libraries.length === 1 ? 'is' : 'are'} here now, with every word.`}
    </p>
  )
}
