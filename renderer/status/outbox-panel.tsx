import {
  Check,
  CircleAlert,
  FilePlus2,
  FileText,
  Folder,
  FolderInput,
  Globe,
  Hash,
  Image,
  Lock,
  Trash2,
  Type,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { OutboxItem, SentItem } from '../../shared/ipc/ipc-sync'
import { KINDS_OF_WORDS } from '../../shared/terms'
import { goToLibrary } from '../state/actions/go-to-library'
import { useApp } from '../state/context'
import { useOutbox, useSendingElsewhere } from '../state/queries'
import { showDecision, showOverlay, showPanel, useWindow } from '../state/store'
import { showToast, undoneText } from '../state/toasts'
import { Button } from '../ui/button'
import { PanelFrame } from '../ui/panel-frame'
import { VanishingButton } from '../ui/vanishing-button'
import { useLayout } from '../state/use-layout'
import panel from '../ui/side-panel.module.css'
import { BatchProgress } from './batch-progress'
import { connectionWords, secondsUntil } from './connection-words'
import { clockTime } from '../ui/relative-time'
import { useNow } from '../ui/use-time'
import styles from './outbox.module.css'

const ICONS: Readonly<Record<OutboxItem['kind'], LucideIcon>> = {
  create: FilePlus2,
  edit: FileText,
  rename: Type,
  move: FolderInput,
  tags: Hash,
  status: Globe,
  delete: Trash2,
  folder: Folder,
  tag: Hash,
  file: FileText,
  upload: Image,
}

/** Everything that waits to be sent, with the reason, and what was sent today. */
export function OutboxPanel() {
  const { actions } = useApp()
  const { data } = useOutbox()
  const waiting = data?.waiting ?? []
  const [held, setHeld] = useState<readonly OutboxItem[]>()
  const rows = rowsInPlace(held, waiting)
  const now = useNow(waiting.some(({ retryAt }) => retryAt !== undefined))
  const paused = data?.paused === true
  return (
    <PanelFrame
      name="Outbox"
      head={
        <Button kind="quiet" data-pause onClick={() => void actions.run('outbox.pause', { paused: !paused })}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
      }
      foot={
        <span className={styles.toLog}>
          <Button kind="quiet" onClick={() => showOverlay({ kind: 'sync-log' })}>
            Sync log…
          </Button>
        </span>
      }
    >
      {data?.progress === undefined ? null : (
        <div className={styles.batch}>
          <BatchProgress bar />
        </div>
      )}
      <ul
        aria-label="Waiting"
        data-waiting
        onPointerEnter={() => setHeld(waiting)}
        onPointerLeave={() => setHeld(undefined)}
      >
        {rows.map(({ item, isGone }) => (
          <WaitingItem key={item.id} item={item} isGone={isGone} now={now} />
        ))}
      </ul>
      {data === undefined || data.more === 0 ? null : (
        <p className={panel.hint}>And {data.more.toLocaleString('en')} more.</p>
      )}
      {rows.length === 0 ? (
        <p className={panel.hint}>
          Everything is sent. Anything waiting appears here and is sent automatically.
        </p>
      ) : null}
      <OtherLibraries now={now} />
      {data === undefined || data.sent.length === 0 ? null : (
        <>
          <h3 className={panel.group}>Sent today</h3>
          <ul aria-label="Sent">
            {data.sent.map((item, index) => (
              <OutboxRow key={index} icon={Check} what={item.what} why={sentWords(item)} />
            ))}
          </ul>
        </>
      )}
    </PanelFrame>
  )
}

interface OutboxRow {
  readonly item: OutboxItem
  /** The item no longer waits; its row keeps its position. */
  readonly isGone: boolean
}

/** Keeps all rows in place while the pointer is over the list, so that a second click never hits another row. */
function rowsInPlace(
  held: readonly OutboxItem[] | undefined,
  waiting: readonly OutboxItem[],
): readonly OutboxRow[] {
  const now = new Map(waiting.map((item) => [item.id, item]))
  const rows = (held ?? []).map((item) => {
    const still = now.get(item.id)
    now.delete(item.id)
    return { item: still ?? item, isGone: still === undefined }
  })
  return [...rows, ...[...now.values()].map((item) => ({ item, isGone: false }))]
}

const sentWords = ({ at, detail }: SentItem) => clockTime(at) + (detail === '' ? '' : ` · ${detail}`)

const inWords = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

/** The next focus when a row disappears: the first remaining row, or else the pause button. */
const nextChoice = () =>
  document.querySelector<HTMLElement>('[data-waiting] button') ??
  document.querySelector<HTMLElement>('[data-pause]')

function WaitingItem({ item, isGone, now }: OutboxRow & { readonly now: number }) {
  const { actions } = useApp()
  const { documentId } = item
  const isAsked = item.state === 'needs-you'
  const { panelInline } = useLayout()
  const isKept = KINDS_OF_WORDS.has(item.kind)
  const kept = isKept ? ' Your text is in Recovered texts.' : ''
  const show = isKept ? [{ label: 'Show', run: () => useWindow.setState({ view: 'recovered' }) }] : []

  async function discard(): Promise<void> {
    const discarded = await actions.run('outbox.discard', { id: item.id })
    if (discarded === undefined || documentId === undefined) return
    const undo = { label: 'Undo', run: () => void undoDiscard() }
    showToast(`Discarded.${kept}`, discarded.undoable ? [undo, ...show] : show)
  }

  async function undoDiscard(): Promise<void> {
    const undone = await actions.run('outbox.undo-discard', { id: item.id })
    if (undone === undefined) return
    if (undone.undone) showToast(undoneText('Discarded the change'))
    else showToast(`The document has changed since.${kept}`, show)
  }

  if (isGone) return <OutboxRow icon={Check} isGone what={item.what} why="No longer waiting" />

  return (
    <OutboxRow
      icon={item.state === 'needs-you' ? CircleAlert : item.state === 'blocked' ? Lock : ICONS[item.kind]}
      what={item.what}
      asksForAttention={isAsked}
      why={
        item.retryAt === undefined || item.retryAt <= now
          ? item.why
          : `Again in ${inWords(secondsUntil(item.retryAt, now))}. ${item.why}`
      }
    >
      {documentId === undefined || !isAsked || !(item.canDecide || item.canRetry) ? null : (
        <Button
          aria-label={item.canDecide ? undefined : `Show the text: ${item.what}`}
          onClick={() => {
            // In a narrow window the panel covers the text that is to be shown now.
            if (!panelInline) showPanel('none')
            showDecision(documentId)
          }}
        >
          {item.canDecide ? 'Decide' : 'Show'}
        </Button>
      )}
      {item.canRetry ? (
        <VanishingButton
          kind="quiet"
          next={nextChoice}
          aria-label={`${item.choices?.mine ?? (isAsked ? 'Retry' : 'Send now')}: ${item.what}`}
          onClick={() => void actions.run('outbox.retry', { id: item.id })}
        >
          {item.choices?.mine ?? (isAsked ? 'Retry' : 'Now')}
        </VanishingButton>
      ) : null}
      {item.canDiscard ? (
        <VanishingButton
          kind="quiet"
          next={nextChoice}
          aria-label={
            documentId === undefined
              ? `${item.choices?.theirs ?? 'Discard'}: ${item.what}`
              : `Discard, a copy is kept: ${item.what}`
          }
          onClick={() => void discard()}
        >
          {item.choices?.theirs ?? 'Discard'}
        </VanishingButton>
      ) : null}
    </OutboxRow>
  )
}

/**
 * Libraries that are sending in the background what was moved to them, or what waited when the writer left them; each
 * with a button that opens it.
 */
function OtherLibraries({ now }: { readonly now: number }) {
  const { actions } = useApp()
  const sending = useSendingElsewhere()
  if (sending.length === 0) return null
  return (
    <>
      <h3 className={panel.group}>To other libraries</h3>
      <ul aria-label="Sending to other libraries">
        {sending.map((connection) => (
          <OutboxRow
            key={connection.id}
            icon={FolderInput}
            what={
              <>
                {connection.waiting.toLocaleString('en')} not sent to “<bdi>{connection.name}</bdi>” yet
              </>
            }
            why={connectionWords(connection, now)}
          >
            <Button
              kind="quiet"
              aria-label={`Open ${connection.name}`}
              onClick={() => void goToLibrary(actions, connection.id)}
            >
              Open
            </Button>
          </OutboxRow>
        ))}
      </ul>
    </>
  )
}

/** A row of the outbox: its text, and its buttons. */
function OutboxRow(props: {
  readonly icon: LucideIcon
  readonly what: ReactNode
  readonly why: string
  readonly isGone?: boolean
  readonly asksForAttention?: boolean
  readonly children?: ReactNode
}) {
  const { icon: Icon, what, why, isGone, asksForAttention, children } = props
  return (
    <li className={styles.item} data-gone={isGone}>
      <Icon />
      <div className={styles.words}>
        <div>{what}</div>
        <div className={styles.why} data-attention={asksForAttention === true ? '' : undefined}>
          {why}
        </div>
      </div>
      {children === undefined ? null : <div className={styles.choices}>{children}</div>}
    </li>
  )
}
