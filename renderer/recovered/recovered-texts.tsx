import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Snapshot } from '../../shared/ipc-records'
import { Refusal } from '../bridge'
import { useApp } from '../context'
import { showSnapshot } from '../history/show-history'
import { useSnapshots } from '../queries'
import { relativeTime } from '../status/relative-time'
import { showTab, showToast } from '../store'
import { Toasts } from '../window/toasts'
import window from '../window/window.module.css'
import library from '../library/library.module.css'
import styles from './recovered.module.css'

const KINDS: Readonly<Record<Snapshot['kind'], string>> = {
  snapshot: 'Kept copy',
  quarantine: 'Could not be read whole',
  'recently-deleted': 'Deleted',
}

/** Texts kept before something risky, damaged ones, and documents deleted not long ago: read, and restore as a draft. */
export function RecoveredTexts() {
  const { client, actions, sessions } = useApp()
  const { data } = useSnapshots()
  const snapshots = data ?? []
  const [chosenId, setChosenId] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    snapshots.findIndex(({ id }) => id === chosenId),
  )
  const chosen = snapshots.find(({ id }) => id === chosenId)
  const text = useQuery({
    queryKey: ['snapshot', chosenId],
    enabled: chosenId !== undefined,
    queryFn: () => client.ask('snapshot.read', { id: chosenId ?? '' }),
  })

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: snapshots.length - 1 }[event.key]
    if (to === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    const next = snapshots[Math.min(snapshots.length - 1, Math.max(0, to ?? index))]
    if (next === undefined) return
    setChosenId(next.id)
    list.current?.querySelector<HTMLElement>(`[data-snapshot="${CSS.escape(next.id)}"]`)?.focus()
  }

  async function restore(id: string): Promise<void> {
    const restored = await actions.run('snapshot.restore', { id })
    if (restored === undefined) return
    showTab(restored.documentId, true)
    showToast('Restored as a new draft. Nothing was overwritten.')
  }

  async function compare({ id, documentId }: Snapshot): Promise<void> {
    if (documentId === undefined) return
    try {
      await sessions.open(documentId)
      showSnapshot(documentId, id)
    } catch (error) {
      showToast(error instanceof Refusal ? error.problem.message : String(error))
    }
  }

  return (
    <div className={styles.panes}>
      <section aria-label="Recovered texts" data-pane="list" className={styles.list}>
        <div className={library.listHead}>
          <h2>Recovered texts</h2>
          <span className={library.listCount}>{data === undefined ? '' : snapshots.length}</span>
        </div>
        <div
          ref={list}
          role="listbox"
          aria-label="Recovered texts"
          className={styles.items}
          onKeyDown={onKeyDown}
        >
          {snapshots.map((snapshot, at) => (
            <div
              key={snapshot.id}
              role="option"
              data-snapshot={snapshot.id}
              aria-selected={snapshot.id === chosenId}
              tabIndex={at === index ? 0 : -1}
              className={styles.item}
              onClick={() => setChosenId(snapshot.id)}
            >
              <div className={library.itemTitle}>
                <span>{snapshot.title === '' ? 'Untitled' : snapshot.title}</span>
              </div>
              <div className={library.excerpt}>{snapshot.excerpt}</div>
              <div className={library.meta}>
                <time dateTime={snapshot.at}>{relativeTime(snapshot.at)}</time>
                <span>{snapshot.reason === '' ? KINDS[snapshot.kind] : snapshot.reason}</span>
              </div>
            </div>
          ))}
        </div>
        {data !== undefined && snapshots.length === 0 ? (
          <p className={library.empty}>
            Before a merge, a decision, a restore or a delete, the text is kept here. Nothing has needed it
            yet.
          </p>
        ) : null}
      </section>
      <div className={styles.side}>
        <main className={styles.reader} data-pane="editor">
          <h1 className="visually-hidden">Recovered texts</h1>
          {text.data === undefined || chosenId === undefined ? (
            <p className={styles.hint}>
              {snapshots.length === 0 ? '' : 'Choose a text to read it. Restoring makes a new draft of it.'}
            </p>
          ) : (
            <article className={styles.column} tabIndex={0} aria-label="Recovered text">
              <h2 className={styles.title}>{text.data.title === '' ? 'Untitled' : text.data.title}</h2>
              <div className={styles.bar}>
                <button type="button" className={window.primaryButton} onClick={() => void restore(chosenId)}>
                  Restore as a new draft
                </button>
                {chosen?.documentId === undefined || chosen.kind !== 'snapshot' ? null : (
                  <button type="button" className={window.button} onClick={() => void compare(chosen)}>
                    Compare with the document
                  </button>
                )}
                <button
                  type="button"
                  className={window.button}
                  onClick={() =>
                    void navigator.clipboard.writeText(text.data.text).then(() => showToast('Copied'))
                  }
                >
                  Copy the text
                </button>
              </div>
              <div className={styles.text}>{text.data.text}</div>
            </article>
          )}
        </main>
        <Toasts />
      </div>
    </div>
  )
}
