import { Hash } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { Tag } from '../../shared/ipc-records'
import type { TagId } from '../../shared/terms'
import { useApp } from '../context'
import { showList, useWindow } from '../store'
import { ConfirmDialog } from '../window/confirm-dialog'
import { ItemMenu } from './item-menu'
import { RenameField } from './rename-field'
import { useTypeahead } from './typeahead'
import styles from './library.module.css'

/** The tags: one press lists its documents, with Ctrl or Cmd those that carry all of the chosen ones. */
export function TagList({ tags, loaded }: { readonly tags: readonly Tag[]; readonly loaded: boolean }) {
  const { actions } = useApp()
  const chosen = useWindow(({ filter, place }) => (place === 'documents' ? (filter.tagIds ?? NONE) : NONE))
  const renaming = useWindow((state) => state.renaming)
  const [cursor, setCursor] = useState<TagId | null>(null)
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const cursorIndex = Math.max(
    0,
    tags.findIndex(({ id }) => id === (cursor ?? chosen[0])),
  )

  function choose(id: TagId, add: boolean): void {
    const tagIds = !add ? [id] : chosen.includes(id) ? chosen.filter((tag) => tag !== id) : [...chosen, id]
    showList(tagIds.length === 0 ? { smart: 'recent' } : { tagIds: [...tagIds] })
  }

  function moveTo(index: number): void {
    const tag = tags[Math.min(tags.length - 1, Math.max(0, index))]
    if (tag === undefined) return
    setCursor(tag.id)
    list.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(tag.id)}"]`)?.focus()
  }

  const typeahead = useTypeahead((prefix) => {
    const index = tags.findIndex(({ name }) => name.toLocaleLowerCase().startsWith(prefix))
    if (index >= 0) moveTo(index)
  })

  function onKeyDown(event: KeyboardEvent): void {
    const tag = tags[cursorIndex]
    if (tag === undefined || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown') moveTo(cursorIndex + 1)
    else if (key === 'ArrowUp') moveTo(cursorIndex - 1)
    else if (key === 'Home') moveTo(0)
    else if (key === 'End') moveTo(tags.length - 1)
    else if (key === 'Enter' || key === ' ') choose(tag.id, event.ctrlKey || event.metaKey)
    else if (key === 'F2') useWindow.setState({ renaming: tag.id })
    else if (key === 'Delete') setDeleting(tag)
    else if (event.ctrlKey || event.metaKey || !typeahead(key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div
        ref={list}
        role="listbox"
        aria-label="Tags"
        aria-multiselectable
        tabIndex={tags.length === 0 ? 0 : undefined}
        className={styles.tags}
        onKeyDown={onKeyDown}
      >
        {tags.map((tag, index) => (
          <ItemMenu
            key={tag.id}
            onRename={() => useWindow.setState({ renaming: tag.id })}
            onDelete={() => setDeleting(tag)}
          >
            <div
              role="option"
              data-tag={tag.id}
              aria-description={tag.documents === 1 ? '1 document' : `${tag.documents} documents`}
              aria-selected={chosen.includes(tag.id)}
              tabIndex={index === cursorIndex ? 0 : -1}
              className={styles.row}
              onFocus={() => setCursor(tag.id)}
              onClick={(event: MouseEvent) => choose(tag.id, event.ctrlKey || event.metaKey)}
              onDoubleClick={() => useWindow.setState({ renaming: tag.id })}
            >
              <Hash size={16} strokeWidth={1.6} aria-hidden />
              {renaming === tag.id ? (
                <RenameField
                  label="Tag name"
                  name={tag.name}
                  onRename={(name) => void actions.run('tag.rename', { id: tag.id, name })}
                />
              ) : (
                <>
                  <span className={styles.name}>{tag.name}</span>
                  <span className={styles.count} aria-hidden>
                    {tag.documents}
                  </span>
                </>
              )}
            </div>
          </ItemMenu>
        ))}
      </div>
      {loaded && tags.length === 0 ? (
        <p className={styles.hint}>Tags gather documents from several folders.</p>
      ) : null}
      {deleting === null ? null : (
        <ConfirmDialog
          label={`Delete the tag “${deleting.name}”`}
          text={
            deleting.documents === 0
              ? 'No document carries it.'
              : `It is taken off ${deleting.documents === 1 ? 'one document' : `${deleting.documents} documents`}. The documents stay.`
          }
          action="Delete tag"
          onCancel={() => setDeleting(null)}
          onConfirm={() => {
            setDeleting(null)
            if (chosen.includes(deleting.id)) showList({ smart: 'recent' })
            void actions.run('tag.delete', { id: deleting.id })
          }}
        />
      )}
    </>
  )
}

const NONE: readonly TagId[] = []
