import type { MarkdownConfig } from '@lezer/markdown'

/** The most characters of a paragraph that are parsed for emphasis, links and the like. */
const MARKED_PARAGRAPH_MAX = 100_000
/** The most possible marks of a paragraph, because parsing them takes quadratic time. */
const MARKS_MAX = 2_000
/** The most HTML tags of a paragraph: the HTML parser reads each again below every unclosed one. */
const TAGS_MAX = 300

/** Longer paragraphs, and those with more marks, are plain words, and are split. */
export const boundedParagraphs: MarkdownConfig = {
  parseInline: [withoutMarks('LongParagraph', isSource)],
  parseBlock: [
    // Text without marks may be split into several paragraphs, so that no step of a parse is as long as the text.
    {
      name: 'LongParagraph',
      endLeaf: (_context, _line, { content }) => content.length > MARKED_PARAGRAPH_MAX && !isTable(content),
    },
  ],
}

/** Whether this is a table, by its second line. Its cells are parsed one by one, so it may be long. */
function isTable(content: string): boolean {
  const rule = content.split('\n', 2)[1] ?? ''
  return rule.includes('|') && /^[\s|:-]+$/.test(rule)
}

/** Paragraphs with a line of more characters are plain words. */
export const boundedLines = (max: number): MarkdownConfig => ({
  parseInline: [
    withoutMarks(
      'LongLine',
      (paragraph) => paragraph.length > max && paragraph.split('\n').some(({ length }) => length > max),
    ),
  ],
})

function withoutMarks(
  name: string,
  isWords: (paragraph: string) => boolean,
): NonNullable<MarkdownConfig['parseInline']>[number] {
  return {
    name,
    before: 'Escape',
    parse: ({ text, offset, end }, _next, position) => (position === offset && isWords(text) ? end : -1),
  }
}

function isSource(paragraph: string): boolean {
  if (paragraph.length > MARKED_PARAGRAPH_MAX) return true
  return hasMore(paragraph, MARK, MARKS_MAX) || hasMore(paragraph, TAG, TAGS_MAX)
}

/** A run of one character opens or closes as a whole; each bracket is a mark of its own. */
const MARK = /\*+|_+|~+|`+|\^+|\$+|==|[[\]<&\\]/g
const TAG = /<[a-z/]/gi

/** Whether a text has more than `most` matches of an expression; `sign` matches each possible mark. */
function hasMore(text: string, sign: RegExp, most: number): boolean {
  if (text.length <= most) return false
  sign.lastIndex = 0
  let count = 0
  while (count <= most && sign.test(text)) count++
  return count > most
}

/** The most nested quotations and lists; each is at most two blocks. */
const LEVELS_MAX = 100

/**
 * Deeper blocks become paragraphs. Recursive code draws and walks the tree of a text, and a line can have ten thousand
 * levels.
 */
export const boundedLevels: MarkdownConfig = {
  parseBlock: [
    {
      name: 'TooDeep',
      before: 'IndentedCode',
      parse(context, line) {
        if (context.depth < LEVELS_MAX) return false
        const from = context.lineStart + line.pos
        context.addElement(context.elt('Paragraph', from, context.lineStart + line.text.length))
        context.nextLine()
        return true
      },
    },
  ],
}
