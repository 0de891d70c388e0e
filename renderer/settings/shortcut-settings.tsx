import { useState, type KeyboardEvent } from 'react'
import {
  alsoDone,
  COMMAND_IDS,
  PALETTE_COMMANDS,
  EDITOR_COMMANDS,
  shortcutOf,
  useShortcuts,
  type CommandId,
} from '../commands/command-list'
import { Button } from '../ui/button'
import { shortcutFrom, shortcutText, whyNoShortcut, type Shortcut } from '../ui/shortcuts'
import { useSettings } from '../state/queries'
import { useChangeSettings } from '../state/change-settings'
import { useIsShown } from './setting-line'
import styles from './settings.module.css'

/** Commands in the order in which they receive a key: those of the editor come first. */
const inOrderOfKeys = [...EDITOR_COMMANDS, ...COMMAND_IDS.filter((id) => !EDITOR_COMMANDS.has(id))]

const isHeld = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

/** Every command with its keys, which can be changed. Keys used by two commands are reported at both. */
export function ShortcutSettings() {
  const change = useChangeSettings()
  const own = useSettings().data?.shortcuts ?? {}
  const keysOf = useShortcuts()
  const [recording, setRecording] = useState<CommandId>()
  const [refused, setRefused] = useState<{ readonly id: CommandId; readonly why: string }>()

  const set = (id: CommandId, keys: Shortcut | undefined) => {
    change(({ shortcuts: { [id]: _before, ...others } }) => ({
      shortcuts: keys === undefined || keys === shortcutOf(id) ? others : { ...others, [id]: keys },
    }))
  }
  /** A warning about keys that other commands use as well; the first of them receives the key. */
  const rivalryOf = (id: CommandId): string | undefined => {
    const keys = keysOf(id)
    const all = keys === undefined ? [] : inOrderOfKeys.filter((other) => keysOf(other) === keys)
    const [first, ...others] = all
    if (first === undefined || others.length === 0) return undefined
    const names = all.filter((other) => other !== id).map((other) => PALETTE_COMMANDS[other].name)
    const same = `The same keys as ${names.join(' and ')}.`
    return first === id ? `${same} They do this.` : `${same} They do “${PALETTE_COMMANDS[first].name}”.`
  }

  function record(event: KeyboardEvent, id: CommandId): void {
    if (event.key === 'Tab') return setRecording(undefined)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setRecording(undefined)
    const keys = event.key === 'Backspace' && !isHeld(event) ? '' : shortcutFrom(event.nativeEvent)
    const why = keys === '' ? undefined : whyNoShortcut(event.nativeEvent)
    const isRefused = why !== undefined && (keys === undefined || keys !== shortcutOf(id))
    setRefused(isRefused ? { id, why } : undefined)
    if (keys === undefined || isRefused) return
    set(id, keys)
    setRecording(undefined)
  }

  return (
    <ul className={styles.shortcuts} aria-label="Shortcuts">
      {COMMAND_IDS.map((id) => (
        <ShortcutLine
          key={id}
          name={PALETTE_COMMANDS[id].name}
          keys={keysOf(id)}
          also={alsoDone(id, keysOf(id))}
          rivalry={rivalryOf(id)}
          refused={refused?.id === id ? refused.why : undefined}
          isOwn={own[id] !== undefined}
          isRecording={recording === id}
          onRecord={(on) => {
            setRecording(on ? id : undefined)
            setRefused(undefined)
          }}
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
  /** What the keys do elsewhere. */
  readonly also: string | undefined
  readonly rivalry: string | undefined
  /** The reason why the last keys pressed were rejected. */
  readonly refused: string | undefined
  readonly isOwn: boolean
  readonly isRecording: boolean
  readonly onRecord: (on: boolean) => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly onReset: () => void
}) {
  const { name, keys, also, rivalry, refused, isRecording } = props
  const text = keys === undefined ? 'None' : shortcutText(keys)
  const shown = isRecording ? 'Press keys, or Backspace for none' : text
  if (!useIsShown(name, text, also, 'shortcut')) return null
  return (
    <li className={styles.shortcut} data-setting>
      <span>
        {name}
        {also === undefined ? null : <span className={styles.note}>{`The same keys: ${also}.`}</span>}
        {rivalry === undefined ? null : <span className={styles.warning}>{rivalry}</span>}
        <span role="status" aria-label={`Keys for ${name}`} className={styles.warning}>
          {refused}
        </span>
      </span>
      {props.isOwn ? (
        <Button kind="quiet" aria-label={`Reset the keys for ${name}`} onClick={props.onReset}>
          Reset
        </Button>
      ) : null}
      <button
        type="button"
        className={styles.keys}
        aria-label={`Keys for ${name}: ${shown}`}
        aria-pressed={isRecording}
        onClick={({ currentTarget }) => {
          // The keys are recorded here, so the button needs the focus, which a mouse click would leave where it was.
          currentTarget.focus()
          props.onRecord(!isRecording)
        }}
        onKeyDown={isRecording ? props.onKey : undefined}
        onBlur={() => props.onRecord(false)}
      >
        {shown}
      </button>
    </li>
  )
}
