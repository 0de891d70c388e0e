import { useEffect, useState } from 'react'
import { type DocumentId, shownTitle } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { countTextWords } from '../../../shared/text/words/text-words'
import type { Span } from '../../../shared/text/span'
import { useApp } from '../../state/context'
import { PieceText } from '../../conflict/piece-text'
import { Button } from '../../ui/button'
import { shortened, useWordDiff } from '../short-diff'
import { asShown } from '../../history/use-comparison'
import { useAnswer, useSettings } from '../../state/queries'
import { showOverlay, showTitle } from '../../state/store'
import { runOnceClosed } from '../../state/typed/type-ahead'
import { Dialog, DialogFoot } from '../../ui/dialog'
import windowStyles from '../../ui/window.module.css'
import styles from '../document.module.css'
import { publishChecks, type PublishPlace } from './publish-checks'
import { PublishList } from './publish-list'
import { usePublishFacts } from './use-publish-facts'
import type { Session } from '../../state/sessions'
import { useSession, useSessionView } from '../use-session'

/**
 * The publish sheet: it shows what readers will see changed and what speaks against publishing, then sends one write.
 */
export function PublishDialog({ id }: { readonly id: DocumentId }) {
  const session = useSession(id)
  return session === undefined ? null : <PublishSheet session={session} />
}

function PublishSheet({ session }: { readonly session: Session }) {
  const { actions } = useApp()
  const { id } = session
  const view = useSessionView(session)
  const [text, setText] = useState<string>()
  useEffect(() => {
    // The main process must have the typed text before it is compared and sent.
    void session.flush().then(() => setText(session.editor.text()))
  }, [session])
  const facts = usePublishFacts(id, text)
  const settings = useSettings().data
  if (view === undefined) return null
  const close = () => showOverlay(null)
  const isPublished = view.status === 'published'
  const unsent = view.state.notYetPublished || (isPublished && view.phase === 'dirty')
  const title = shownTitle(view.title.trim())
  const checks = publishChecks({
    title: view.title,
    text: text ?? '',
    isConflicted: view.phase === 'conflicted',
    ...facts,
    orphanFootnotes: session?.editor.orphanFootnotes() ?? [],
    fields: settings?.publishFields ?? [],
    words: settings?.publishWords ?? [],
  })
  const goTo = ({ at }: PublishPlace) => {
    // The dialog returns the focus first; keys typed meanwhile belong to the place.
    runOnceClosed(() => (at === 'title' ? showTitle(id) : session.editor.goTo(at.from, hitOf(at))))
    close()
  }
  const isBlocked = checks.some(({ isBlocking }) => isBlocking)
  return (
    <Dialog label="Publish" heading onClose={close}>
      <div className={windowStyles.dialogText}>
        <p>
          {isPublished
            ? unsent
              ? `“${title}” is published. Its readers do not see your latest edits yet.`
              : `“${title}” is published and its readers see this text.`
            : `“${title}” is a draft. Publishing makes it visible to readers of this service.`}
        </p>
        {text === undefined ? null : (
          <>
            <PublishList checks={checks} goTo={goTo} />
            <p>{lengthOf(text)}</p>
          </>
        )}
        <Changes id={id} text={text} title={view.title} isPublished={isPublished} isUnsent={unsent} />
      </div>
      <DialogFoot>
        {isPublished ? (
          <Button
            disabled={view.phase === 'conflicted'}
            onClick={() => {
              close()
              void actions.unpublish(id)
            }}
          >
            Unpublish
          </Button>
        ) : null}
        <Button data-cancel onClick={close}>
          Cancel
        </Button>
        {isPublished && !unsent ? null : (
          <Button
            kind="primary"
            disabled={isBlocked || text === undefined}
            onClick={() => {
              close()
              void actions.publish(id)
            }}
          >
            {isPublished ? 'Publish changes' : 'Publish'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

/** The changes that readers will see. */
function Changes(props: {
  readonly id: DocumentId
  readonly text: string | undefined
  readonly title: string
  readonly isPublished: boolean
  readonly isUnsent: boolean
}) {
  const { id, text, title, isPublished, isUnsent } = props
  const published = useAnswer(
    ['published', id],
    'history.published',
    { id },
    { gcTime: 0, enabled: text !== undefined },
  )
  const before = published.data
  const pieces = useWordDiff(before === undefined || before === null ? undefined : asShown(before.text), text)
  const renamed =
    before != null && before.title.trim() !== '' && before.title !== title && title.trim() !== ''
  return (
    <>
      {renamed ? <p>The title was “{before.title.trim()}”.</p> : null}
      {published.error === null ? null : <p>{published.error.message}</p>}
      {pieces === undefined ? null : pieces.length === 0 ? (
        before === null || renamed || !isUnsent ? null : (
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
    </>
  )
}

const hitOf = (at: Span) => ({ marks: [{ ...at, isCurrent: true }] })

const WORDS_A_MINUTE = 230

function lengthOf(text: string): string {
  const words = countTextWords(text)
  if (words === 0) return 'There are no words in this text yet.'
  const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE))
  return `${counted(words, 'word')}, about ${counted(minutes, 'minute')} to read.`
}
