import type { DocumentId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { showList, useWindow } from '../store'
import type { ActionParts } from './batch-tag-actions'
import { runBatch } from './run-batch'

export interface RecoveredTextActions {
  /**
   * Restores recovered texts as new drafts and selects the drafts. Each text is restored once, even if it is requested
   * again meanwhile.
   */
  restoreTexts(snapshots: readonly string[]): Promise<void>
}

export function recoveredTextActions({
  client,
  attempt,
  isOnScreen,
  say,
}: ActionParts): RecoveredTextActions {
  let isRestoring = false

  async function restore(snapshots: readonly string[]): Promise<void> {
    const drafts: DocumentId[] = []
    const { failureMessage } = await runBatch('Restoring', snapshots, async (id) => {
      drafts.push((await client.ask('snapshot.restore', { id })).documentId)
    })
    if (drafts.length > 0 && isOnScreen()) {
      showList({ smart: 'recent' })
      useWindow.setState({ selected: drafts })
    }
    const texts = counted(drafts.length, 'text as a new draft', 'texts as new drafts')
    say(failureMessage ?? `Restored ${texts}. Nothing was overwritten.`)
  }

  return {
    async restoreTexts(snapshots) {
      if (isRestoring) return
      isRestoring = true
      await attempt(() => restore(snapshots))
      isRestoring = false
    },
  }
}
