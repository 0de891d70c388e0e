import { useShallow } from 'zustand/react/shallow'
import { type DocumentId, shownTitle } from '../../shared/terms'
import { useSessionPart } from '../document/use-session'
import { useFieldRefusals, useRefusals } from '../state/abilities'
import type { App } from '../state/context'
import type { Session } from '../state/sessions'
import { targetDocuments, renameDocument, showDecision, showOverlay, useWindow } from '../state/store'
import type { SomeCommands } from './command-state'

async function deleteMeant({ client, sessions, actions }: App, ids: readonly DocumentId[]): Promise<void> {
  const [id] = ids
  if (id === undefined) return
  const open = sessions.get(id)
  const listed = open === undefined ? await client.call('documents.summaries', { ids: [id] }) : undefined
  const title = open?.view().title ?? (listed?.ok === true ? listed.value[0]?.title : undefined)
  await actions.deleteDocuments(ids, shownTitle(title ?? ''))
}

/**
 * Commands about the document in front, or about those selected in the list.
 *
 * @param none the reason why no document is in front, worded to follow "because"
 * @param fixed the reason why it cannot be changed
 * @param unseen the reason why neither the document nor the list is on screen
 */
export function useDocumentCommands(
  app: App,
  session: Session | undefined,
  none: string | undefined,
  fixed: string | undefined,
  unseen: string | undefined,
) {
  const { actions } = app
  const active = useWindow((state) => state.active)
  const ids = useWindow(useShallow(targetDocuments))
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const isPublished = useSessionPart(session, (view) => view.status === 'published')
  const notYetPublished = useSessionPart(session, (view) => view.state.notYetPublished)
  const write = useRefusals()('documents:write')
  const field = useFieldRefusals()
  const nothing = unseen ?? (ids.length === 0 ? 'no document is chosen' : write)
  const many = ids.length > 1 ? 'more than one document is chosen' : undefined
  const about = many && `${ids.length.toLocaleString('en')} documents`
  return {
    rename: {
      run: () => active !== null && renameDocument(active),
      disabled: many ?? fixed ?? field('title'),
    },
    duplicate: {
      run: () => active !== null && void actions.duplicate(active),
      disabled: many ?? none ?? write,
    },
    'copy-link': {
      run: () => active !== null && void actions.copyLink(active),
      disabled: many ?? none,
    },
    move: {
      run: () => showOverlay({ kind: 'move', ids }),
      disabled: nothing ?? field('folderId'),
      about,
    },
    'add-tag': {
      run: () => showOverlay({ kind: 'add-tag', ids }),
      disabled: nothing ?? field('tagIds'),
      about,
    },
    delete: { run: () => void deleteMeant(app, ids), disabled: nothing, about },
    'keep-draft': {
      run: () => active !== null && void actions.keepAsDraft(active),
      disabled: none ?? (readOnly === undefined ? 'this document can be edited' : undefined),
    },
    publish: {
      run: () => active !== null && showOverlay({ kind: 'publish', id: active }),
      disabled:
        many ??
        fixed ??
        field('status') ??
        (isConflicted
          ? 'resolve the conflict in this document first'
          : isPublished && notYetPublished === false
            ? 'this document is published'
            : undefined),
    },
    unpublish: {
      run: () => active !== null && void actions.unpublish(active),
      disabled: many ?? fixed ?? field('status') ?? (isPublished ? undefined : 'this document is a draft'),
    },
    decide: {
      run: () => active !== null && showDecision(active),
      disabled: none ?? (isConflicted ? undefined : 'this document is not in conflict'),
    },
  } satisfies SomeCommands
}
