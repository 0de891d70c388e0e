import { Fragment } from 'react'
import type { Connection } from '../../shared/ipc/ipc-sync'
import type { Problem } from '../../shared/problem'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import type { Session, SessionView } from '../state/sessions'
import { useSession, useSessionView, useWords } from '../document/use-session'
import {
  useActiveConnection,
  useIsWaiting,
  useProgress,
  useSendingElsewhere,
  useUndecidedItems,
  useUploads,
} from '../state/queries'
import { showOverlay, showPanel, useWindow } from '../state/store'
import { VanishingButton } from '../ui/vanishing-button'
import { GoalStatus } from '../goals/goal-status'
import { BatchProgress } from './batch-progress'
import { UpdateStatus } from './update-status'
import { connectionWords } from './connection-words'
import { PhaseDot, saveStatusOf } from '../ui/phase-dot'
import { useNow } from '../ui/use-time'
import styles from './status.module.css'

/** Published changes that the service does not have yet; the reason follows. */
const PUBLISHING = {
  all: 'Waits to be published.',
  earlier: 'Waits to be published, without what you wrote since.',
} as const

/** The state of the text in words: its save state, its length and the connection. */
export function StatusLine() {
  const active = useWindow((state) => (state.view === 'documents' ? state.active : null))
  const session = useSession(active)
  const view = useSessionView(session)
  const isInMemory = view?.state.onlyInMemory === true
  const words = useWords(session)
  // Nothing has been written yet, so there is nothing to keep or send.
  const isBlank = view?.phase === 'queued' && view.title === '' && words === 0
  const connection = useActiveConnection()
  const isWaiting = useIsWaiting()
  const othersWait = isWaiting && view?.phase === 'clean' && connection?.state !== 'online'
  // While it is unclear which account answers, the service's answers about a document may be about another text (C7).
  const isDoubted = connection?.asksAccount === true || connection?.otherAccount === true
  const problem = view?.state.problem && (isDoubted ? connection.problem : view.state.problem)
  const now = useNow(connection?.state === 'throttled')
  return (
    <footer className={styles.line} data-pane="status">
      {view?.vimMode === undefined ? null : (
        <span role="status" aria-label="Mode" className={styles.mode}>
          {view.vimMode.toUpperCase()}
        </span>
      )}
      <span
        role="status"
        aria-label="Save status"
        data-phase={view?.phase}
        className={styles.phase}
        data-attention={
          isInMemory || view?.phase === 'conflicted' || view?.phase === 'rejected' ? '' : undefined
        }
      >
        {view === undefined || isBlank ? null : (
          <>
            <PhaseDot phase={isInMemory ? 'rejected' : view.phase} isQuiet={othersWait} />
            <span>{saveStatusOf({ ...view.state, phase: view.phase })}</span>
          </>
        )}
      </span>
      <span className={styles.detail}>
        {view === undefined ? null : view.problem !== undefined ? (
          <span role="alert" className={styles.problem}>
            Not kept on this device yet: {view.problem.message} Your words stay here and are tried again.
          </span>
        ) : isInMemory ? (
          <span role="alert" className={styles.problem}>
            {view.state.problem?.message}
          </span>
        ) : (
          <Detail view={view} problem={problem} othersWait={othersWait} />
        )}
      </span>
      <span className={styles.end}>
        <UpdateStatus />
        <GoalStatus session={session} />
        <WordCount session={session} />
        <Loop />
        <BatchProgress />
        <Undecided />
        <SendingElsewhere />
        <Reading connection={connection} />
        <span role="status" aria-label="Connection">
          {connectionWords(connection, now)}
        </span>
        <WayOut connection={connection} />
      </span>
    </footer>
  )
}

