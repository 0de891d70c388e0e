import type { Text } from '@codemirror/state'
import { allRunRightToLeft } from '../../../shared/markdown/direction'
import { headingWords } from '../../../shared/markdown/headings'
import type { SyntaxNode } from '../markdown/syntax'

/** The number of characters searched for the first letter of a cell. */
const LOOKED_AT = 300

/** Whether the columns of a table begin at the right: its head row decides for all rows. */
export function isFromRight(table: SyntaxNode, doc: Text): boolean {
  const cells = table.firstChild?.getChildren('TableCell') ?? []
  return allRunRightToLeft(
    cells.map(({ from, to }) => headingWords(doc.sliceString(from, Math.min(to, from + LOOKED_AT)))),
  )
}
