import { FolderInput, Hash, Trash2, X } from 'lucide-react'
import type { DocumentId } from '../../../shared/terms'
import { useFieldRefusals, useRefusals } from '../../state/abilities'
import { useApp } from '../../state/context'
import { showOverlay, useWindow } from '../../state/store'
import { IconButton } from '../../ui/icon-button'
import styles from '../library.module.css'

/** The actions for several selected documents. */
export function ChosenBar({ ids }: { readonly ids: readonly DocumentId[] }) {
  const { actions } = useApp()
  const refused = useRefusals()('documents:write')
  const field = useFieldRefusals()
  return (
    <div role="toolbar" aria-label="Chosen documents" className={styles.chosen}>
      <span>{ids.length.toLocaleString('en')} chosen</span>
      <IconButton
        icon={FolderInput}
        label="Move the chosen to…"
        refused={field('folderId')}
        onClick={() => showOverlay({ kind: 'move', ids })}
      />
      <IconButton
        icon={Hash}
        label="Tag the chosen…"
        refused={field('tagIds')}
        onClick={() => showOverlay({ kind: 'add-tag', ids })}
      />
      <IconButton
        icon={Trash2}
        label="Delete the chosen"
        refused={refused}
        onClick={() => void actions.deleteDocuments(ids, '')}
      />
      <IconButton
        icon={X}
        label="Choose none"
        onClick={() => useWindow.setState(({ active }) => ({ selected: active === null ? [] : [active] }))}
      />
    </div>
  )
}
