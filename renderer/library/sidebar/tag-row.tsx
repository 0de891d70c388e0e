import { Hash } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Tag } from '../../../shared/ipc/ipc-records'
import type { TagId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { unlessRefused, useFieldRefusals } from '../../state/abilities'
import { useApp } from '../../state/context'
import { isNamed, useWindow, type NewItem } from '../../state/store'
import { useDocumentDrop } from '../drag'
import { NewNameField, RenameField } from '../rename-field'
import styles from '../library.module.css'

/** A tag in the sidebar; documents dropped on it get the tag. Other props go to its element. */
export function TagRow(
  props: ComponentProps<'div'> & {
    readonly tag: Tag
    readonly chosen: boolean
    readonly colour: number | undefined
    /** The item that is created once it has a name. */
    readonly newItem: NewItem | null
    /** Called with the other tag that already has the name, if there is one. */
    readonly onMade: (id: TagId | undefined) => void
  },
) {
  const { tag, chosen, colour, newItem, onMade, ...rest } = props
  const { actions } = useApp()
  const isRenaming = useWindow(({ renaming }) => isNamed(renaming, 'tag', tag.id))
  const refused = useFieldRefusals()('tagIds')
  const drop = useDocumentDrop((ids) => unlessRefused(refused, () => void actions.addTag(ids, tag.id)))
  return (
    <div
      role="option"
      data-tag={tag.id}
      aria-selected={chosen}
      aria-description={counted(tag.documents, 'document')}
      className={styles.row}
      {...rest}
      {...drop}
    >
      <Hash className={styles.tagMark} data-colour={colour} />
      {newItem !== null ? (
        <NewNameField
          label="Tag name"
          name="new tag"
          item={newItem}
          onMake={(name) => void actions.makeTag(newItem, name).then(onMade)}
        />
      ) : isRenaming ? (
        <RenameField
          label="Tag name"
          name={tag.name}
          onRename={(name) => void actions.renameTag(tag, name)}
        />
      ) : (
        <>
          <bdi className={styles.name}>{tag.name}</bdi>
          <span className={styles.count} aria-hidden>
            {tag.documents.toLocaleString('en')}
          </span>
        </>
      )}
    </div>
  )
}
