import { Command } from 'cmdk'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { showOverlay } from '../state/store'
import { showToast } from '../state/toasts'
import { Dialog } from '../ui/dialog'
import { giveUpKeys, holdForAnswer, nothingToChoose, runOnceClosed } from '../state/typed/type-ahead'
import { ChoiceList, type Choice } from './choice-list'
import { isMove, useDrawnRows } from './drawn-rows'
import { ranked } from './score'
import styles from './palette.module.css'

const close = () => showOverlay(null)

type Modifiers = Readonly<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>>

/** A field and its matches; arrow keys select, Enter chooses. */
export function Palette(props: {
  readonly label: string
  readonly placeholder: string
  /** What the choice is for, shown in the field during typing. */
  readonly about?: string
  readonly choices: readonly Choice[]
  /** Given if the caller searches for the matches itself. */
  readonly onQuery?: (query: string) => void
  /** Whether the choices still belong to an earlier query: Enter waits for the new ones. */
  readonly isWaiting?: boolean
  readonly empty: string
  /** Shown above the choices. */
  readonly above?: string | undefined
  /** Shown below the choices. */
  readonly foot?: string
  /** The last choice, made of the query. */
  readonly create?: (typed: string) => Choice | undefined
}) {
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState('')
  const aside = useRef(false)
  const noteKeys = (held: Modifiers) => void (aside.current = held.ctrlKey || held.metaKey || held.altKey)
  const created = props.create?.(query.trim())
  const found = props.onQuery === undefined ? ranked(props.choices, nameOf, query, alsoOf) : props.choices
  const choices = created === undefined ? found : [...found, created]
  const open = choices.filter(({ disabled }) => disabled === undefined)
  // The selected choice may be missing in a newer answer.
  const value = open.some(({ id }) => id === picked) ? picked : (open[0]?.id ?? '')
  const isWaiting = props.isWaiting === true
  const rows = useDrawnRows(choices, value)
  const take = (choice: Choice) => takeAndClose(choice, aside.current)
  const hurry = useHurry(isWaiting, () => {
    const first = open.find(({ id }) => id === value)
    if (first === undefined) nothingToChoose()
    else take(first)
  })

  function onKey(event: KeyboardEvent): void {
    noteKeys(event)
    if (isMove(event)) rows.drawAll()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const [off] = choices
    if (!isWaiting && open.length === 0 && off !== undefined) {
      // Otherwise the key would go to the element that has the focus once the palette has closed, as a line break in
      // the text.
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
    rows.drawFirst()
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
        onClickCapture={noteKeys}
      >
        <PaletteField query={query} placeholder={props.placeholder} about={props.about} onType={type} />
        <ChoiceList
          label={props.label}
          above={props.above}
          empty={props.empty}
          drawn={rows.drawn}
          count={choices.length}
          onScroll={rows.drawAll}
          onTake={take}
        />
        {props.foot === undefined ? null : <p className={styles.foot}>{props.foot}</p>}
      </Command>
    </Dialog>
  )
}

/** `aside`: with Ctrl, Cmd or Alt held. */
function takeAndClose(choice: Choice, aside: boolean): void {
  runOnceClosed(() => choice.run(aside))
  close()
}

const nameOf = ({ name }: Choice) => name
const alsoOf = ({ also }: Choice) => also

/**
 * Remembers an Enter pressed before the choices arrived: `choose` runs once they are there, unless the query changes.
 */
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
