import { listed } from '../../../shared/text/listed'
import { shownTitle, type DocumentId } from '../../../shared/terms'
import { goToDocument } from '../store'
import { showToast } from '../toasts'

/** The number of titles that fit into one sentence. */
const NAMED_MAX = 3

/**
 * Reports the undo of a replacement: first `said`, then the documents that were changed since and stayed as they are,
 * with a link if there is only one.
 */
export function showUndone(
  said: string,
  stayed: readonly { readonly id: DocumentId; readonly title: string }[],
): void {
  const [first, ...others] = stayed
  if (first === undefined) return void (said !== '' && showToast(said))
  const show = { label: 'Show', run: () => goToDocument(first.id) }
  showToast(`${said} ${namesOf(stayed)} changed since and stayed.`.trim(), others.length === 0 ? [show] : [])
}

function namesOf(stayed: readonly { readonly title: string }[]): string {
  const names = stayed.slice(0, NAMED_MAX).map(({ title }) => `“${shownTitle(title)}”`)
  const more = stayed.length - names.length
  return listed(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names)
}
