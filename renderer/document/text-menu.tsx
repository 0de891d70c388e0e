import { useState, type ReactNode } from 'react'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import type { Shortcut } from '../ui/shortcuts'
import { useCommands } from '../commands/use-commands'
import { CommandMenu, MenuLines, type MenuLine } from '../commands/command-menu'
import { ABOUT_SPELLING, type Misspelt } from '../editor/editor'
import type { Session } from '../state/sessions'
import { SpellingLines } from './spelling-lines'

/** Keys that belong to the system, not to the app's own commands. */
export const SYSTEM_KEYS: Readonly<Partial<Record<CommandId, Shortcut>>> = {
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

/** The menu of the text: commands of the palette, by their names; on a misspelt word what may be meant stands above them. */
export function TextMenu(props: {
  readonly session: Session
  readonly children: ReactNode
  readonly onDone: () => void
}) {
  const { session } = props
  const [misspelt, setMisspelt] = useState<Misspelt | 'none'>()
  const lines =
    misspelt === undefined ? (
      <TextLines />
    ) : misspelt === 'none' ? (
      <MenuLines groups={NOT_MARKED} />
    ) : (
      <WordLines session={session} misspelt={misspelt} />
    )
  return (
    <CommandMenu
      label={misspelt === undefined ? 'Text' : 'Spelling'}
      lines={lines}
      onOpen={(on, detail) =>
        setMisspelt(misspeltOn(session, on) ?? (detail === ABOUT_SPELLING ? 'none' : undefined))
      }
      onDone={props.onDone}
    >
      {props.children}
    </CommandMenu>
  )
}

/** A menu all the same: keys that were meant for one never go into the text. */
const NOT_MARKED: readonly (readonly MenuLine[])[] = [
  [{ name: 'The word at the cursor is not marked', run: () => {} }],
]

/** Below the pointer; at the cursor where a key opens the menu, which is heard from the text as a whole. */
function misspeltOn({ editor }: Session, on: Element | null): Misspelt | undefined {
  const marked = on?.closest('[data-spelling]') ?? undefined
  if (marked !== undefined) return editor.misspelt(marked)
  return on?.matches('[role="textbox"]') ? editor.misspelt() : undefined
}

function TextLines() {
  return <MenuLines groups={useTextLines()} />
}

function useTextLines(): readonly (readonly MenuLine[])[] {
  const commands = useCommands()
  const shortcut = useShortcuts()
  const line = (id: CommandId) => ({
    name: PALETTE_COMMANDS[id].name,
    keys: SYSTEM_KEYS[id] ?? shortcut(id),
    ...commands[id],
  })
  return GROUPS.map((ids) => ids.map(line))
}

function WordLines({ session, misspelt }: { readonly session: Session; readonly misspelt: Misspelt }) {
  const replace = (by: string) => session.editor.replaceMisspelt(misspelt, by)
  return <SpellingLines session={session} word={misspelt.word} replace={replace} more={useTextLines()} />
}
