import type { DocumentId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { useApp } from '../../state/context'
import { showOverlay } from '../../state/store'
import { runOnceClosed } from '../../state/typed/type-ahead'
import { ConfirmDialog } from '../../ui/confirm-dialog'

/** Asks before a large number of documents is deleted, which also deletes them on the service. */
export function DeleteManyDialog({ ids }: { readonly ids: readonly DocumentId[] }) {
  const { actions } = useApp()
  const documents = counted(ids.length, 'document')
  return (
    <ConfirmDialog
      label={`Delete ${documents}?`}
      text="They are deleted on the service too, where readers no longer find those that were published. Undo brings them back."
      action={`Delete ${documents}`}
      onCancel={() => showOverlay(null)}
      onConfirm={() => {
        // The focus is back in the list by then.
        runOnceClosed(() => void actions.deleteMany(ids))
        showOverlay(null)
      }}
    />
  )
}
