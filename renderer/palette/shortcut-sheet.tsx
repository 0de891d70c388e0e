import { showOverlay } from '../state/store'
import { Dialog } from '../ui/dialog'
import windowStyles from '../ui/window.module.css'
import { alsoDone, PALETTE_COMMANDS, GROUPS, useShortcuts } from '../commands/command-list'
import { shortcutKeys } from '../ui/shortcuts'
import styles from './palette.module.css'

/** All commands that have keys, in groups, with a hint on where to find the others. */
export function ShortcutSheet() {
  const shortcut = useShortcuts()
  return (
    <Dialog label="Help and keyboard shortcuts" heading size="large" onClose={() => showOverlay(null)}>
      <div
        className={styles.sheet}
        role="group"
        tabIndex={0}
        data-autofocus
        aria-label="Commands and their keys"
      >
        <p>
          Everything Stet can do is in the list of commands: type a few letters of what you want. What you
          write is saved as you type, and copies of what was replaced are in Recovered texts.
        </p>
        {GROUPS.map(([group, ids]) => {
          const lines = ids.flatMap((id) => {
            const keys = shortcut(id)
            if (keys === undefined) return []
            const also = alsoDone(id, keys)
            return [PALETTE_COMMANDS[id].name, ...(also === undefined ? [] : [also])].map((name) => (
              <ShortcutLine key={name} name={name} keys={shortcutKeys(keys)} />
            ))
          })
          if (group === 'Writing')
            lines.push(
              <ShortcutLine key="leave" name="Leave the text" keys={['Esc', 'Tab']} />,
              <ShortcutLine key="conflict" name="Next place of a conflict" keys={['F7']} />,
            )
          return lines.length === 0 ? null : (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>{lines}</dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}

function ShortcutLine({ name, keys }: { readonly name: string; readonly keys: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className={windowStyles.kbd}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}
