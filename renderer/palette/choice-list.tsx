import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import { useRef, type PointerEvent, type ReactNode } from 'react'
import { PathText } from '../ui/path-text'
import { shortcutKeys, type Shortcut } from '../ui/shortcuts'
import windowStyles from '../ui/window.module.css'
import { RoomForRows } from './drawn-rows'
import styles from './palette.module.css'

/** What a palette offers. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** Other words that find it. */
  readonly also?: string | undefined
  /** Where it lies, shown in place of the name, which is the path as one text. */
  readonly path?: readonly string[] | undefined
  readonly icon?: LucideIcon | undefined
  readonly keys?: Shortcut | undefined
  /** Shown at the end, and read out: why it cannot be chosen. */
  readonly disabled?: string | undefined
  readonly hint?: ReactNode
  /** The folders that it lies in, shown at the end. */
  readonly place?: readonly string[] | undefined
  /** Said of what is on or off. */
  readonly isOn?: boolean | undefined
  /** `aside`: chosen with Ctrl, Cmd or Alt held. */
  readonly run: (aside: boolean) => void
}

/** Those choices of a palette that are drawn, the first of `count`, and the room of the others. */
export function ChoiceList(props: {
  readonly label: string
  /** Said where there is no choice. */
  readonly empty: string
  readonly drawn: readonly Choice[]
  readonly count: number
  readonly onScroll: () => void
  readonly onTake: (choice: Choice) => void
}) {
  const { label, empty, drawn, count, onScroll, onTake } = props
  const passMoves = usePointerThatMoves()
  return (
    <Command.List className={styles.list} label={label} onPointerMoveCapture={passMoves} onScroll={onScroll}>
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
  )
}

/**
 * Lets a row hear of the pointer only once that has moved: where rows come and go under a pointer at rest, some zoom
 * levels tell of a move, and the row there would be chosen.
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
  /** From 1 to `count`, of all that there are. */
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
