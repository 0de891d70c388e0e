import type { MarkdownConfig } from '@lezer/markdown'

/** Characters of all lines of a paragraph that are read for emphasis, links and the like. */
const MARKED_PARAGRAPH_MAX = 100_000
/** Signs of a paragraph that may be marks. Reading them takes time that grows with the square of their number. */
const MARKS_MAX = 2_000
/** Tags of HTML in a paragraph: each is read once more, by the parser of HTML, below those that it does not close. */
const TAGS_MAX = 300

/** Longer paragraphs, and those with more marks, are words without marks, and are parted. */
export const boundedParagraphs: MarkdownConfig = {
  parseInline: [withoutMarks('LongParagraph', isSource)],
  parseBlock: [
    // What has no marks may as well be several paragraphs; and no step of a parse is as long as the text.
    {
      name: 'LongParagraph',
      endLeaf: (_context, _line, { content }) => content.length > MARKED_PARAGRAPH_MAX && !isTable(content),
    },
  ],
}

/** By its second line. The cells of a table are read one by one, so it may be long. */
function isTable(content: string): boolean {
  const rule = content.split('\n', 2)[1] ?? ''
  return rule.includes('|') && /^[\s|:-]+$/.test(rule)
}

/** Paragraphs with a line of more characters are words without marks. */
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

/** A run of one sign opens or closes at once; each bracket is a mark of its own. */
const MARK = /\*+|_+|~+|`+|\^+|\$+|==|[[\]<&\\]/g
const TAG = /<[a-z/]/gi

/** Whether a text, each sign of which could be one, has more of them than so many. */
function hasMore(text: string, sign: RegExp, most: number): boolean {
  if (text.length <= most) return false
  sign.lastIndex = 0
  let count = 0
  while (count <= most && sign.test(text)) count++
  return count > most
}

/** Quotations and lists within each other; each is two blocks at most. */
const LEVELS_MAX = 100

/**
 * What stands deeper is a paragraph. The tree of a text is drawn and walked by code that calls itself for each level, and
 * a line can have ten thousand of them.
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
