import { Command } from 'cmdk'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { showOverlay } from '../state/store'
import { showToast } from '../state/toasts'
import { Dialog } from '../ui/dialog'
import { giveUpKeys, holdForAnswer, nothingToChoose, runOnceClosed } from '../state/typed/type-ahead'
import { PathText } from '../ui/path-text'
import { ranked } from './score'
import { shortcutKeys, type Shortcut } from '../ui/shortcuts'
import windowStyles from '../ui/window.module.css'
import styles from './palette.module.css'

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

const close = () => showOverlay(null)

/** A field and what matches it; arrows choose, Enter does. */
export function Palette(props: {
  readonly label: string
  readonly placeholder: string
  /** What is chosen for, said in the field while one types. */
  readonly about?: string
  readonly choices: readonly Choice[]
  /** Given where somebody else looks for the matches. */
  readonly onQuery?: (query: string) => void
  /** The choices are still those of what was typed before: Enter waits for the others. */
  readonly isWaiting?: boolean
  readonly empty: string
  /** Said below the choices. */
  readonly foot?: string
  /** Offered last, made of what was typed. */
  readonly create?: (typed: string) => Choice | undefined
}) {
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState('')
  const aside = useRef(false)
  const passMoves = usePointerThatMoves()
  const hear = (held: { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean }) =>
    void (aside.current = held.ctrlKey || held.metaKey || held.altKey)
  const created = props.create?.(query.trim())
  const found = props.onQuery === undefined ? ranked(props.choices, nameOf, query, alsoOf) : props.choices
  const choices = created === undefined ? found : [...found, created]
  const open = choices.filter(({ disabled }) => disabled === undefined)
  // What was picked may be gone from the answer that came since.
  const value = open.some(({ id }) => id === picked) ? picked : (open[0]?.id ?? '')
  const isWaiting = props.isWaiting === true
  const take = (choice: Choice) => {
    const held = aside.current
    runOnceClosed(() => choice.run(held))
    close()
  }
  const hurry = useHurry(isWaiting, () => {
    const first = open.find(({ id }) => id === value)
    if (first === undefined) nothingToChoose()
    else take(first)
  })

  function onKey(event: KeyboardEvent): void {
    hear(event)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const [off] = choices
    if (!isWaiting && open.length === 0 && off !== undefined) {
      // Else the key goes on to whatever has the focus once the palette has closed: a line break in the text.
      event.preventDefault()
      close()
      showToast(`“${off.name}” is not available: ${off.disabled}.`)
    }
    if (!isWaiting) return
    event.preventDefault()
    event.stopPropagation()
    hurry.begin()
  }

  function type(next: string): void {
    setQuery(next)
    setPicked('')
    hurry.giveUp()
    props.onQuery?.(next)
  }

  return (
    <Dialog label={props.label} size="palette" onClose={close}>
      <Command
        label={props.label}
        loop
        shouldFilter={false}
        value={value}
        onValueChange={setPicked}
        onKeyDownCapture={onKey}
        onClickCapture={hear}
      >
        <PaletteField query={query} placeholder={props.placeholder} about={props.about} onType={type} />
        <Command.List className={styles.list} label={props.label} onPointerMoveCapture={passMoves}>
          <Command.Empty className={styles.empty}>{props.empty}</Command.Empty>
          {choices.map((choice) => (
            <ChoiceRow key={choice.id} choice={choice} onSelect={() => take(choice)} />
          ))}
        </Command.List>
        {props.foot === undefined ? null : <p className={styles.foot}>{props.foot}</p>}
      </Command>
    </Dialog>
  )
}

const nameOf = ({ name }: Choice) => name
const alsoOf = ({ also }: Choice) => also

/** Enter that was pressed before the choices came: `choose` is done once they are there, unless something else is typed. */
function useHurry(isWaiting: boolean, choose: () => void) {
  const isHurried = useRef(false)
  useEffect(() => {
    if (!isHurried.current || isWaiting) return
    isHurried.current = false
    choose()
  })
  useEffect(() => () => (isHurried.current ? giveUpKeys() : undefined), [])
  return {
    begin(): void {
      isHurried.current = true
      holdForAnswer()
    },
    giveUp(): void {
      if (isHurried.current) nothingToChoose()
      isHurried.current = false
    },
  }
}

function PaletteField(props: {
  readonly query: string
  readonly placeholder: string
  readonly about: string | undefined
  readonly onType: (query: string) => void
}) {
  const { query, placeholder, about, onType } = props
  return (
    <div className={styles.field}>
      <ChevronRight />
      <Command.Input
        data-autofocus
        value={query}
        placeholder={placeholder}
        aria-label={placeholder}
        {...(about !== undefined && { 'aria-description': about })}
        onValueChange={onType}
      />
      {about === undefined ? null : (
        <bdi className={styles.about} title={about}>
          {about}
        </bdi>
      )}
    </div>
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

function ChoiceRow({ choice, onSelect }: { readonly choice: Choice; readonly onSelect: () => void }) {
  return (
    <Command.Item
      value={choice.id}
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
