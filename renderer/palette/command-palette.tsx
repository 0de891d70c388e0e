import { Bookmark } from 'lucide-react'
import { openSaved, useSavedSearches } from '../search/saved-search'
import { showOverlay } from '../state/store'
import { alsoOf, COMMAND_IDS, PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import { COMMAND_ICONS } from './command-icons'
import { Palette } from './palette'
import { SETTINGS_TO_FIND } from './setting-choices'
import type { CommandState } from '../commands/command-state'

type Commands = Readonly<Record<CommandId, CommandState>>

/** All commands, including those that are not available, with the reason. */
export function CommandPalette({ commands }: { readonly commands: Commands }) {
  const shortcut = useShortcuts()
  const saved = useSavedSearches()
  return (
    <Palette
      label="Commands"
      placeholder="Type a command"
      empty="No command of that name."
      choices={[
        ...COMMAND_IDS.filter((id) => id !== 'commands').map((id) => ({
          id,
          name: PALETTE_COMMANDS[id].name,
          also: alsoOf(id),
          icon: COMMAND_ICONS[id],
          keys: shortcut(id),
          disabled: commands[id].disabled ?? commands[id].notHere?.(),
          isOn: commands[id].isOn,
          hint: commands[id].about,
          run: commands[id].run,
        })),
        ...SETTINGS_TO_FIND.map(([label, also]) => ({
          id: `setting ${label}`,
          name: `Settings: ${label}`,
          also,
          icon: COMMAND_ICONS.settings,
          run: () => showOverlay({ kind: 'settings', page: 'appearance', query: label }),
        })),
        ...saved.map((search) => ({
          id: `saved ${search.id}`,
          name: `Search “${search.name}”`,
          icon: Bookmark,
          run: () => openSaved(search),
        })),
      ]}
    />
  )
}
