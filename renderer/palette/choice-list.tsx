import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import { useRef, type PointerEvent, type ReactNode } from 'react'
import { PathText } from '../ui/path-text'
import { shortcutKeys, type Shortcut } from '../ui/shortcuts'
import windowStyles from '../ui/window.module.css'
import { RoomForRows } from './drawn-rows'
import styles from './palette.module.css'

/** An entry of a palette. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** Other words that find it. */
  readonly also?: string | undefined
  /** Its path, shown in place of the name, which contains the path as one string. */
  readonly path?: readonly string[] | undefined
  readonly icon?: LucideIcon | undefined
  readonly keys?: Shortcut | undefined
  /** The reason why it cannot be chosen; shown at the end and read out. */
  readonly disabled?: string | undefined
  readonly hint?: ReactNode
  /** The folders that contain it, shown at the end. */
  readonly place?: readonly string[] | undefined
  /** Whether it is on, for entries that can be on or off. */
  readonly isOn?: boolean | undefined
  /** `aside`: chosen with Ctrl, Cmd or Alt held down. */
  readonly run: (aside: boolean) => void
}

/** The rendered choices of a palette, the first of `count`, and the space of the others. */
export function ChoiceList(props: {
  readonly label: string
  /** Shown if there are no choices. */
  readonly empty: string
  /** A sentence about all choices, shown above them. */
  readonly above: string | undefined
  readonly drawn: readonly Choice[]
  readonly count: number
  readonly onScroll: () => void
  readonly onTake: (choice: Choice) => void
}) {
  const { label, empty, above, drawn, count, onScroll, onTake } = props
  const passMoves = usePointerThatMoves()
  return (
    <>
      <p role="status" className={styles.above}>
        {above}
      </p>
      <Command.List
        className={styles.list}
        label={label}
        onPointerMoveCapture={passMoves}
        onScroll={onScroll}
      >
        <Command.Empty className={styles.empty}>{empty}</Command.Empty>
        {drawn.map((choice, index) => (
          <ChoiceRow
            key={choice.id}
            choice={choice}
            place={index + 1}
            count={count}
            onSelect={() => onTake(choice)}
          />
        ))}
        <RoomForRows count={count - drawn.length} />
      </Command.List>
    </>
  )
}

/**
 * Ignores the pointer until it has really moved: when rows appear under a resting pointer, some zoom levels report a
 * move, and the row there would be selected.
 */
function usePointerThatMoves() {
  const last = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return (event: PointerEvent) => {
    const { screenX: x, screenY: y } = event
    const hasMoved =
      last.current !== undefined && Math.hypot(x - last.current.x, y - last.current.y) > RESTS_WITHIN_PX
    last.current ??= { x, y }
    if (hasMoved) last.current = { x: -Infinity, y: -Infinity }
    else event.stopPropagation()
  }
}

const RESTS_WITHIN_PX = 2

function ChoiceRow(props: {
  readonly choice: Choice
  /** The position from 1 to `count`, among all choices. */
  readonly place: number
  readonly count: number
  readonly onSelect: () => void
}) {
  const { choice, place, count, onSelect } = props
  return (
    <Command.Item
      value={choice.id}
      aria-posinset={place}
      aria-setsize={count}
      keywords={[choice.name]}
      disabled={choice.disabled !== undefined}
      className={styles.item}
      onSelect={onSelect}
    >
      <ChoiceWords choice={choice} />
    </Command.Item>
  )
}

function ChoiceWords({ choice }: { readonly choice: Choice }) {
  const { icon: Icon, name, path, place, disabled, hint, keys, isOn } = choice
  return (
    <>
      {Icon === undefined ? null : <Icon />}
      {path === undefined ? (
        <span className={styles.name} title={name}>
          {name}
        </span>
      ) : (
        <PathText names={path} />
      )}
      {place === undefined || disabled !== undefined ? null : (
        <span className={styles.place}>
          <PathText names={place} />
        </span>
      )}
      {isOn === undefined || disabled !== undefined ? null : (
        <span className={styles.state}>{isOn ? 'On' : 'Off'}</span>
      )}
      {disabled !== undefined ? (
        <span className={styles.reason}>{disabled}</span>
      ) : hint !== undefined ? (
        <span className={styles.reason}>{hint}</span>
      ) : keys === undefined ? null : (
        <span className={styles.keys}>
          {shortcutKeys(keys).map((key) => (
            <kbd key={key} className={windowStyles.kbd}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </>
  )
}
