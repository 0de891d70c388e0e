import { useState, type ReactNode } from 'react'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import type { Shortcut } from '../ui/shortcuts'
import { useCommands } from '../commands/use-commands'
import { CommandMenu, MenuLines, type MenuLine } from '../commands/command-menu'
import type { Misspelt } from '../editor/editor'
import { useApp } from '../state/context'
import { useSuggestions } from '../state/queries'
import type { Session } from '../state/sessions'

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

/** The menu of the text: commands of the palette, by their names; on a misspelt word what may be meant stands above them. */
export function TextMenu(props: {
  readonly session: Session
  readonly children: ReactNode
  readonly onDone: () => void
}) {
  const { session } = props
  const [misspelt, setMisspelt] = useState<Misspelt>()
  return (
    <CommandMenu
      label={misspelt === undefined ? 'Text' : 'Spelling'}
      lines={misspelt === undefined ? <TextLines /> : <SpellingLines session={session} misspelt={misspelt} />}
      onOpen={(on) => setMisspelt(misspeltOn(session, on))}
      onDone={props.onDone}
    >
      {props.children}
    </CommandMenu>
  )
}

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

const FIRST = 'first suggestion'

function SpellingLines({ session, misspelt }: { readonly session: Session; readonly misspelt: Misspelt }) {
  const { actions } = useApp()
  const { data } = useSuggestions(misspelt.word)
  const readOnly = session.view().readOnly === undefined ? undefined : 'this document is read only'
  const suggestions = (data?.suggestions ?? []).map((by, index) => ({
    // A menu that a key opens has the focus on its first line, before suggestions are there and after.
    id: index === 0 ? FIRST : by,
    name: by,
    disabled: readOnly,
    run: () => session.editor.replaceMisspelt(misspelt, by),
  }))
  const none: MenuLine =
    data === undefined
      ? { id: FIRST, name: 'Looking for suggestions…' }
      : { id: FIRST, name: 'No suggestions', disabled: 'no dictionary has a similar word' }
  const keeping = [
    {
      name: 'Add to dictionary',
      run: () => void actions.run('spelling.change-words', { add: [misspelt.word] }),
    },
    {
      name: 'Ignore in this document',
      run: () => void actions.run('spelling.ignore', { id: session.id, word: misspelt.word }),
    },
  ]
  return <MenuLines groups={[suggestions.length === 0 ? [none] : suggestions, keeping, ...useTextLines()]} />
}
