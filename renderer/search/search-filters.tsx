import { ChevronDown } from 'lucide-react'
import { useMemo, type ComponentProps } from 'react'
import type { Folder } from '../../shared/ipc/ipc-records'
import { STATUSES } from '../library/list/list-filter'
import { folderPath, shortPaths } from '../state/tree-rows'
import { useLibrary, useOfConnection } from '../state/queries'
import { CheckBox } from '../ui/check-box'
import { Choice } from '../ui/choice'
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

const NONE: readonly Folder[] = []

/** The method and the filters of the search. A connection that is limited to one folder says so and offers no other. */
export function SearchFilters({ way }: { readonly way: Way }) {
  const library = useLibrary().data
  const fixed = useOfConnection(({ fixedFolder }) => fixedFolder)
  const { folderId, below, status, tagId, withinDays } = useSearch()
  const set = useSearch.setState
  const folders = library?.folders ?? NONE
  const paths = useMemo(() => shortPaths(folders), [folders])
  /** A saved search may name a folder or tag that no longer exists. */
  const isGone = (id: string, all: readonly { readonly id: string }[] | undefined) =>
    id !== '' && all !== undefined && !all.some((one) => one.id === id)
  const scopeOf = (id: string) => (below && id === folderId ? ' and its subfolders' : ' only')
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
        <Chip
          label="Folder"
          value={fixed ?? folderId}
          title={folderPath(folders, fixed ?? folderId).join(' / ')}
          disabled={fixed !== undefined}
          options={[
            ['', fixed === '' ? 'Folder missing' : 'Any folder'],
            ...(isGone(folderId, library?.folders) ? [[folderId, 'A folder that is gone'] as const] : []),
            ...folders.map(({ id }) => [id, `${paths.get(id) ?? ''}${scopeOf(id)}`] as const),
          ]}
          onChange={(id) => set({ folderId: id, below: false })}
        />
        {hasChildren && fixed === undefined ? (
          <CheckBox className={styles.chip} checked={below} onChange={(isOn) => set({ below: isOn })}>
            Include subfolders
          </CheckBox>
        ) : null}
        <Chip
          label="Status"
          value={fixed === undefined ? status : 'published'}
          disabled={fixed !== undefined}
          options={STATUSES}
          onChange={(chosen) => set({ status: chosen })}
        />
        <Chip
          label="Tag"
          value={tagId}
          options={[
            ['', 'Any tag'],
            ...(isGone(tagId, library?.tags) ? [[tagId, 'A tag that is gone'] as const] : []),
            ...(library?.tags ?? []).map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(id) => set({ tagId: id })}
        />
        <Chip
          label="Changed"
          value={withinDays}
          options={TIMES}
          onChange={(days) => set({ withinDays: days })}
        />
      </div>
      {fixed === undefined ? null : (
        <p className={styles.notice}>
          Search is limited to published documents in one folder. You can change this in Settings.
        </p>
      )}
    </>
  )
}

function Chip<T extends string | number>(props: ComponentProps<typeof Choice<T>>) {
  return (
    <span className={styles.select}>
      <Choice {...props} />
      <ChevronDown size={12} strokeWidth={1.8} />
    </span>
  )
}
