import { useState, type KeyboardEvent } from 'react'
import { COMMAND_IDS, COMMANDS, shortcutOf, useShortcuts, type CommandId } from '../palette/command-list'
import { shortcutFrom, shortcutText, type Shortcut } from '../palette/shortcuts'
import { useSettings } from '../queries'
import window from '../window/window.module.css'
import { useChangeSettings } from './change-settings'
import { useIsShown } from './setting-line'
import styles from './settings.module.css'

/** Every command and its keys, each to be changed; keys that two commands want are said at both. */
export function ShortcutSettings() {
  const change = useChangeSettings()
  const own = useSettings().data?.shortcuts ?? {}
  const keysOf = useShortcuts()
  const [recording, setRecording] = useState<CommandId>()

  const set = (id: CommandId, keys: Shortcut | undefined) => {
    change(({ shortcuts: { [id]: _before, ...others } }) => ({
      shortcuts: keys === undefined || keys === shortcutOf(id) ? others : { ...others, [id]: keys },
    }))
  }
  const rivalsOf = (id: CommandId): readonly string[] => {
    const keys = keysOf(id)
    if (keys === undefined) return []
    return COMMAND_IDS.filter((other) => other !== id && keysOf(other) === keys).map(
      (other) => COMMANDS[other].name,
    )
  }

  function record(event: KeyboardEvent, id: CommandId): void {
    if (event.key === 'Tab') return setRecording(undefined)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setRecording(undefined)
    const keys = event.key === 'Backspace' ? '' : shortcutFrom(event.nativeEvent)
    if (keys === undefined) return
    set(id, keys)
    setRecording(undefined)
  }

  return (
    <ul className={styles.shortcuts} aria-label="Shortcuts">
      {COMMAND_IDS.map((id) => (
        <ShortcutLine
          key={id}
          name={COMMANDS[id].name}
          keys={keysOf(id)}
          rivals={rivalsOf(id)}
          isOwn={own[id] !== undefined}
          isRecording={recording === id}
          onRecord={(on) => setRecording(on ? id : undefined)}
          onKey={(event) => record(event, id)}
          onReset={() => set(id, undefined)}
        />
      ))}
    </ul>
  )
}

function ShortcutLine(props: {
  readonly name: string
  readonly keys: Shortcut | undefined
  readonly rivals: readonly string[]
  readonly isOwn: boolean
  readonly isRecording: boolean
  readonly onRecord: (on: boolean) => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly onReset: () => void
}) {
  const { name, keys, rivals, isRecording } = props
  const text = keys === undefined ? 'None' : shortcutText(keys)
  const shown = isRecording ? 'Press keys, or Backspace for none' : text
  if (!useIsShown(name, text, 'shortcut')) return null
  return (
    <li className={styles.shortcut} data-setting>
      <span>
        {name}
        {rivals.length === 0 ? null : (
          <span className={styles.warning}>The same keys as {rivals.join(' and ')}.</span>
        )}
      </span>
      {props.isOwn ? (
        <button
          type="button"
          className={window.quietButton}
          aria-label={`Usual keys for ${name}`}
          onClick={props.onReset}
        >
          Usual keys
        </button>
      ) : null}
      <button
        type="button"
        className={styles.keys}
        aria-label={`Keys for ${name}: ${shown}`}
        aria-pressed={isRecording}
        onClick={() => props.onRecord(!isRecording)}
        onKeyDown={isRecording ? props.onKey : undefined}
        onBlur={() => props.onRecord(false)}
      >
        {shown}
      </button>
    </li>
  )
}
