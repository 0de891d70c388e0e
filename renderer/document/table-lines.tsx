import { useCommands } from '../commands/use-commands'
import { PALETTE_COMMANDS, useShortcuts } from '../commands/command-list'
import { MenuLines, type MenuLine } from '../commands/command-menu'
import { COLUMN_ALIGNMENTS } from '../editor/tables/table-commands'
import type { Session } from '../state/sessions'

export type TablePart = 'row' | 'column'

/** The reasons why a command is not available, worded to follow "because". */
const NOT_HERE = {
  'row-above': 'no row stands above the head',
  'row-below': 'the table cannot be changed here',
  'move-row-up': 'no row to change places with is above',
  'move-row-down': 'no row to change places with is below',
  'delete-row': 'the head goes with its table only',
  'column-left': 'the table cannot be changed here',
  'column-right': 'the table cannot be changed here',
  'move-column-left': 'no column is left of it',
  'move-column-right': 'no column is right of it',
  'delete-column': 'it is the only column',
  'sort-rows': 'the table cannot be changed here',
} as const

const COMMANDS = {
  row: [['row-above', 'row-below'], ['move-row-up', 'move-row-down'], ['delete-row']],
  column: [
    ['column-left', 'column-right'],
    ['move-column-left', 'move-column-right'],
    ['sort-rows'],
    ['delete-column'],
  ],
} as const satisfies Readonly<Record<TablePart, readonly (readonly (keyof typeof NOT_HERE)[])[]>>

/** The menu lines for the row or column of the caret. */
export function useTableLines(session: Session): (part: TablePart) => readonly (readonly MenuLine[])[] {
  const commands = useCommands()
  const shortcut = useShortcuts()
  const { editor } = session
  const line = (id: keyof typeof NOT_HERE): MenuLine => {
    const { disabled, run } = commands[id]
    return {
      name: PALETTE_COMMANDS[id].name,
      keys: shortcut(id),
      run,
      disabled: disabled ?? (editor.canRun(id) ? undefined : NOT_HERE[id]),
    }
  }
  const align = (): MenuLine => {
    const now = editor.alignment()
    return {
      name: 'Align column',
      lines: [
        COLUMN_ALIGNMENTS.map(({ id, name, alignment }) => ({
          name,
          isChecked: alignment === now,
          disabled: commands['align-column'].disabled,
          run: () => void editor.run(id),
        })),
      ],
    }
  }
  return (part) => {
    const groups: readonly (readonly MenuLine[])[] = COMMANDS[part].map((ids) => ids.map(line))
    return part === 'row' ? groups : groups.map((lines, at) => (at === 2 ? [...lines, align()] : lines))
  }
}

/** The menu of a row or a column. */
export function TablePartLines({ session, part }: { readonly session: Session; readonly part: TablePart }) {
  return <MenuLines groups={useTableLines(session)(part)} />
}
