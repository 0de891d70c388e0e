import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { folderPath } from '../state/tree-rows'
import { useActiveConnection, useLibrary } from '../state/queries'
import { useSearch, type Way } from './search-state'
import styles from './search.module.css'

const WAYS = [
  ['meaning', 'Meaning'],
  ['words', 'Exact words'],
] as const
const TIMES = [
  [0, 'Any time'],
  [1, 'Since yesterday'],
  [7, 'In the last week'],
  [30, 'In the last month'],
  [365, 'In the last year'],
] as const

/** How and where to search. A connection that is tied to one folder says so, and lets nothing else be chosen. */
export function SearchFilters({ way }: { readonly way: Way }) {
  const library = useLibrary().data
  const fixed = useActiveConnection()?.fixedFolder
  const { folderId, below, status, tagId, withinDays } = useSearch()
  const set = useSearch.setState
  const folders = library?.folders ?? []
  /** A saved search may name what is gone by now. */
  const isGone = (id: string, all: readonly { readonly id: string }[] | undefined) =>
    id !== '' && all !== undefined && !all.some((one) => one.id === id)
  const hasChildren = folders.some(({ parentId }) => parentId === folderId)
  return (
    <>
      <div className={styles.chips} role="radiogroup" aria-label="Search by">
        {WAYS.map(([value, label]) => (
          <label key={value} className={styles.chip}>
            <input type="radio" name="way" checked={way === value} onChange={() => set({ way: value })} />
            {label}
          </label>
        ))}
      </div>
      <div className={styles.chips}>
        <Chip>
          <select
            aria-label="Folder"
            value={fixed ?? folderId}
            disabled={fixed !== undefined}
            onChange={(event) => set({ folderId: event.target.value, below: false })}
          >
            <option value="">{fixed === '' ? 'Folder missing' : 'Any folder'}</option>
            {isGone(folderId, library?.folders) ? (
              <option value={folderId}>A folder that is gone</option>
            ) : null}
            {folders.map(({ id }) => (
              <option key={id} value={id}>
                {folderPath(folders, id).join(' / ')}
                {below && id === folderId ? ' and its subfolders' : ' only'}
              </option>
            ))}
          </select>
        </Chip>
        {hasChildren && fixed === undefined ? (
          <label className={styles.chip}>
            <input type="checkbox" checked={below} onChange={() => set({ below: !below })} />
            Include subfolders
          </label>
        ) : null}
        <Chip>
          <select
            aria-label="Status"
            value={fixed === undefined ? status : 'published'}
            disabled={fixed !== undefined}
            onChange={(event) => set({ status: event.target.value })}
          >
            <option value="">Any status</option>
            <option value="draft">Draft</option>
            <option value="published">Published</option>
          </select>
        </Chip>
        <Chip>
          <select aria-label="Tag" value={tagId} onChange={(event) => set({ tagId: event.target.value })}>
            <option value="">Any tag</option>
            {isGone(tagId, library?.tags) ? <option value={tagId}>A tag that is gone</option> : null}
            {library?.tags.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Chip>
        <Chip>
          <select
            aria-label="Changed"
            value={withinDays}
            onChange={(event) => set({ withinDays: Number(event.target.value) })}
          >
            {TIMES.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
        </Chip>
      </div>
      {fixed === undefined ? null : (
        <p className={styles.notice}>
          Search is limited to published documents in one folder. You can change this in Settings.
        </p>
      )}
    </>
  )
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.select}>
      {children}
      <ChevronDown size={12} strokeWidth={1.8} aria-hidden />
    </span>
  )
}
