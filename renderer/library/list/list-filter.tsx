import { ListFilter as FilterIcon, X } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { DocumentFilter } from '../../../shared/ipc/ipc-records'
import { useLibrary } from '../../state/queries'
import { useWindow } from '../../state/store'
import { Choice } from '../../ui/choice'
import { focusBeforePress, isPlace } from '../../ui/focus-before'
import { IconButton } from '../../ui/icon-button'
import { focusPane } from '../../ui/panes'
import { SearchField } from '../../ui/search-field'
import { TextsElsewhere } from '../texts-elsewhere'
import styles from '../library.module.css'

const PAUSE_MS = 60

const set = (change: Partial<DocumentFilter>) =>
  useWindow.setState(({ filter }) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined)
    return { filter: Object.fromEntries(next) as DocumentFilter, selected: [] }
  })

export function FilterButton() {
  const isOpen = useWindow((state) => state.filtering)
  return (
    <IconButton
      icon={FilterIcon}
      label="Filter"
      aria-pressed={isOpen}
      onClick={() => {
        const { text, status } = useWindow.getState().filter
        // The words that narrow the list are shown and changed in the filter; it has a button of its own to clear them.
        if (!isOpen || text !== undefined || status !== undefined) openFilter()
        else useWindow.setState({ filtering: false })
      }}
    />
  )
}

/** Opens the filter of the list, which is on screen, and goes to its words. */
export function openFilter(): void {
  flushSync(() => useWindow.setState({ filtering: true }))
  document.querySelector<HTMLElement>('[data-filter-words]')?.focus()
}

export const STATUSES = [
  ['', 'Any status'],
  ['draft', 'Draft'],
  ['published', 'Published'],
] as const

/** The element that had the focus before the field. */
let cameFrom: Element | null = null

const leave = () => (isPlace(cameFrom) ? cameFrom.focus({ preventScroll: true }) : focusPane('list'))

/**
 * Filters the current list by words, tag and status at once.
 *
 * @param props.total the number of documents in the list; undefined while it is loading
 */
export function ListFilter(props: { readonly total: number | undefined }) {
  const isOpen = useWindow((state) => state.filtering)
  return isOpen ? <Fields {...props} /> : null
}

function Fields({ total }: { readonly total: number | undefined }) {
  const filter = useWindow((state) => state.filter)
  const tags = useLibrary().data?.tags ?? []
  /** The words not applied yet; undefined if the field shows the current filter. */
  const [typed, setTyped] = useState<string>()
  const text = typed ?? filter.text ?? ''
  /** Whether a key has asked for the first match, which gets the focus once the list is filtered. */
  const [isLeading, setLeading] = useState(false)
  useEffect(() => {
    if (!isLeading || total === undefined) return
    setLeading(false)
    if (total > 0 && document.activeElement?.matches('[data-filter-words]') === true) focusPane('list')
  }, [isLeading, total])
  const apply = (words: string) => {
    set({ text: words.trim() === '' ? undefined : words })
    setTyped(undefined)
  }
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(apply, PAUSE_MS, typed)
    return () => clearTimeout(timer)
  }, [typed])

  function onKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Escape' && text === '') leave()
    if (key !== 'Enter' && key !== 'ArrowDown') return
    event.preventDefault()
    if (typed !== undefined) apply(typed)
    setLeading(true)
  }

  return (
    <div role="group" aria-label="Filter" className={styles.filter}>
      <SearchField
        data-filter-words
        onFocus={({ relatedTarget }) => {
          if (relatedTarget?.closest(`.${styles.filter}`) == null) cameFrom = focusBeforePress(relatedTarget)
        }}
        onKeyDown={onKeyDown}
        label="Words in title or text"
        placeholder="Words in title or text"
        maxLength={500}
        value={text}
        onChange={(words) => {
          setLeading(false)
          setTyped(words)
        }}
      />
      <div>
        <div>
          <Choice
            label="Tag"
            value={filter.tagIds?.length === 1 ? (filter.tagIds[0] ?? '') : ''}
            options={[
              ['', (filter.tagIds?.length ?? 0) > 1 ? 'Several tags' : 'Any tag'],
              ...tags.map(({ id, name }) => [id, name] as const),
            ]}
            onChange={(id) => set({ tagIds: id === '' ? undefined : [id] })}
          />
          <Choice
            label="Status"
            value={filter.status ?? ''}
            options={STATUSES}
            onChange={(status) => set({ status: status === '' ? undefined : status })}
          />
        </div>
        <IconButton
          icon={X}
          label="Clear the filter"
          onClick={() => {
            setTyped(undefined)
            set({ text: undefined, status: undefined, tagIds: undefined })
          }}
        />
      </div>
      {text.trim() === '' ? null : <TextsElsewhere so="only their titles are looked at" />}
    </div>
  )
}
