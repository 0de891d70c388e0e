import { createContext, useContext, type ReactNode } from 'react'
import styles from './settings.module.css'

/** What the writer looks for in the settings; a line that does not speak of it is not shown. */
export const SettingsQuery = createContext('')

export function useIsShown(...words: readonly (string | undefined)[]): boolean {
  const query = useContext(SettingsQuery).trim().toLocaleLowerCase()
  const text = words.join(' ').toLocaleLowerCase()
  return query.split(/\s+/).every((word) => text.includes(word))
}

/** One setting: what it is, and its control at the end of the line. */
export function Line(props: {
  readonly label: string
  readonly note?: string
  readonly children: ReactNode
}) {
  if (!useIsShown(props.label, props.note)) return null
  return (
    <div className={styles.line} data-setting>
      <span>
        {props.label}
        {props.note === undefined ? null : <span className={styles.note}>{props.note}</span>}
      </span>
      {props.children}
    </div>
  )
}

/** A setting that is on or off. */
export function Check(props: {
  readonly label: string
  readonly note?: string
  /** Why it can be neither on nor changed, in the words after "because". */
  readonly disabled?: string | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const { disabled } = props
  const note = disabled === undefined ? props.note : `Not available, because ${disabled}.`
  if (!useIsShown(props.label, note)) return null
  return (
    <label className={styles.check} data-setting>
      <input
        type="checkbox"
        checked={props.checked && disabled === undefined}
        disabled={disabled !== undefined}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>
        {props.label}
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </span>
    </label>
  )
}
