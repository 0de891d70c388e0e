import type { StateCommand } from '@codemirror/state'
import {
  type Alignment,
  addColumn,
  addRow,
  alignColumn,
  deleteColumn,
  deleteRow,
  moveColumn,
  moveRow,
  sortRows,
} from './table-edits'

/** Commands about the table at the cursor. */
export const TABLE_COMMANDS = {
  'row-below': addRow(1),
  'row-above': addRow(-1),
  'delete-row': deleteRow,
  'move-row-up': moveRow(-1),
  'move-row-down': moveRow(1),
  'column-right': addColumn(1),
  'column-left': addColumn(-1),
  'delete-column': deleteColumn,
  'move-column-left': moveColumn(-1),
  'move-column-right': moveColumn(1),
  'align-left': alignColumn('left'),
  'align-center': alignColumn('center'),
  'align-right': alignColumn('right'),
  'align-none': alignColumn('none'),
  'sort-rows': sortRows,
} as const satisfies Readonly<Record<string, StateCommand>>

/** The alignments of a column, each with its command. */
export const COLUMN_ALIGNMENTS = [
  { id: 'align-left', alignment: 'left', name: 'Left' },
  { id: 'align-center', alignment: 'center', name: 'Centre' },
  { id: 'align-right', alignment: 'right', name: 'Right' },
  { id: 'align-none', alignment: 'none', name: 'As the text runs' },
] as const satisfies readonly {
  readonly id: TableCommand
  readonly alignment: Alignment
  readonly name: string
}[]

export type TableCommand = keyof typeof TABLE_COMMANDS
