import { ContextMenu } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { COMMANDS, useShortcuts, type CommandId } from '../palette/command-list'
import { shortcutText, type Shortcut } from '../palette/shortcuts'
import { useCommands } from '../palette/use-commands'
import window from '../window/window.module.css'

/** Keys that belong to the system, not to the app's own commands. */
const SYSTEM_KEYS: Readonly<Partial<Record<CommandId, Shortcut>>> = {
  cut: 'Mod+X',
  copy: 'Mod+C',
  paste: 'Mod+V',
  'paste-plain': 'Mod+Shift+V',
}
const GROUPS: readonly (readonly CommandId[])[] = [
  ['cut', 'copy', 'paste', 'paste-plain'],
  ['bold', 'italic', 'link'],
  ['look-up', 'passage-history'],
  ['undo', 'redo'],
]

/** The menu of the text, on the right button, the menu key and Shift+F10: commands of the palette, by their names. */
export function TextMenu(props: { readonly children: ReactNode; readonly onDone: () => void }) {
  const chosen = useRef<() => void>(undefined)
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{props.children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content
          className={window.menu}
          aria-label="Text"
          // A press here would take the browser's selection out of the text, and the cursor to its beginning.
          onMouseDown={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            // The cursor comes back before what was chosen is done where it is.
            event.preventDefault()
            props.onDone()
            chosen.current?.()
            chosen.current = undefined
          }}
        >
          <Items choose={(run) => (chosen.current = run)} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** Drawn while the menu is open only. */
function Items(props: { readonly choose: (run: () => void) => void }) {
  const commands = useCommands()
  const shortcut = useShortcuts()
  return GROUPS.map((ids, index) => (
    <ContextMenu.Group key={ids[0]}>
      {index === 0 ? null : <ContextMenu.Separator className={window.menuLine} />}
      {ids.map((id) => {
        const { run, disabled } = commands[id]
        const keys = SYSTEM_KEYS[id] ?? shortcut(id)
        return (
          <ContextMenu.Item
            key={id}
            className={window.menuItem}
            disabled={disabled !== undefined}
            title={disabled === undefined ? undefined : `Not available, because ${disabled}`}
            onSelect={() => props.choose(run)}
          >
            {COMMANDS[id].name}
            {keys === undefined ? null : (
              <span data-end aria-hidden>
                {shortcutText(keys)}
              </span>
            )}
          </ContextMenu.Item>
        )
      })}
    </ContextMenu.Group>
  ))
}
