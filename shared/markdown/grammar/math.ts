import { tags } from '@lezer/highlight'
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown'

/**
 * An inline formula: no white space directly inside the marks, and no letter or digit outside of them, as in prices.
 */
const INLINE =
  /^(?:\$\$(?!\s)((?:[^$\n\\]|\\.){1,1000})\$\$|\$(?![\s$])((?:[^$\n\\]|\\.){1,1000})(?<!\s)\$(?![\p{L}\p{N}]))/u
const LONGEST = 1_010

/** TeX: `$…$` within a line, and `$$ … $$` as a block of its own, up to the closing mark or a blank line. */
export const math: MarkdownConfig = {
  defineNodes: [
    { name: 'InlineMath', style: tags.special(tags.monospace) },
    { name: 'MathBlock', block: true, style: { 'MathBlock/...': tags.special(tags.monospace) } },
    { name: 'MathMark', style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: 'InlineMath',
      before: 'Emphasis',
      parse(context, next, from) {
        if (next !== DOLLAR || /[\p{L}\p{N}$]/u.test(context.slice(from - 1, from))) return -1
        const found = INLINE.exec(context.slice(from, Math.min(context.end, from + LONGEST)))
        if (found === null) return -1
        const to = from + found[0].length
        const mark = found[1] === undefined ? 1 : 2
        return context.addElement(
          context.elt('InlineMath', from, to, [
            context.elt('MathMark', from, from + mark),
            context.elt('MathMark', to - mark, to),
          ]),
        )
      },
    },
  ],
  parseBlock: [
    {
      name: 'MathBlock',
      before: 'FencedCode',
      parse: parseMathBlock,
      endLeaf: (_context, line) => isRule(line),
    },
  ],
}

const DOLLAR = '$'.charCodeAt(0)

const isRule = ({ text, pos }: Line): boolean => /^\$\$\s*$/.test(text.slice(pos, pos + 10))

/** Lines without a closing mark form an ordinary paragraph. */
function parseMathBlock(context: BlockContext, line: Line): boolean {
  if (line.next !== DOLLAR || !line.text.startsWith('$$', line.pos)) return false
  const from = context.lineStart + line.pos
  const marks = [context.elt('MathMark', from, from + 2)]
  const depth = context.depth
  const lines = [line.text.slice(line.pos)]
  let [end, isClosed] = [context.lineStart + line.text.length, closes(line.text.slice(line.pos + 2))]
  // A line that leaves the surrounding quotation or list has fewer levels.
  while (!isClosed && context.nextLine() && (line as Line & { depth: number }).depth >= depth) {
    if (line.pos === line.text.length) break
    marks.push(...line.markers)
    lines.push(' '.repeat(line.basePos) + line.text.slice(line.basePos))
    end = context.lineStart + line.text.length
    isClosed = closes(line.text)
  }
  if (isClosed) {
    context.nextLine()
    const sign = end - spacesAtEnd(lines.at(-1) ?? '')
    marks.push(context.elt('MathMark', sign - 2, sign))
    context.addElement(context.elt('MathBlock', from, end, marks))
  } else {
    const words = context.parser.parseInline(lines.join('\n'), from)
    context.addElement(context.elt('Paragraph', from, end, words))
  }
  return true
}

const closes = (text: string): boolean => /\$\$\s*$/.test(text.slice(-200))

const spacesAtEnd = (text: string): number => text.length - text.trimEnd().length
