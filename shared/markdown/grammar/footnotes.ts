import { NodeProp } from '@lezer/common'
import { tags } from '@lezer/highlight'
import type { MarkdownConfig } from '@lezer/markdown'
import { INDENT, holdsIndented } from './indented'

/** A label is a word of at most this length; nobody types a longer one. */
const REFERENCE = /^\[\^([^\][\s^]{1,64})\]/
const DEFINITION = /^\[\^[^\][\s^]{1,64}\]:/

/**
 * `[^1]` in the text, and `[^1]: …` at the beginning of a line, which CommonMark would read as links. A definition is a
 * block that contains others: its paragraph, and the indented blocks after it.
 */
export const footnotes: MarkdownConfig = {
  defineNodes: [
    { name: 'FootnoteReference', style: tags.link },
    {
      name: 'FootnoteDefinition',
      composite: holdsIndented,
    },
    { name: 'FootnoteLabel', style: tags.link },
    { name: 'FootnoteMark', style: tags.processingInstruction },
  ],
  // Lezer reuses a block that ends before a change; but this one may continue after a blank line.
  props: [NodeProp.group.add({ FootnoteDefinition: ['BlockContext'] })],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(context, next, from) {
        if (next !== OPENING) return -1
        const [whole] = REFERENCE.exec(context.slice(from, Math.min(context.end, from + LONGEST))) ?? ['']
        const to = from + whole.length
        // With an address after it, it is a link after all.
        if (whole === '' || context.char(to) === PARENTHESIS) return -1
        const marks = [context.elt('FootnoteMark', from, from + 2), context.elt('FootnoteMark', to - 1, to)]
        return context.addElement(context.elt('FootnoteReference', from, to, marks))
      },
    },
  ],
  parseBlock: [
    {
      name: 'FootnoteDefinition',
      before: 'LinkReference',
      parse(context, line) {
        const length = lengthOfLabel(line)
        if (length === 0) return false
        const from = context.lineStart + line.pos
        context.startComposite('FootnoteDefinition', line.pos)
        context.addElement(
          context.elt('FootnoteLabel', from, from + length, [
            context.elt('FootnoteMark', from, from + 2),
            context.elt('FootnoteMark', from + length - 2, from + length),
          ]),
        )
        line.moveBase(line.pos + length)
        return null
      },
      endLeaf: (_context, line) => lengthOfLabel(line) > 0,
    },
  ],
}

interface BlockLine {
  readonly text: string
  readonly pos: number
  readonly indent: number
  readonly baseIndent: number
  readonly next: number
}

const lengthOfLabel = ({ text, pos, indent, baseIndent, next }: BlockLine): number =>
  next !== OPENING || indent >= baseIndent + INDENT
    ? 0
    : (DEFINITION.exec(text.slice(pos, pos + LONGEST))?.[0].length ?? 0)

const OPENING = '['.charCodeAt(0)
const PARENTHESIS = '('.charCodeAt(0)
const LONGEST = 70
