import type { BlockContext, Line } from '@lezer/markdown'

/** What stands this much further in belongs to the definition above it. */
export const INDENT = 4

/** For the `composite` of a node. */
export function holdsFurtherIn(_context: BlockContext, line: Line): boolean {
  if (line.next < 0) return true
  if (line.indent < line.baseIndent + INDENT) return false
  line.moveBaseColumn(line.baseIndent + INDENT)
  return true
}
