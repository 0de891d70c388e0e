import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { LinesRead } from '../../shared/text/words/lines-read'
import { showToast } from '../state/toasts'
import { useTyped } from '../state/typed/use-typed'
import { CheckBox } from '../ui/check-box'
import { Choice } from '../ui/choice'
import windowStyles from '../ui/window.module.css'
import styles from './settings.module.css'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { useChangeSettings } from '../state/change-settings'
import { useSettings } from '../state/queries'

/** The search words in the settings; lines that do not match are hidden. */
export const SettingsQuery = createContext('')

export function useIsShown(...words: readonly (string | undefined)[]): boolean {
  const query = useContext(SettingsQuery).trim().toLocaleLowerCase()
  const text = words.join(' ').toLocaleLowerCase()
  return query.split(/\s+/).every((word) => text.includes(word))
}

/** One setting: its label, and its control at the end of the line. */
export function SettingLine(props: {
  readonly label: string
  readonly note?: string
  /** Other words by which the search finds it. */
  readonly also?: string
  readonly children: ReactNode
}) {
  if (!useIsShown(props.label, props.note, props.also)) return null
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

/** A setting with several options. */
export function ChoiceLine<T extends string | number>(props: {
  readonly label: string
  readonly note?: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}) {
  const { label, note, ...choice } = props
  return (
    <SettingLine
      label={label}
      {...(note !== undefined && { note })}
      also={choice.options.map(([, name]) => name).join(' ')}
    >
      <Choice label={label} {...choice} />
    </SettingLine>
  )
}

/**
 * A setting of several lines, edited as text. `keep` resolves to whether it was accepted. Rejected lines stay in the
 * field, with the reason below them, and are reported once more when the field closes.
 */
export function LinesField<T>(props: {
  readonly label: string
  readonly note: string
  readonly lines: string
  readonly rows: number
  readonly placeholder?: string
  /** Other words by which the search finds it. */
  readonly also?: string
  readonly read: (text: string) => LinesRead<T>
  readonly keep: (value: T) => Promise<boolean>
}) {
  const { label, note, lines, also, read, keep, ...field } = props
  const [left, setLeft] = useState<readonly string[]>([])
  const isOpen = useRef(true)
  // Runs before the last keeping, which the hook below does when the field closes.
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  async function keepRead(text: string): Promise<boolean> {
    const { value, left: sentences } = read(text)
    if (isOpen.current) setLeft(sentences)
    else if (sentences.length > 0) showToast(`Not kept in “${label}”: ${shownOf(sentences).join(' ')}`)
    return (await keep(value)) && sentences.length === 0
  }
  const { typed, type, leave } = useTyped(keepRead, { pauseMs: PAUSE_MS })
  if (!useIsShown(label, note, also)) return null
  return (
    <label className={windowStyles.field} data-setting>
      <span className={styles.heading}>{label}</span>
      <textarea
        {...field}
        aria-label={label}
        aria-invalid={left.length > 0}
        spellCheck={false}
        value={typed ?? lines}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyUp={({ key, currentTarget }) => {
          // Otherwise only the line of the caret would be scrolled into view.
          if (key === 'Tab') currentTarget.closest('label')?.scrollIntoView({ block: 'nearest' })
        }}
      />
      <span className={styles.note}>{note}</span>
      {left.length === 0 ? null : (
        <span role="alert" className={styles.warning}>
          {shownOf(left).join(' ')}
        </span>
      )}
    </label>
  )
}

const PAUSE_MS = 1_000
const SENTENCES_MAX = 4

const shownOf = (sentences: readonly string[]): readonly string[] =>
  sentences.length <= SENTENCES_MAX
    ? sentences
    : [
        ...sentences.slice(0, SENTENCES_MAX),
        `And ${(sentences.length - SENTENCES_MAX).toLocaleString('en')} more.`,
      ]

/** A setting that is on or off. */
export function CheckLine(props: {
  readonly label: string
  readonly note?: string
  /** Other words by which the search finds it. */
  readonly also?: string
  /** The reason why it is off and cannot be changed, worded to follow "because". */
  readonly disabled?: string | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const { disabled } = props
  const note = disabled === undefined ? props.note : `Not available, because ${disabled}.`
  if (!useIsShown(props.label, note, props.also)) return null
  return (
    <CheckBox
      className={styles.check}
      data-setting
      checked={props.checked && disabled === undefined}
      disabled={disabled !== undefined}
      onChange={props.onChange}
    >
      <span>
        {props.label}
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </span>
    </CheckBox>
  )
}

/** The names of settings with values of this type. */
type SettingOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings]

/** An on/off setting, given by its name in the settings. */
export function Switch(props: {
  readonly of: SettingOf<boolean>
  readonly label: string
  readonly note?: string
}) {
  const { of, ...line } = props
  const change = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  return <CheckLine {...line} checked={settings[of]} onChange={(isOn) => change(() => ({ [of]: isOn }))} />
}

/** A setting with several options, given by its name in the settings. */
export function SettingChoice<K extends SettingOf<string | number>>(props: {
  readonly of: K
  readonly label: string
  readonly note?: string
  readonly options: readonly (readonly [Settings[K], string])[]
}) {
  const { of, ...line } = props
  const change = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  return <ChoiceLine {...line} value={settings[of]} onChange={(chosen) => change(() => ({ [of]: chosen }))} />
}

/** A numeric setting, given by its name in the settings. `shown` formats its value; the default is pixels. */
export function SettingRange(props: {
  readonly of: SettingOf<number>
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly shown?: (value: number) => string
}) {
  const { of, label, shown = (value: number) => `${value} px`, ...range } = props
  const change = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  return (
    <SettingLine label={`${label}, ${shown(settings[of])}`}>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={shown(settings[of])}
        {...range}
        value={settings[of]}
        onChange={(event) => change(() => ({ [of]: Number(event.target.value) }))}
      />
    </SettingLine>
  )
}
