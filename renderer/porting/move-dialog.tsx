import { useState } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { Connection } from '../../shared/ipc/ipc-sync'
import type { MoveReport } from '../../shared/ipc/ipc-moving'
import { counted } from '../../shared/text/counted'
import { listed } from '../../shared/text/listed'
import { useActiveConnection, useConnections } from '../state/queries'
import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import { Choice } from '../ui/choice'
import { LeftList } from './left-list'
import { GoToLibrary, Named, StepDialog, useStep } from './steps'
import { countedAll, sentAfterMove } from './words'

type Moved = CommandOutput<'move.start'>
type Step =
  | { readonly kind: 'choose' | 'reading' | 'moving' }
  | { readonly kind: 'planned'; readonly report: MoveReport }
  | { readonly kind: 'done'; readonly done: Moved }

/** *Move this library to a service*: choose the target, preview, and start the move. */
export function MoveDialog() {
  const { ask, refusal } = useStep()
  const active = useActiveConnection()
  const others = (useConnections().data?.connections ?? []).filter(
    ({ id, kind }) => kind === 'service' && id !== active?.id,
  )
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [chosen, setChosen] = useState<string>()
  const to = others.find(({ id }) => id === chosen) ?? others[0]

  async function look({ id }: Connection): Promise<void> {
    setStep({ kind: 'reading' })
    const report = await ask('move.plan', { to: id })
    setStep(report === undefined ? { kind: 'choose' } : { kind: 'planned', report })
  }

  async function move({ id }: Connection, report: MoveReport): Promise<void> {
    setStep({ kind: 'moving' })
    const done = await ask('move.start', { to: id })
    setStep(done === undefined ? { kind: 'planned', report } : { kind: 'done', done })
  }

  return (
    <StepDialog
      label="Move this library to a service"
      running={RUNNING[step.kind]}
      onClose={() => showOverlay(null)}
      refusal={refusal}
      closeLabel={step.kind === 'done' ? 'Stay here' : 'Cancel'}
      next={
        <>
          {step.kind === 'choose' && to === undefined ? (
            <Button kind="primary" onClick={() => showOverlay({ kind: 'settings', page: 'connect' })}>
              Connect to a service…
            </Button>
          ) : null}
          {step.kind === 'choose' && to !== undefined ? (
            <Button kind="primary" onClick={() => void look(to)}>
              See what would move
            </Button>
          ) : null}
          {step.kind === 'planned' && to !== undefined ? (
            <Button
              kind="primary"
              disabled={isNothing(step.report) || step.report.abilities['documents:write'] === 'no'}
              onClick={() => void move(to, step.report)}
            >
              Move
            </Button>
          ) : null}
          {step.kind === 'done' && to !== undefined ? <GoToLibrary {...to} /> : null}
        </>
      }
    >
      {step.kind === 'choose' ? <ChooseService to={to} others={others} choose={setChosen} /> : null}
      {step.kind === 'planned' ? <WouldMove report={step.report} /> : null}
      {step.kind === 'done' ? <HasMoved done={step.done} to={to?.name ?? ''} /> : null}
    </StepDialog>
  )
}

const RUNNING: Partial<Record<Step['kind'], string>> = { reading: 'Reading both libraries', moving: 'Moving' }

/** Whether there is nothing left to move. */
const isNothing = ({ documents, duplicates, folders, tags, files }: MoveReport): boolean =>
  documents === duplicates && folders + tags + files === 0

function ChooseService(props: {
  readonly to: Connection | undefined
  readonly others: readonly Connection[]
  readonly choose: (id: string) => void
}) {
  const { to, others, choose } = props
  return (
    <>
      <p>
        The documents of this library, with their folders, tags and files, are added to the library of a
        service. Nothing is removed here, and you’ll see a preview before anything is moved.
      </p>
      {to === undefined ? (
        <p>No service is connected yet. Connect to one, come back to this library, and move it then.</p>
      ) : (
        <Named name="Service">
          <Choice
            value={to.id}
            options={others.map(({ id, name }) => [id, name] as const)}
            onChange={choose}
          />
        </Named>
      )}
    </>
  )
}

function WouldMove({ report }: { readonly report: MoveReport }) {
  const { from, to, documents, duplicates, published, folders, tags, files, left, leftCount } = report
  return (
    <>
      <p>
        From “<bdi>{from}</bdi>” to “<bdi>{to}</bdi>”:{' '}
        {countedAll([documents, 'document'], [folders, 'folder'], [tags, 'tag'], [files, 'file'])}.
      </p>
      {duplicates === 0 ? null : (
        <p>
          {duplicates === documents
            ? 'All of the documents are there already.'
            : `Of these documents ${counted(duplicates, 'is', 'are')} there already and will not be made twice.`}
        </p>
      )}
      {published === 0 ? null : (
        <p>{counted(published, 'document is', 'documents are')} published, and will be published there.</p>
      )}
      <Abilities report={report} />
      {report.endsMoveFrom === undefined ? null : (
        <p>
          What came there from “<bdi>{report.endsMoveFrom}</bdi>” is kept once this begins.
        </p>
      )}
      <LeftList
        label={`${counted(leftCount, 'document')} cannot be moved now`}
        left={left}
        count={leftCount}
      />
    </>
  )
}

const STAYS = { folders: 'folders', tags: 'tags', files: 'files' } as const

/** The abilities that the key of the target lacks, and the consequences. */
function Abilities({ report }: { readonly report: MoveReport }) {
  const { abilities } = report
  if (abilities['documents:write'] === 'no')
    return (
      <p role="alert">The key of “{report.to}” may not write documents, so nothing can be moved there.</p>
    )
  const not = (['folders', 'tags', 'files'] as const).filter(
    (what) => report[what] > 0 && abilities[`${what}:write`] === 'no',
  )
  const isUnknown = abilities['documents:write'] !== 'yes'
  return (
    <>
      {not.length === 0 ? null : (
        <p>
          The key of “{report.to}” may not write {listed(not.map((what) => STAYS[what]))}: they stay behind
          {not.includes('folders') ? ', and documents go to the top of the library' : ''}.
        </p>
      )}
      {isUnknown ? (
        <p>
          Other write access can’t be tested without changing something; you’ll be told the first time it’s
          refused.
        </p>
      ) : null}
    </>
  )
}

function HasMoved({ done, to }: { readonly done: Moved; readonly to: string }) {
  const { documents, duplicates, files, failed, failedCount, isComplete } = done
  return (
    <>
      <p role="status">
        {isComplete ? '' : 'Stopped. '}
        {countedAll([documents, 'document'], [files, 'file'])} {documents + files === 1 ? 'is' : 'are'} in “
        <bdi>{to}</bdi>” now
        {duplicates === 0 ? '' : `, ${counted(duplicates, 'was', 'were')} there`}.{' '}
        {isComplete ? sentAfterMove(done) : 'Move again and it goes on from there.'}
      </p>
      <p>This library is as it was.</p>
      <LeftList
        label={`${counted(failedCount, 'file')} could not be read`}
        left={failed}
        count={failedCount}
      />
    </>
  )
}
