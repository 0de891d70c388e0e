import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Snapshot } from '../../shared/ipc/ipc-records'
import { useLibrary } from '../state/queries'
import { shortPaths } from '../state/tree-rows'
import { rowByKey } from '../ui/lists/list-keys'
import { rowOf } from '../ui/panes'
import { repeated } from '../../shared/text/repeated'
import { Age } from '../ui/age'
import { clockSeconds, dayName, relativeTime } from '../ui/relative-time'
import library from '../library/library.module.css'
import styles from './recovered.module.css'
import { shownTitle } from '../../shared/terms'

const KINDS: Readonly<Record<Snapshot['kind'], string>> = {
  snapshot: 'Kept copy',
  quarantine: 'Could not be read whole',
  'recently-deleted': 'Deleted',
}

/** The recovered texts. Several can be selected with Shift, Ctrl or Cmd, as in the list of documents. */
export function RecoveredList(props: {
  readonly snapshots: readonly Snapshot[]
  readonly chosen: ReadonlySet<string>
  choose(ids: readonly string[]): void
}) {
  const { snapshots, chosen, choose } = props
  const [cursorId, setCursorId] = useState<string>()
  const anchor = useRef<string>(undefined)
  const list = useRef<HTMLDivElement>(null)
  // Copies of a text with the same relative time are distinguished by the seconds.
  const isRepeated = repeated(snapshots, ({ title, at }) => `${title}\0${relativeTime(at)}`)
  const indexOf = (id: string | undefined) =>
    Math.max(
      0,
      snapshots.findIndex((snapshot) => snapshot.id === id),
    )
  const index = indexOf(cursorId)
  const folders = useLibrary().data?.folders
  const paths = useMemo(() => shortPaths(folders ?? []), [folders])

  const isEmpty = snapshots.length === 0
  useFocusOnRows(list, isEmpty)

  function go(to: number, how: { readonly shiftKey: boolean; readonly toggles: boolean }): void {
    const next = snapshots[to]
    if (next === undefined) return
    setCursorId(next.id)
    list.current?.querySelector<HTMLElement>(`[data-snapshot="${CSS.escape(next.id)}"]`)?.focus()
    if (how.shiftKey) {
      const [from, end] = [indexOf(anchor.current), indexOf(next.id)].sort((a, b) => a - b)
      return choose(snapshots.slice(from, (end ?? 0) + 1).map(({ id }) => id))
    }
    anchor.current = next.id
    const others = [...chosen].filter((id) => id !== next.id)
    if (how.toggles) choose(others.length < chosen.size ? others : [...others, next.id])
    else choose([next.id])
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey } = event
    const isHeld = event.ctrlKey || event.metaKey
    const to = rowByKey(key, index, snapshots.length)
    if (key === 'a' && isHeld && !shiftKey) choose(snapshots.map(({ id }) => id))
    else if (to !== undefined) go(to, { shiftKey, toggles: false })
    else if (key === 'Enter' || key === ' ') go(index, { shiftKey, toggles: isHeld })
    else return
    event.preventDefault()
  }

  const onClick = (at: number) => (event: MouseEvent) =>
    go(at, { shiftKey: event.shiftKey, toggles: event.ctrlKey || event.metaKey })

  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Recovered texts"
      aria-multiselectable
      tabIndex={isEmpty ? 0 : -1}
      data-pane-focus={isEmpty ? '' : undefined}
      className={styles.items}
      onKeyDown={onKeyDown}
    >
      {snapshots.map((snapshot, at) => (
        <div
          key={snapshot.id}
          role="option"
          data-snapshot={snapshot.id}
          aria-selected={chosen.has(snapshot.id)}
          tabIndex={at === index ? 0 : -1}
          data-pane-focus={at === index ? '' : undefined}
          className={styles.item}
          onClick={onClick(at)}
        >
          <SnapshotWords
            snapshot={snapshot}
            isRepeated={isRepeated(snapshot)}
            folder={paths.get(snapshot.folderId ?? '')}
          />
        </div>
      ))}
    </div>
  )
}

/** Moves the focus, which a list without rows has itself, to a row as soon as there are any. */
function useFocusOnRows(list: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  useEffect(() => {
    const { current } = list
    if (!isEmpty && current !== null && document.activeElement === current) rowOf(current)?.focus()
  }, [list, isEmpty])
}

/** The content of a row. */
function SnapshotWords(props: {
  readonly snapshot: Snapshot
  readonly isRepeated: boolean
  /** The path of the folder, if the text has one. */
  readonly folder: string | undefined
}) {
  const { snapshot, isRepeated, folder } = props
  return (
    <>
      <div className={library.itemTitle}>
        <bdi>{shownTitle(snapshot.title)}</bdi>
      </div>
      <div className={library.excerpt}>{snapshot.excerpt}</div>
      <div className={library.meta}>
        {isRepeated ? (
          <time dateTime={snapshot.at}>
            {dayName(snapshot.at)} {clockSeconds(snapshot.at)}
          </time>
        ) : (
          <Age at={snapshot.at} />
        )}
        <span>{snapshot.reason === '' ? KINDS[snapshot.kind] : snapshot.reason}</span>
        {folder === undefined ? null : (
          <span className={styles.folder} title={folder}>
            In <bdi>{folder}</bdi>
          </span>
        )}
      </div>
    </>
  )
}