/** Details of the save state. */
function Detail(props: {
  readonly view: SessionView
  readonly problem: Problem | undefined
  readonly othersWait: boolean
}) {
  const { view, problem } = props
  const { phase, state } = view
  const uploads = useUploads()
  if (phase === 'queued' && state.publishing !== undefined)
    return `${PUBLISHING[state.publishing]} ${problem?.message ?? ''}`
  if (state.notYetPublished)
    return phase === 'dirty' || phase === 'queued'
      ? 'Unpublished changes, on this device only'
      : 'Unpublished changes'
  if (state.parked.length > 0)
    return `The service did not take the ${state.parked.map((field) => FIELD_WORDS[field] ?? field).join(', ')}`
  if (problem !== undefined) return problem.message
  if (props.othersWait) return 'Other changes are not sent yet'
  return uploads > 0 && phase === 'clean' ? `${counted(uploads, 'file')} not sent yet` : null
}

/** A button that helps if the library cannot reach its service. */
function WayOut({ connection }: { readonly connection: Connection | undefined }) {
  const { actions } = useApp()
  const isSending = useProgress() !== undefined
  const link = (words: string, run: () => void) => (
    <VanishingButton key={words} kind="link" onClick={run}>
      {words}
    </VanishingButton>
  )
  if (connection?.locked === true)
    return link('Unlock', () => showOverlay({ kind: 'unlock', id: connection.id }))
  switch (connection?.state) {
    case 'offline':
    case 'throttled':
      return link('Try now', () => void actions.checkForChanges())
    case 'paused':
      return isSending ? null : link('Resume', () => void actions.run('outbox.pause', { paused: false }))
    case 'unauthorized':
      return link('Change key', () => showOverlay({ kind: 'settings', page: 'key' }))
    default:
      return null
  }
}

/** The changes of many documents that this window is making, before the outbox has them. */
function Loop() {
  return useWindow((state) => state.batches).map(({ doing, done, total, stop }, at) => (
    <Fragment key={at}>
      <span>
        {doing} {done.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      <VanishingButton kind="link" onClick={stop}>
        Stop
      </VanishingButton>
    </Fragment>
  ))
}

/** Folders, tags and files that were changed on two devices: the outbox asks which change to keep. */
function Undecided() {
  const count = useUndecidedItems()
  if (count === 0) return null
  return (
    <VanishingButton kind="link" onClick={() => showPanel('outbox')}>
      {counted(count, 'decision')} in the outbox
    </VanishingButton>
  )
}

/** Changes being sent for libraries that are not on screen; the outbox gives the details. */
function SendingElsewhere() {
  const sending = useSendingElsewhere()
  return sending.map(({ id, name, waiting }) => (
    <span key={id} role="status" aria-label={`Sending to ${name}`}>
      <VanishingButton kind="link" onClick={() => showPanel('outbox')}>
        {waiting.toLocaleString('en')} not sent to “<bdi>{name}</bdi>” yet
      </VanishingButton>
    </span>
  ))
}

/** The progress of the first pull, or that the writer stopped it. */
function Reading({ connection }: { readonly connection: Connection | undefined }) {
  const { actions } = useApp()
  if (connection?.progress !== undefined)
    return (
      <>
        <span>
          {connection.state === 'offline' ? 'Offline: read' : 'Reading'}{' '}
          {connection.progress.done.toLocaleString('en')} of {connection.progress.total.toLocaleString('en')}
        </span>
        <VanishingButton kind="link" onClick={() => void actions.run('connection.stop-reading', undefined)}>
          Stop reading
        </VanishingButton>
      </>
    )
  if (connection?.readingStopped !== true) return null
  return (
    <>
      <span>Not all texts are here</span>
      <VanishingButton kind="link" onClick={() => void actions.run('connection.retry', undefined)}>
        Read on
      </VanishingButton>
    </>
  )
}

function WordCount({ session }: { readonly session: Session | undefined }) {
  const words = useWords(session)
  return words === undefined ? null : <span>{counted(words, 'word')}</span>
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  title: 'title',
  folderId: 'move',
  tagIds: 'tags',
  status: 'status',
}
