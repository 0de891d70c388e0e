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
  const hear = (held: { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean }) =>
    void (aside.current = held.ctrlKey || held.metaKey || held.altKey)
  const created = props.create?.(query.trim())
  const found = props.onQuery === undefined ? ranked(props.choices, nameOf, query, alsoOf) : props.choices
  const choices = created === undefined ? found : [...found, created]
  const open = choices.filter(({ disabled }) => disabled === undefined)
  // What was picked may be gone from the answer that came since.
  const value = open.some(({ id }) => id === picked) ? picked : (open[0]?.id ?? '')
  const isWaiting = props.isWaiting === true
  const rows = useDrawnRows(choices, value)
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
    if (isMove(event)) rows.drawAll()
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
        onClickCapture={hear}
      >
        <PaletteField query={query} placeholder={props.placeholder} about={props.about} onType={type} />
        <ChoiceList
          label={props.label}
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
