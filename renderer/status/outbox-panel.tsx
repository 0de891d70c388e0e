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
import type { OutboxItem, SentItem } from '../../shared/ipc-sync'
import { useApp } from '../context'
import { useOutbox, useSendingElsewhere } from '../queries'
import { showDecision, showOverlay, showPanel, showToast } from '../store'
import { PanelFrame } from '../window/panel-frame'
import { PassingButton } from '../window/passing-button'
import { useLayout } from '../window/use-layout'
import panel from '../window/side-panel.module.css'
import window from '../window/window.module.css'
import { BatchProgress } from './batch-progress'
import { connectionWords, secondsUntil } from './connection-words'
import { clockTime } from './relative-time'
import { useNow } from './use-now'
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

/** Everything that waits to be sent, in words, with its reason; and what went out today. */
export function OutboxPanel() {
  const { actions } = useApp()
  const { data } = useOutbox()
  const waiting = data?.waiting ?? []
  const now = useNow(waiting.some(({ retryAt }) => retryAt !== undefined))
  const paused = data?.paused === true
  return (
    <PanelFrame
      name="Outbox"
      head={
        <button
          type="button"
          data-pause
          className={window.quietButton}
          onClick={() => void actions.run('outbox.pause', { paused: !paused })}
        >
          {paused ? 'Go on' : 'Pause'}
        </button>
      }
      foot={
        <button
          type="button"
          className={window.quietButton}
          onClick={() => showOverlay({ kind: 'sync-log' })}
        >
          Sync log…
        </button>
      }
    >
      {data?.progress === undefined ? null : (
        <div className={styles.batch}>
          <BatchProgress button={window.quietButton ?? ''} bar />
        </div>
      )}
      <ul aria-label="Waiting" data-waiting>
        {waiting.map((item) => (
          <WaitingItem key={item.id} item={item} now={now} />
        ))}
      </ul>
      {data === undefined || data.more === 0 ? null : (
        <p className={panel.hint}>And {data.more.toLocaleString('en')} more.</p>
      )}
      {waiting.length === 0 ? (
        <p className={panel.hint}>
          Nothing waits. What cannot be sent yet is listed here, with the reason, and goes out by itself.
        </p>
      ) : null}
      <Elsewhere now={now} />
      {data === undefined || data.sent.length === 0 ? null : (
        <>
          <h3 className={panel.group}>Sent today</h3>
          <ul aria-label="Sent">
            {data.sent.map((item, index) => (
              <SentLine key={index} item={item} />
            ))}
          </ul>
        </>
      )}
    </PanelFrame>
  )
}

const inWords = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

/** When a line goes, the first that is left; else what ends the panel's work: pausing. */
const nextChoice = () =>
  document.querySelector<HTMLElement>('[data-waiting] button') ??
  document.querySelector<HTMLElement>('[data-pause]')

function WaitingItem({ item, now }: { readonly item: OutboxItem; readonly now: number }) {
  const { actions } = useApp()
  const Icon = item.state === 'needs-you' ? CircleAlert : item.state === 'blocked' ? Lock : ICONS[item.kind]
  const { documentId } = item
  const isAsked = item.state === 'needs-you'
  const { panelInline } = useLayout()

  async function discard(): Promise<void> {
    if (!(await actions.did('outbox.discard', { id: item.id })) || documentId === undefined) return
    showToast('Given up. A copy of your text stays in Recovered texts.')
  }

  return (
    <li className={styles.item}>
      <Icon size={16} strokeWidth={1.6} aria-hidden />
      <div className={styles.words}>
        <div>{item.what}</div>
        <div className={styles.why} data-attention={item.state === 'needs-you' ? '' : undefined}>
          {item.retryAt === undefined || item.retryAt <= now
            ? item.why
            : `Again in ${inWords(secondsUntil(item.retryAt, now))}. ${item.why}`}
        </div>
      </div>
      <div className={styles.choices}>
        {documentId === undefined || !isAsked || !(item.canDecide || item.canRetry) ? null : (
          <button
            type="button"
            className={window.button}
            aria-label={item.canDecide ? undefined : `Show the text: ${item.what}`}
            onClick={() => {
              // In a narrow window the panel lies over the text that is to be seen now.
              if (!panelInline) showPanel('none')
              showDecision(documentId)
            }}
          >
            {item.canDecide ? 'Decide' : 'Show'}
          </button>
        )}
        {item.canRetry ? (
          <PassingButton
            className={window.quietButton}
            next={nextChoice}
            aria-label={`${isAsked ? 'Retry' : 'Send now'}: ${item.what}`}
            onClick={() => void actions.run('outbox.retry', { id: item.id })}
          >
            {isAsked ? 'Retry' : 'Now'}
          </PassingButton>
        ) : null}
        {item.canDiscard ? (
          <PassingButton
            className={window.quietButton}
            next={nextChoice}
            aria-label={
              documentId === undefined ? `Discard: ${item.what}` : `Discard, a copy is kept: ${item.what}`
            }
            onClick={() => void discard()}
          >
            Discard
          </PassingButton>
        ) : null}
      </div>
    </li>
  )
}

/** Libraries that send in the background what was moved to them, each with a way there. */
function Elsewhere({ now }: { readonly now: number }) {
  const { actions } = useApp()
  const sending = useSendingElsewhere()
  if (sending.length === 0) return null
  return (
    <>
      <h3 className={panel.group}>Moved to other libraries</h3>
      <ul aria-label="Sending to other libraries">
        {sending.map((connection) => (
          <li key={connection.id} className={styles.item}>
            <FolderInput size={16} strokeWidth={1.6} aria-hidden />
            <div className={styles.words}>
              <div>
                {connection.waiting.toLocaleString('en')} not sent to “<bdi>{connection.name}</bdi>” yet
              </div>
              <div className={styles.why}>{connectionWords(connection, now)}</div>
            </div>
            <div className={styles.choices}>
              <button
                type="button"
                className={window.quietButton}
                aria-label={`Open ${connection.name}`}
                onClick={() => void actions.run('connection.activate', { id: connection.id })}
              >
                Open
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function SentLine({ item }: { readonly item: SentItem }) {
  return (
    <li className={styles.item}>
      <Check size={16} strokeWidth={1.6} aria-hidden />
      <div className={styles.words}>
        <div>{item.what}</div>
        <div className={styles.why}>
          {clockTime(item.at)}
          {item.detail === '' ? '' : ` · ${item.detail}`}
        </div>
      </div>
    </li>
  )
}
