import type { ReactNode } from 'react'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import type { Shortcut } from '../ui/shortcuts'
import { useCommands } from '../commands/use-commands'
import { CommandMenu, MenuLines } from '../commands/command-menu'

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

/** The menu of the text: commands of the palette, by their names. */
export const TextMenu = (props: { readonly children: ReactNode; readonly onDone: () => void }) => (
  <CommandMenu label="Text" lines={<TextLines />} onDone={props.onDone}>
    {props.children}
  </CommandMenu>
)

function TextLines() {
  const commands = useCommands()
  const shortcut = useShortcuts()
  const line = (id: CommandId) => ({
    name: PALETTE_COMMANDS[id].name,
    keys: SYSTEM_KEYS[id] ?? shortcut(id),
    ...commands[id],
  })
  return <MenuLines groups={GROUPS.map((ids) => ids.map(line))} />
}
