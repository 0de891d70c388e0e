import type { DocumentId } from '../../shared/terms'
import type { Sessions } from '../state/sessions'
import { showToast } from '../state/toasts'

/**
 * Scrolls to the heading with this id in a document that is being shown. A document that cannot be opened reports the
 * error in its own pane.
 */
export async function goToHeading(
  sessions: Sessions,
  id: DocumentId,
  heading: string | undefined,
): Promise<void> {
  if (heading === undefined) return
  const session = await sessions.open(id).catch(() => undefined)
  if (session?.editor.goToHeading(heading) === false)
    showToast('The document has no heading with these words.')
}
