import type { ReplaceAsk, ReplaceDocument } from '../../shared/ipc/ipc-replace'
import type { DocumentId } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import type { App } from '../state/context'
import { nameInLinks, namedBy } from '../../shared/markdown/title-links'
import { toReplace } from '../search/replace-places'
import { showOverlay } from '../state/store'
import { showUndone } from '../state/actions/show-undone'
import { showToast } from '../state/toasts'

/** The old and new titles of a renamed document whose links in other texts still have the old title. */
export interface RenamedLinks {
  readonly before: string
  readonly after: string
}

const SAME_TITLES_MAX = 20

/** Finds `[[before]]`, also with a heading or other link text, and replaces the title with the new one. */
export const linkUpdate = ({ before, after }: RenamedLinks): ReplaceAsk => ({
  find: `\\[\\[[ \\t]*${nameInLinks(before).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}[ \\t]*(?=(?:#[^\\][|\\n]*)?(?:\\|[^\\][\\n]*)?\\]\\])`,
  replace: `[[${nameInLinks(after).replaceAll('\\', '\\\\').replaceAll('$', '$$$$')}`,
  ...{ matchCase: false, wholeWords: false, regexp: true, outsideCode: true, filter: {} },
})

/** After a rename, reports how many links in other texts still have the old title, and offers to rewrite them. */
export async function offerLinkUpdate(app: App, id: DocumentId, renamed: RenamedLinks): Promise<void> {
  const [before, after] = [nameInLinks(renamed.before), nameInLinks(renamed.after)]
  if (before === '' || renamed.after.trim() === '' || before.toLowerCase() === after.toLowerCase()) return
  await app.sessions.flushAll()
  const named = await app.client.call('documents.find', { query: before, limit: SAME_TITLES_MAX })
  // If another document has the old title, the links lead to that document.
  if (!named.ok || namedBy(before, named.value).some((one) => one.id !== id)) return
  const found = await app.client.call('replace.preview', linkUpdate(renamed))
  if (!found.ok || found.value.documents.length === 0) return
  const links = found.value.documents.reduce((sum, { hits }) => sum + hits.length, 0)
  const left = `${counted(links, 'link still says', 'links still say')} “${before}”.`
  if (after === '')
    return void showToast(
      `${left} No link can name “${renamed.after.trim()}”: it has only signs that end a link.`,
    )
  // The title in links differs from the one on screen, so the message has to say how the links will read.
  const name = after === renamed.after.trim() ? '' : ` In links the new title is “${after}”.`
  showToast(left + name, [
    {
      label: `Update ${counted(links, 'link')}`,
      run: () => void renamedNow(app, id, renamed).then((now) => updateLinks(app, now)),
    },
    {
      label: 'Review…',
      run: () =>
        void renamedNow(app, id, renamed).then((now) => showOverlay({ kind: 'update-links', id, ...now })),
    },
  ])
}

/** Returns the rename with the current title of the document, which may have been renamed again since the offer. */
async function renamedNow(app: App, id: DocumentId, renamed: RenamedLinks): Promise<RenamedLinks> {
  const open = app.sessions.get(id)?.view().title
  const listed = open === undefined ? await app.client.call('documents.summaries', { ids: [id] }) : undefined
  const title = open ?? (listed?.ok === true ? listed.value[0]?.title : undefined) ?? ''
  return nameInLinks(title) === '' ? renamed : { ...renamed, after: title }
}

/** Rewrites all these links in one batch that can be undone as a whole. */
async function updateLinks(app: App, renamed: RenamedLinks): Promise<void> {
  // Unsaved typing is saved first, so that the positions match the current texts.
  await app.sessions.flushAll()
  const found = await app.client.call('replace.preview', linkUpdate(renamed))
  if (!found.ok) return void showToast(found.problem.message)
  await rewriteLinks(app, found.value.documents)
}

/** Rewrites these links in one batch. Links that have changed since they were found are skipped and counted. */
export async function rewriteLinks(
  { actions, sessions }: App,
  documents: readonly Pick<ReplaceDocument, 'documentId' | 'hits'>[],
): Promise<void> {
  if (documents.length === 0) return void showToast('No links are left to update.')
  const wanted = toReplace(documents)
  const done = await actions.run('replace.apply', { documents: wanted, isOfLinks: true })
  if (done === undefined) return
  sessions.adoptReplaced(wanted)
  const left = done.skipped === 0 ? '' : ` ${counted(done.skipped, 'link')} could not be updated.`
  const updated = `Updated ${counted(done.places, 'link')} in ${counted(done.documents, 'document')}`
  showToast(`${updated}.${left}`, [{ label: 'Undo', run: () => void undo(done.id) }])

  async function undo(batch: string): Promise<void> {
    const undone = await actions.run('replace.undo', { id: batch })
    if (undone !== undefined) showUndone(updated, undone)
  }
}
