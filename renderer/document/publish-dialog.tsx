import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, OctagonAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { linkedTitles } from '../../shared/markdown/title-links'
import type { DocumentId } from '../../shared/terms'
import { useApp } from '../state/context'
import { PieceText } from '../conflict/piece-text'
import { shortened, useWordDiff } from './short-diff'
import { asShown } from '../history/use-comparison'
import { showOverlay } from '../state/store'
import { Dialog } from '../ui/dialog'
import window from '../ui/window.module.css'
import styles from './document.module.css'
import { publishChecks } from './publish-checks'
import type { Session } from '../state/sessions'
import { useSession, useSessionView } from './use-session'

const LINKS_CHECKED = 500

/** What publishing does to this document: what readers will see changed, and what speaks against it; then one write. */
export function PublishDialog({ id }: { readonly id: DocumentId }) {
  const session = useSession(id)
  return session === undefined ? null : <PublishSheet session={session} />
}

function PublishSheet({ session }: { readonly session: Session }) {
  const { actions, client } = useApp()
  const { id } = session
  const view = useSessionView(session)
  const [text, setText] = useState<string>()
  useEffect(() => {
    // What is typed is with main before it is compared and sent.
    void session.flush().then(() => setText(session.editor.text()))
  }, [session])
  const published = useQuery({
    queryKey: ['published', id],
    gcTime: 0,
    queryFn: () => client.ask('history.published', { id }),
    enabled: text !== undefined,
  })
  const failedUploads = useQuery({
    queryKey: ['failed-uploads', id],
    gcTime: 0,
    enabled: text?.includes('stet-file:') === true,
    queryFn: async () =>
      (await client.ask('files.list', undefined))
        .filter(({ state }) => state === 'failed')
        .map(({ link }) => link),
  })
  const missingTitles = useQuery({
    queryKey: ['missing-titles', id],
    gcTime: 0,
    enabled: text?.includes('[[') === true,
    queryFn: () =>
      client.ask('documents.missing-titles', { titles: [...linkedTitles(text ?? '', LINKS_CHECKED)] }),
  })
  const before = published.data
  const pieces = useWordDiff(before === undefined || before === null ? undefined : asShown(before.text), text)
  if (view === undefined) return null
  const close = () => showOverlay(null)
  const isPublished = view.status === 'published'
  const unsent = view.state.notYetPublished || (isPublished && view.phase === 'dirty')
  const title = view.title.trim() || 'Untitled'
  const checks = publishChecks({
    title: view.title,
    text: text ?? '',
    isConflicted: view.phase === 'conflicted',
    failedUploads: failedUploads.data ?? [],
    missingTitles: missingTitles.data ?? [],
  })
  const isBlocked = checks.some(({ isBlocking }) => isBlocking)
  const renamed =
    before != null && before.title.trim() !== '' && before.title !== view.title && view.title.trim() !== ''
  return (
    <Dialog label="Publish" heading onClose={close}>
      <div className={styles.sheet}>
        <p>
          {isPublished
            ? unsent
              ? `“${title}” is published. Its readers do not see your latest edits yet.`
              : `“${title}” is published and its readers see this text.`
            : `“${title}” is a draft. Publishing makes it visible to readers of this service.`}
        </p>
        <ul aria-label="Checks" className={styles.checks}>
          {text === undefined ? null : checks.length === 0 ? (
            <li>
              <CircleCheck size={16} strokeWidth={1.6} aria-hidden className={styles.fine} />
              No problems found.
            </li>
          ) : (
            checks.map(({ text: words, isBlocking }) => (
              <li key={words}>
                {isBlocking ? (
                  <OctagonAlert size={16} strokeWidth={1.6} aria-hidden className={styles.blocking} />
                ) : (
                  <CircleAlert size={16} strokeWidth={1.6} aria-hidden className={styles.advice} />
                )}
                {words}
              </li>
            ))
          )}
        </ul>
        {renamed ? <p>The title was “{before.title.trim()}”.</p> : null}
        {published.error === null ? null : <p>{published.error.message}</p>}
        {pieces === undefined ? null : pieces.length === 0 ? (
          before === null || renamed || !unsent ? null : (
            <p>The text is the one that readers see.</p>
          )
        ) : (
          <>
            <h3 className={styles.sheetHead}>
              {isPublished ? 'What readers will see changed' : 'Changed since it was last published'}
            </h3>
            <div role="group" aria-label="Changes" tabIndex={0} className={styles.published}>
              <PieceText pieces={shortened(pieces)} />
            </div>
          </>
        )}
      </div>
      <div className={window.dialogFoot}>
        {isPublished ? (
          <button
            type="button"
            className={window.button}
            disabled={view.phase === 'conflicted'}
            onClick={() => {
              close()
              void actions.unpublish(id)
            }}
          >
            Unpublish
          </button>
        ) : null}
        <button type="button" className={window.button} onClick={close}>
          Cancel
        </button>
        {isPublished && !unsent ? null : (
          <button
            type="button"
            className={window.primaryButton}
            disabled={isBlocked || text === undefined}
            onClick={() => {
              close()
              void actions.publish(id)
            }}
          >
            {isPublished ? 'Publish changes' : 'Publish'}
          </button>
        )}
      </div>
    </Dialog>
  )
}
