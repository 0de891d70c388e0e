import { Bookmark } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import type { SavedSearch } from '../../../shared/ipc/ipc-saved-searches'
import { useApp } from '../../state/context'
import { openSaved, useSavedSearches } from '../../search/saved-search'
import { useSearch } from '../../search/search-state'
import { isNamed, useWindow } from '../../state/store'
import { undoing } from '../../state/actions/undoable-operation'
import { showDone, showToast } from '../../state/toasts'
import { ItemMenu } from './item-menu'
import { RenameField } from '../rename-field'
import { useNamedRows } from '../use-named-rows'
import styles from '../library.module.css'
import { rowByKey } from '../../ui/lists/list-keys'

/** The saved searches: a click runs the search again and shows the results. */
export function SavedList() {
  const { actions } = useApp()
  const searches = useSavedSearches()
  const shown = useSearch((state) => state.savedId)
  const isSearching = useWindow(({ panes, view }) => panes.panel.open === 'search' && view === 'documents')
  const renaming = useWindow((state) => state.renaming)
  const list = useRef<HTMLDivElement>(null)
  const { cursor, setCursor, moveTo, typeahead } = useNamedRows(list, searches)
  async function remove({ id, name }: SavedSearch): Promise<void> {
    if (!(await actions.did('saved-search.delete', { id }))) return
    const done = `Deleted the search “${name}”`
    const undo = undoing(showToast, done, () => actions.did('saved-search.restore', { id }))
    showDone(done, undo)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const search = searches[cursor]
    if (search === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (typeahead.takesWithin(event)) return
    const { key } = event
    const to = rowByKey(key, cursor, searches.length)
    if (to !== undefined) moveTo(to)
    else if (key === 'Enter' || key === ' ') openSaved(search)
    else if (key === 'F2') useWindow.setState({ renaming: { kind: 'search', id: search.id } })
    else if (key === 'Delete') void remove(search)
    else if (!typeahead.takes(key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  if (searches.length === 0) return null
  return (
    <div ref={list} role="listbox" aria-label="Saved searches" className={styles.saved} onKeyDown={onKeyDown}>
      {searches.map((search, index) => (
        <ItemMenu
          key={search.id}
          label="Saved search"
          refused={undefined}
          onRename={() => useWindow.setState({ renaming: { kind: 'search', id: search.id } })}
          onDelete={() => void remove(search)}
        >
          <div
            role="option"
            data-saved={search.id}
            aria-selected={isSearching && search.id === shown}
            tabIndex={index === cursor ? 0 : -1}
            className={styles.row}
            onFocus={() => setCursor(search.id)}
            onClick={() => openSaved(search)}
          >
            <Bookmark />
            {isNamed(renaming, 'search', search.id) ? (
              <RenameField
                label="Name of the search"
                name={search.name}
                onRename={(name) => {
                  useWindow.setState({ undo: null })
                  void actions.run('saved-search.change', { ...search, name })
                }}
              />
            ) : (
              <bdi className={styles.name}>{search.name}</bdi>
            )}
          </div>
        </ItemMenu>
      ))}
    </div>
  )
}
