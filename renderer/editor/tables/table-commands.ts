import type { StateCommand } from '@codemirror/state'
import {
  addColumn,
  addRow,
  alignColumn,
  deleteColumn,
  deleteRow,
  moveColumn,
  moveRow,
  sortRows,
} from './table-edits'

/** Commands about the table that the cursor is in. */
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
