import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Tag } from '../../../shared/ipc/ipc-records'
import type { TagId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { useApp } from '../../state/context'
import { asSentence, unlessRefused, useRefusals } from '../../state/abilities'
import { useSettings } from '../../state/queries'
import { showList, showOverlay, useWindow } from '../../state/store'
import { rowByKey } from '../../ui/lists/list-keys'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { useFocusKept } from '../../ui/lists/focus-kept'
import { ROW_HEIGHT } from './folder-row'
import { ItemMenu } from './item-menu'
import { TagColours } from './tag-colours'
import { TagRow } from './tag-row'
import { useNamedRows } from '../use-named-rows'
import { useNewItem } from '../use-new-item'
import styles from '../library.module.css'

const rename = ({ id }: Tag) => useWindow.setState({ renaming: { kind: 'tag', id } })

/** The tags. A click lists the documents of a tag; with Ctrl or Cmd, the documents that have all of the chosen tags. */
export function TagList(props: { readonly tags: readonly Tag[]; readonly loaded: boolean }) {
  const { tags, unnamed } = useTagsWithNew(props.tags)
  const colours = useSettings().data?.tagColours ?? {}
  const refused = useRefusals()('tags:write')
  const chosen = useWindow(({ filter, view }) => (view === 'documents' ? (filter.tagIds ?? NONE) : NONE))
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const keepsFocus = useFocusKept(list)
  const { cursor, setCursor, moveTo, typeahead } = useNamedRows(list, tags, chosen[0])
  useFollowing(list, chosen)

  function choose(id: TagId, add: boolean): void {
    const tagIds = !add ? [id] : chosen.includes(id) ? chosen.filter((tag) => tag !== id) : [...chosen, id]
    showList(tagIds.length === 0 ? { smart: 'recent' } : { tagIds: [...tagIds] })
  }

  /** Moves the focus to another tag if that tag has the name. */
  function goOnAt(id: TagId | undefined): void {
    const at = document.activeElement
    if (id === undefined || (at !== document.body && list.current?.contains(at) !== true)) return
    rowIn(list, id)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const tag = tags[cursor]
    if (tag === undefined || event.altKey || typeahead.takesWithin(event)) return
    const { key } = event
    const to = rowByKey(key, cursor, tags.length)
    if (to !== undefined) moveTo(to)
    else if (key === 'Enter' || key === ' ') choose(tag.id, event.ctrlKey || event.metaKey)
    else if (key === 'F2') unlessRefused(refused, () => rename(tag))
    else if (key === 'Delete') unlessRefused(refused, () => setDeleting(tag))
    else if (event.ctrlKey || event.metaKey || !typeahead.takes(key)) return
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
        tabIndex={tags.length === 0 ? 0 : -1}
        className={styles.tags}
        style={{ minHeight: Math.max(1, Math.min(tags.length, TAG_ROWS_MIN)) * ROW_HEIGHT }}
        onKeyDown={onKeyDown}
        {...keepsFocus}
      >
        {tags.map((tag, index) => (
          <ItemMenu
            key={tag.id}
            label="Tag"
            onRename={() => rename(tag)}
            onDelete={() => setDeleting(tag)}
            refused={refused}
            lines={[
              {
                name: 'Merge into…',
                disabled: tags.length < 2 ? 'there is no other tag' : undefined,
                run: () => showOverlay({ kind: 'merge-tag', id: tag.id }),
              },
            ]}
            more={<TagColours name={tag.name} />}
          >
            <TagRow
              tag={tag}
              colour={Object.hasOwn(colours, tag.name) ? colours[tag.name] : undefined}
              chosen={chosen.includes(tag.id)}
              tabIndex={index === cursor ? 0 : -1}
              onFocus={() => setCursor(tag.id)}
              onClick={(event: MouseEvent) => choose(tag.id, event.ctrlKey || event.metaKey)}
              onDoubleClick={() => refused === undefined && rename(tag)}
              newItem={unnamed?.id === tag.id ? unnamed : null}
              onMade={goOnAt}
            />
          </ItemMenu>
        ))}
      </div>
      <TagHint isEmpty={props.loaded && tags.length === 0} />
      {deleting === null ? null : <DeleteTag tag={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const rowIn = (list: RefObject<HTMLElement | null>, id: TagId) =>
  list.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(id)}"]`)

/** Moves the focus to a tag that an undo or the navigation history lists again, if it was on the row of another tag. */
function useFollowing(list: RefObject<HTMLElement | null>, chosen: readonly TagId[]): void {
  const before = useRef(chosen)
  useLayoutEffect(() => {
    const [now] = chosen
    if (now === undefined || before.current.includes(now)) return void (before.current = chosen)
    const row = rowIn(list, now)
    // A recreated tag is not rendered yet.
    if (row == null) return
    before.current = chosen
    const at = document.activeElement
    if (at instanceof HTMLElement && at !== row && at.matches('[data-tag]') && list.current?.contains(at))
      row.focus()
  })
}

function DeleteTag({ tag, onClose }: { readonly tag: Tag; readonly onClose: () => void }) {
  const { actions } = useApp()
  return (
    <ConfirmDialog
      label={`Delete the tag “${tag.name}”`}
      text={
        tag.documents === 0
          ? 'No documents have it.'
          : `It will be removed from ${counted(tag.documents, 'document')}. The documents stay.`
      }
      action="Delete tag"
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void actions.deleteTag(tag)
      }}
    />
  )
}

function TagHint({ isEmpty }: { readonly isEmpty: boolean }) {
  const unread = useRefusals()('tags:read')
  if (unread === undefined && !isEmpty) return null
  return (
    <p className={styles.hint}>
      {unread === undefined
        ? 'Use tags to group documents across folders. “New tag” above makes the first one.'
        : asSentence(unread)}
    </p>
  )
}

/** The tags, with one being created first, below the button that creates it; `unnamed` while it has no name. */
function useTagsWithNew(tags: readonly Tag[]) {
  const item = useNewItem('tag', tags)
  const all = useMemo(
    () =>
      item === null || tags.some(({ id }) => id === item.id)
        ? tags
        : [{ id: item.id, name: item.name ?? '', documents: 0 }, ...tags],
    [tags, item],
  )
  return { tags: all, unnamed: item?.name === undefined ? item : null }
}

const NONE: readonly TagId[] = []
/** The minimum number of tag rows, however many folders there are. */
export const TAG_ROWS_MIN = 3
