import { NodeProp } from '@lezer/common'
import { tags } from '@lezer/highlight'
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown'
import { INDENT, holdsIndented } from './indented'
import { OTHER_BLOCK } from './other-block'

/**
 * `Term`, and below it `: definition`, as in Pandoc and PHP Markdown Extra: a term is a single line, which a blank line
 * may follow, and has one or more definitions. Indented blocks belong to the definition above them. Definition lists
 * exist only at the top level: within a quotation or an item such lines are words.
 */
export const definitions: MarkdownConfig = {
  defineNodes: [
    { name: 'DefinitionList', block: true, composite: goesOn },
    { name: 'DefinitionTerm', block: true, style: { 'DefinitionTerm/...': tags.strong } },
    {
      name: 'Definition',
      block: true,
      composite: holdsIndented,
    },
    { name: 'DefinitionMark', style: tags.processingInstruction },
  ],
  // Lezer reuses a block that ends before a change; but these may continue after a blank line.
  props: [NodeProp.group.add({ DefinitionList: ['BlockContext'], Definition: ['BlockContext'] })],
  parseBlock: [
    {
      name: 'DefinitionList',
      parse(context, line) {
        if (context.parentType().name === LIST) return parseInList(context, line)
        if (context.depth > 1 || !isTerm(context, line)) return false
        context.startComposite(LIST, line.pos)
        return null
      },
      endLeaf: (context, line) => isInList(context) && (isDefinition(line) || isTerm(context, line)),
    },
  ],
}

const LIST = 'DefinitionList'
const COLON = ':'.charCodeAt(0)
const LONGEST_TERM = 1_000

/** A line that may be a definition, in a text that is parsed in parts. */
export const DEFINITION_LINE = /^ {0,3}:[ \t]+\S/m
const BEGINS_DEFINITION = /^ {0,3}:[ \t]+\S/
const isInList = (context: BlockContext): boolean => context.depth > 1 && context.parentType(1).name === LIST

const isDefinition = ({ text, pos, next, indent, baseIndent }: Line): boolean =>
  next === COLON && indent < baseIndent + INDENT && /^:[ \t]+\S/.test(text.slice(pos, pos + LONGEST_TERM))

/** Whether a definition follows the line directly, or after one blank line. */
function isTerm(context: BlockContext, line: Line): boolean {
  const { text, pos, next, indent, baseIndent } = line
  if (next < 0 || indent >= baseIndent + INDENT || text.length > LONGEST_TERM) return false
  if (OTHER_BLOCK.test(text.slice(pos))) return false
  const lines = context as unknown as Lines
  const end = lines.absoluteLineEnd
  const below = lines.scanLine(end + 1)
  if (below.text.trim() !== '') return BEGINS_DEFINITION.test(below.text)
  return below.end > end && BEGINS_DEFINITION.test(lines.scanLine(below.end + 1).text)
}

/** The lookahead that Lezer itself uses. */
interface Lines {
  readonly absoluteLineEnd: number
  scanLine(start: number): { readonly text: string; readonly end: number }
}

/** Whether a line belongs to the list above it. */
function goesOn(context: BlockContext, line: Line): boolean {
  return (
    line.next < 0 || line.indent >= line.baseIndent + INDENT || isDefinition(line) || isTerm(context, line)
  )
}

function parseInList(context: BlockContext, line: Line): boolean | null {
  const from = context.lineStart + line.pos
  if (isDefinition(line)) {
    context.startComposite('Definition', line.pos)
    context.addElement(context.elt('DefinitionMark', from, from + 1))
    line.moveBase(line.skipSpace(line.pos + 1))
    return null
  }
  const words = line.text.slice(line.pos).trimEnd()
  const inlines = context.parser.parseInline(words, from)
  context.addElement(context.elt('DefinitionTerm', from, from + words.length, inlines))
  context.nextLine()
  return true
}
