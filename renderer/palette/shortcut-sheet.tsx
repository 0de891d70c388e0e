import { showOverlay } from '../store'
import { Dialog } from '../window/dialog'
import window from '../window/window.module.css'
import { COMMAND_IDS, COMMANDS, useShortcuts } from './command-list'
import { shortcutKeys } from './shortcuts'
import styles from './palette.module.css'

/** Every command that has keys. */
export function ShortcutSheet() {
  const shortcut = useShortcuts()
  return (
    <Dialog label="Keyboard shortcuts" heading size="large" onClose={() => showOverlay(null)}>
      <dl className={styles.sheet} tabIndex={0} aria-label="Commands and their keys">
        {COMMAND_IDS.map((id) => {
          const keys = shortcut(id)
          return keys === undefined ? null : (
            <div key={id}>
              <dt>{COMMANDS[id].name}</dt>
              <dd>
                {shortcutKeys(keys).map((key) => (
                  <kbd key={key} className={window.kbd}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          )
        })}
        <div>
          <dt>Leave the text</dt>
          <dd>
            <kbd className={window.kbd}>Esc</kbd>
            <kbd className={window.kbd}>Tab</kbd>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
