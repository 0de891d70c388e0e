import { Link2, Quote } from 'lucide-react'
import { stripMarkdown } from '../../shared/markdown/strip-markdown'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { counted } from '../../shared/text/counted'
import { useRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { useSession, useSessionPart } from '../document/use-session'
import { nameInLinks } from '../../shared/markdown/title-links'
import { quotationOf } from '../editor/markdown/passages'
import { useActiveConnection, useAnswer } from '../state/queries'
import { foundWords } from '../search/found-words'
import { openPassage, stayHere } from '../search/hits'
import { PassageList, type PassageAction } from '../search/passage-list'
import { useQuotaLeft } from '../search/quota-left'
import { showTab } from '../state/store'
import { PanelFrame } from '../ui/panel-frame'
import panel from '../ui/side-panel.module.css'
import { useParagraph, type Subject } from './use-paragraph'
import styles from './related.module.css'

const LIMIT = 10
/** The maximum number of characters of the paragraph shown above the results. */
const SUBJECT_LENGTH = 200
/** For this long, the results for a paragraph are reused. */
const KEPT_MS = 15 * 60_000

/**
 * Passages of other documents on the subject of the paragraph at the cursor. Nothing is searched while the panel is
 * closed.
 */
export function RelatedPanel() {
  const { sessions } = useApp()
  const subject = useParagraph()
  const connection = useActiveConnection()
  const quota = useQuotaLeft()
  const actions = useInsertions(subject)
  const asked = useAnswer(
    // The search is repeated when the service is reachable again, or when searches are bound to another folder.
    ['related', connection?.id, connection?.fixedFolder, connection?.state === 'online', subject],
    'search.related',
    {
      documentId: subject?.documentId ?? '',
      paragraph: subject?.text ?? '',
      limit: LIMIT,
    },
    { enabled: subject !== undefined && connection !== undefined, gcTime: KEPT_MS },
  )
  const hits = asked.data?.hits ?? []
  return (
    <PanelFrame name="Related" {...(quota !== undefined && { foot: quota })}>
      {subject === undefined ? (
        <p className={panel.hint}>
          Passages of other documents that have to do with the paragraph under the cursor stand here once the
          cursor rests in one.
        </p>
      ) : (
        <p className={styles.subject}>
          {stripMarkdown(subject.text.slice(0, 2 * SUBJECT_LENGTH), []).text.slice(0, SUBJECT_LENGTH)}
        </p>
      )}
      <p role="status" aria-label="Search notice" className={styles.notice}>
        {asked.data?.notice}
      </p>
      <p className={styles.notice} aria-live="polite">
        {foundWords(subject !== undefined, asked, saidOf)}
      </p>
      {hits.length === 0 ? null : (
        <PassageList
          label="Related passages"
          hits={hits}
          actions={actions}
          onOpen={(hit) => void openPassage(sessions, hit)}
        />
      )}
    </PanelFrame>
  )
}

const saidOf = ({ hits: { length } }: { readonly hits: readonly SearchHit[] }): string =>
  length === 0 ? 'Nothing related in other documents' : counted(length, 'related passage')

/**
 * Inserts a passage at the cursor of the document for which it was found, even if another document is active by now.
 */
function useInsertions(subject: Subject | undefined): readonly PassageAction[] {
  const { sessions } = useApp()
  const session = useSession(subject?.documentId ?? null)
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const write = useRefusals()('documents:write')
  const fixed =
    write ??
    (readOnly !== undefined
      ? 'this document is read only'
      : isConflicted
        ? 'resolve the conflict in this document first'
        : undefined)

  async function insert(what: { readonly block: string } | { readonly words: string }): Promise<void> {
    if (subject === undefined) return
    stayHere()
    const opened = await sessions.open(subject.documentId)
    showTab(subject.documentId)
    opened.editor.insert(what)
  }

  return [
    {
      icon: Quote,
      label: 'Insert as quote',
      refused: ({ passage }) => fixed ?? (passage.trim() === '' ? 'its text is not here' : undefined),
      run: ({ passage, title }) => void insert({ block: quotationOf(passage, title) }),
    },
    {
      icon: Link2,
      label: 'Insert as link',
      refused: ({ title }: SearchHit) =>
        fixed ?? (nameInLinks(title) === '' ? 'its title cannot stand in a link' : undefined),
      run: ({ title }) => void insert({ words: `[[${nameInLinks(title)}]]` }),
    },
  ]
}
