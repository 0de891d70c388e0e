import { useEffect, useMemo, useState } from 'react'
import type { Snapshot } from '../../shared/ipc/ipc-records'
import { shownTitle } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { copyText, dropCopied } from '../state/actions/copy-text'
import { showSnapshot } from '../history/show-history'
import { useAnswer, useSnapshots } from '../state/queries'
import { focusEditor, goToDocument, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { focusPane } from '../ui/panes'
import { topDialogName } from '../ui/top-dialog'
import { Toasts } from '../status/toasts'
import { Button } from '../ui/button'
import library from '../library/library.module.css'
import { RecoveredList } from './recovered-list'
import styles from './recovered.module.css'
import { messageOf } from '../../shared/thrown'

/**
 * The view of recovered texts: copies made before risky operations, damaged texts, and recently deleted documents. Each
 * can be read and restored as a draft.
 */
export function RecoveredTexts() {
  const { actions } = useApp()
  const isRestoring = useWindow(({ batches }) => batches.some(({ doing }) => doing === 'Restoring'))
  const { data } = useSnapshots()
  useWayBack()
  useEffect(() => focusPane('list'), [])
  const [showsAll, setShowsAll] = useState(false)
  const all = data ?? []
  const elsewhere = all.filter(({ inHistory }) => inHistory === true).length
  const snapshots = showsAll ? all : all.filter(({ inHistory }) => inHistory !== true)
  const [choice, choose] = useState<readonly string[]>([])
  const chosen = useMemo(() => new Set(choice), [choice])
  const ids = snapshots.flatMap(({ id }) => (chosen.has(id) ? id : []))
  const only = ids.length === 1 ? snapshots.find(({ id }) => chosen.has(id)) : undefined

  return (
    <div className={styles.panes}>
      <section aria-label="Recovered texts" data-pane="list" className={styles.list}>
        <div className={library.listHead}>
          <h2>Recovered texts</h2>
          <span className={library.listCount}>
            {snapshots.length === 0 ? '' : snapshots.length.toLocaleString('en')}
          </span>
        </div>
        {data === undefined ? null : <RecoveredList snapshots={snapshots} chosen={chosen} choose={choose} />}
        {elsewhere === 0 ? null : (
          <p className={styles.folded}>
            {counted(elsewhere, 'text was', 'texts were')} kept when a document was opened, and{' '}
            {elsewhere === 1 ? 'stands' : 'stand'} in its history.{' '}
            <Button kind="link" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show without them' : 'Show here too'}
            </Button>
          </p>
        )}
        {data?.length === 0 ? (
          <p className={library.empty}>
            Before a merge, a decision, a restore or a delete, the text is kept here. Nothing has needed it
            yet.
          </p>
        ) : null}
      </section>
      <div className={styles.side}>
        <main className={styles.reader} data-pane="editor">
          <h1 className="visually-hidden">Recovered texts</h1>
          {ids.length > 1 ? (
            <div className={styles.column}>
              <p className={styles.several}>{ids.length.toLocaleString('en')} texts chosen</p>
              <Button kind="primary" disabled={isRestoring} onClick={() => void actions.restoreTexts(ids)}>
                Restore all as new drafts
              </Button>
            </div>
          ) : only === undefined ? (
            <p className={styles.hint}>
              {all.length === 0
                ? 'There is nothing to read yet; Escape leads back to where you were.'
                : 'Choose a text to read it. Restoring makes a new draft of it. Choose several with Shift or Ctrl. Escape leads back to where you were.'}
            </p>
          ) : (
            <RecoveredText key={only.id} snapshot={only} />
          )}
        </main>
        <Toasts />
      </div>
    </div>
  )
}

/** Escape returns to the document, unless the key closes something on top of the view. */
function useWayBack(): void {
  useEffect(() => {
    const goBack = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      if (topDialogName() !== undefined) return
      const { active } = useWindow.getState()
      useWindow.setState({ view: 'documents' })
      if (active !== null) focusEditor(active)
    }
    window.addEventListener('keydown', goBack)
    return () => window.removeEventListener('keydown', goBack)
  }, [])
}

function RecoveredText({ snapshot }: { readonly snapshot: Snapshot }) {
  const { actions, sessions } = useApp()
  const { id, documentId } = snapshot
  const { data } = useAnswer(['snapshot', id], 'snapshot.read', { id })
  useEffect(() => dropCopied, [])

  async function restore(): Promise<void> {
    const restored = await actions.run('snapshot.restore', { id })
    if (restored === undefined) return
    goToDocument(restored.documentId, true)
    showToast('Restored as a new draft. Nothing was overwritten.')
  }

  async function compare(): Promise<void> {
    if (documentId === undefined) return
    try {
      await sessions.open(documentId)
      showSnapshot(documentId, id)
    } catch (error) {
      showToast(messageOf(error))
    }
  }

  if (data === undefined) return null
  return (
    <article className={styles.column} tabIndex={0} aria-label="Recovered text">
      <h2 className={styles.title}>{shownTitle(data.title)}</h2>
      <div className={styles.bar}>
        <Button kind="primary" onClick={() => void restore()}>
          Restore as a new draft
        </Button>
        {documentId === undefined || snapshot.kind !== 'snapshot' ? null : (
          <Button onClick={() => void compare()}>Compare with the document</Button>
        )}
        <Button onClick={() => void copyText(data.text)}>Copy the text</Button>
      </div>
      <div className={styles.text}>{data.text}</div>
    </article>
  )
}
