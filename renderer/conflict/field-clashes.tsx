import type { ConflictView } from '../../shared/ipc/ipc-records'
import { folderPath } from '../state/tree-rows'
import { useLibrary } from '../state/queries'
import { Decided, DecideButton } from './decide-button'
import { Words } from './words'
import styles from './conflict.module.css'

const SIDES = [
  ['mine', 'theirs', 'Keep mine', '1'],
  ['theirs', 'mine', 'Take theirs', '2'],
] as const
const NAMES = { title: 'Title', folderId: 'Folder', tagIds: 'Tags', status: 'Status' } as const

/** Title, folder, tags and status, where both sides have changed them differently. */
export function FieldClashes(props: {
  readonly view: ConflictView
  readonly all: number
  /** Called when the clash with that number gets the focus. */
  readonly onCurrent: (clash: number) => void
  readonly onDecide: (clash: number, side: 'mine' | 'theirs' | null) => void
}) {
  const { view, all } = props
  const library = useLibrary().data
  const words = (field: keyof typeof NAMES, value: unknown): string => {
    if (field === 'folderId')
      return typeof value === 'string'
        ? folderPath(library?.folders ?? [], value).join(' / ')
        : 'In no folder'
    if (field === 'tagIds' && Array.isArray(value))
      return value.map((id) => library?.tags.find((tag) => tag.id === id)?.name ?? String(id)).join(', ')
    return value === '' ? 'Untitled' : String(value)
  }
  return view.fields.map((clash, index) => {
    const { field, decision } = clash
    const number = index - view.fields.length
    return (
      <div
        key={field}
        role="group"
        aria-label={`Conflict ${index + 1} of ${all}`}
        className={styles.row}
        data-clash={number}
        data-open={decision === undefined ? '' : undefined}
        onFocus={() => props.onCurrent(number)}
      >
        {SIDES.map(([side, other, name, keyCap]) => (
          <div
            key={side}
            className={styles.box}
            data-side={side}
            data-faded={decision === other ? '' : undefined}
          >
            <div className={styles.fieldName}>{NAMES[field]}</div>
            <div>
              <Words base={words(field, clash.base)} text={words(field, clash[side])} />
            </div>
            {decision === undefined ? (
              <div className={styles.buttons}>
                <DecideButton {...{ name, keyCap }} onPress={() => props.onDecide(number, side)} />
              </div>
            ) : side === 'theirs' ? (
              <Decided as={decision} onChange={() => props.onDecide(number, null)} />
            ) : null}
          </div>
        ))}
      </div>
    )
  })
}
