import { Command } from 'cmdk'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../window/dialog'
import { ranked } from './score'
import { shortcutKeys, type Shortcut } from './shortcuts'
import window from '../window/window.module.css'
import styles from './palette.module.css'

export interface Choice {
  readonly id: string
  readonly name: string
  readonly icon?: LucideIcon | undefined
  readonly keys?: Shortcut | undefined
  /** Shown at the end, and read out: why it cannot be chosen. */
  readonly disabled?: string | undefined
  readonly hint?: ReactNode
  readonly run: () => void
}

/** A field and what matches it; arrows choose, Enter does. */
export function Palette(props: {
  readonly label: string
  readonly placeholder: string
  readonly choices: readonly Choice[]
  readonly onClose: () => void
  /** Given where somebody else looks for the matches. */
  readonly onQuery?: (query: string) => void
  readonly empty: string
  /** Offered last, made of what was typed. */
  readonly create?: (typed: string) => Choice | undefined
}) {
  const [query, setQuery] = useState('')
  const created = props.create?.(query.trim())
  const found = props.onQuery === undefined ? ranked(props.choices, ({ name }) => name, query) : props.choices
  const choices = created === undefined ? found : [...found, created]
  return (
    <Dialog label={props.label} size="palette" onClose={props.onClose}>
      <Command label={props.label} loop shouldFilter={false}>
        <div className={styles.field}>
          <ChevronRight size={16} strokeWidth={1.6} aria-hidden />
          <Command.Input
            data-autofocus
            value={query}
            placeholder={props.placeholder}
            aria-label={props.placeholder}
            onValueChange={(next) => {
              setQuery(next)
              props.onQuery?.(next)
            }}
          />
        </div>
        <Command.List className={styles.list} label={props.label}>
          <Command.Empty className={styles.empty}>{props.empty}</Command.Empty>
          {choices.map((choice) => (
            <Command.Item
              key={choice.id}
              value={choice.id}
              keywords={[choice.name]}
              disabled={choice.disabled !== undefined}
              className={styles.item}
              onSelect={() => {
                props.onClose()
                // After the dialog has given the focus back.
                setTimeout(choice.run)
              }}
            >
              <ChoiceLine choice={choice} />
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

function ChoiceLine({ choice }: { readonly choice: Choice }) {
  const { icon: Icon, name, disabled, hint, keys } = choice
  return (
    <>
      {Icon === undefined ? null : <Icon size={16} strokeWidth={1.6} aria-hidden />}
      <span className={styles.name}>{name}</span>
      {disabled !== undefined ? (
        <span className={styles.reason}>{disabled}</span>
      ) : hint !== undefined ? (
        <span className={styles.reason}>{hint}</span>
      ) : keys === undefined ? null : (
        <span className={styles.keys}>
          {shortcutKeys(keys).map((key) => (
            <kbd key={key} className={window.kbd}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </>
  )
}
