import { useState, type ReactNode } from 'react'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import type { Shortcut } from '../ui/shortcuts'
import { useCommands } from '../commands/use-commands'
import { CommandMenu, MenuLines, type MenuLine } from '../commands/command-menu'
import { ABOUT_COLUMN, ABOUT_ROW, ABOUT_SPELLING, type FoundHint, type Misspelt } from '../editor/editor'
import type { Session } from '../state/sessions'
import type { FoundLink } from '../editor/preview/title-links'
import { copyText } from '../state/actions/copy-text'
import { SpellingLines, StyleLines } from './spelling-lines'
import { TablePartLines, useTableLines, type TablePart } from './table-lines'

/** Keys that belong to the system and not to the commands of the app. */
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
  ['undo', 'redo', 'undo-steps'],
]

/** The menu of the text: commands of the palette under their names. For a marked word, suggestions come first. */
export function TextMenu(props: {
  readonly session: Session
  readonly children: ReactNode
  readonly onDone: () => void
}) {
  const { session } = props
  const [marked, setMarked] = useState<Marked | 'none'>()
  const [link, setLink] = useState<FoundLink>()
  const [part, setPart] = useState<TablePart>()
  const lines =
    part !== undefined ? (
      <TablePartLines session={session} part={part} />
    ) : marked === undefined ? (
      <TextLines session={session} link={link} />
    ) : marked === 'none' ? (
      <MenuLines groups={NOT_MARKED} />
    ) : (
      <MarkedLines session={session} marked={marked} link={link} />
    )
  return (
    <CommandMenu
      label={
        part !== undefined
          ? PARTS[part]
          : marked === undefined
            ? 'Text'
            : isHint(marked)
              ? 'Style'
              : 'Spelling'
      }
      lines={lines}
      onOpen={(on, detail, place) => {
        setPart(detail === ABOUT_ROW ? 'row' : detail === ABOUT_COLUMN ? 'column' : undefined)
        setMarked(markedOn(session, on) ?? (detail === ABOUT_SPELLING ? 'none' : undefined))
        setLink(session.editor.linkAt(isWholeText(on) ? undefined : place))
      }}
      onDone={props.onDone}
    >
      {props.children}
    </CommandMenu>
  )
}

const PART_NAMES = ['row', 'column'] as const
const PARTS = { row: 'Row', column: 'Column' } as const

/** A menu without suggestions is shown all the same, so that keys meant for a menu never go into the text. */
const NOT_MARKED: readonly (readonly MenuLine[])[] = [
  [{ name: 'The word at the cursor is not marked', run: () => {} }],
]

const isWholeText = (on: Element | null): boolean => on?.matches('[role="textbox"]') === true

/**
 * The marked word under the pointer, or at the cursor if a key opened the menu: that event comes from the text as a
 * whole.
 */
function markedOn({ editor }: Session, on: Element | null): Marked | undefined {
  const misspelt = on?.closest('[data-spelling]') ?? undefined
  if (misspelt !== undefined) return editor.misspelt(misspelt)
  const hint = on?.closest('[data-style]') ?? undefined
  if (hint !== undefined) return editor.styleHint(hint)
  return isWholeText(on) ? (editor.misspelt() ?? editor.styleHint()) : undefined
}

type Marked = Misspelt | FoundHint

const isHint = (marked: Marked | 'none'): marked is FoundHint => marked !== 'none' && 'kind' in marked

function TextLines({ session, link }: OfText) {
  return <MenuLines groups={useTextLines({ session, link })} />
}

interface OfText {
  readonly session: Session
  /** The link that the menu is about. */
  readonly link: FoundLink | undefined
}

function useTextLines({ session, link }: OfText): readonly (readonly MenuLine[])[] {
  const commands = useCommands()
  const table = useTableLines(session)
  const shortcut = useShortcuts()
  const line = (id: CommandId) => ({
    name: PALETTE_COMMANDS[id].name,
    keys: SYSTEM_KEYS[id] ?? shortcut(id),
    ...commands[id],
  })
  const isInTable = session.editor.isInTable()
  const groups = [
    ...GROUPS.slice(0, -1).map((ids) => ids.map(line)),
    ...(isInTable ? [PART_NAMES.map((part) => ({ name: PARTS[part], lines: table(part) }))] : []),
    ...GROUPS.slice(-1).map((ids) => ids.map(line)),
  ]
  if (link === undefined) return groups
  return [
    [
      { name: PALETTE_COMMANDS['follow-link'].name, keys: shortcut('follow-link'), run: link.follow },
      { name: 'Copy link', run: () => void copyText(link.written) },
    ],
    ...groups,
  ]
}

function MarkedLines(props: OfText & { readonly marked: Marked }) {
  const { session, marked } = props
  const more = useTextLines(props)
  if (isHint(marked)) return <StyleLines session={session} hint={marked} more={more} />
  const replace = (by: string) => session.editor.replaceMisspelt(marked, by)
  return <SpellingLines session={session} word={marked.word} replace={replace} more={more} />
}
