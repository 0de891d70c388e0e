import type { BlockContext, Line } from '@lezer/markdown'

/** Blocks with this much more indentation belong to the definition above them. */
export const INDENT = 4

/** The `composite` function of such a node. */
export function holdsIndented(_context: BlockContext, line: Line): boolean {
  if (line.next < 0) return true
  if (line.indent < line.baseIndent + INDENT) return false
  line.moveBaseColumn(line.baseIndent + INDENT)
  return true
}
