import { listed } from '../../../shared/text/listed'
import type { CommandOutput } from '../../../shared/ipc/ipc'
import { shownTitle } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { goToDocument } from '../store'
import { showToast, undoneText } from '../toasts'

/** The number of titles that fit into one sentence. */
const NAMED_MAX = 3

/**
 * Reports the undo of a replacement: that what was `done` is undone, or in how many documents, and the documents with
 * places that were changed since and stayed as they are, with a link if there is only one.
 */
export function showUndone(
  done: string,
  { documents, stayed }: Pick<CommandOutput<'replace.undo'>, 'documents' | 'stayed'>,
): void {
  const [first, ...others] = stayed
  if (first === undefined) return void showToast(undoneText(done))
  const said = documents === 0 ? 'Nothing was undone.' : `Undone in ${counted(documents, 'document')}.`
  const show = { label: 'Show', run: () => goToDocument(first.id) }
  showToast(`${said} What changed since in ${namesOf(stayed)} stayed.`, others.length === 0 ? [show] : [])
}

function namesOf(stayed: readonly { readonly title: string }[]): string {
  const names = stayed.slice(0, NAMED_MAX).map(({ title }) => `“${shownTitle(title)}”`)
  const more = stayed.length - names.length
  return listed(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names)
}
