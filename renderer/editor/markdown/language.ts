import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { languages } from '@codemirror/language-data'
import { tags } from '@lezer/highlight'
import type { MarkdownConfig } from '@lezer/markdown'
import type { Extension } from '@codemirror/state'
import { codeColours } from './code-colours'
import { continuing } from './continuing'
import { footnotes } from './footnotes'
import { PROSE_PAIRS } from '../input/pairs'
import { parseAhead } from './parse-ahead'
import { inSections } from './sections'

/** Front matter: a first line of three dashes with a `key:` after it, up to the next such line. */
const frontMatter: MarkdownConfig = {
  defineNodes: [
    { name: 'FrontMatter', block: true },
    { name: 'FrontMatterMark', style: tags.processingInstruction },
  ],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        if (context.lineStart !== 0 || !FENCE.test(line.text) || !KEY.test(context.peekLine())) return false
        const marks = [context.elt('FrontMatterMark', 0, 3)]
        while (context.nextLine()) {
          const from = context.lineStart
          if (FENCE.test(line.text)) {
            marks.push(context.elt('FrontMatterMark', from, from + 3))
            context.addElement(context.elt('FrontMatter', 0, from + 3, marks))
            context.nextLine()
            return true
          }
          if (!YAML_LINE.test(line.text)) break
        }
        context.addElement(context.elt('FrontMatter', 0, context.prevLineEnd(), marks))
        return true
      },
    },
  ],
}

const FENCE = /^---\s*$/
const KEY = /^[\w"'][\w"' .-]*:(\s|$)/
const YAML_LINE = /^(\s|#|- |[\w"'][\w"' .-]*:(\s|$)|$)/

/** Characters of a line, and of all lines of a paragraph, that are read for emphasis, links and the like. */
const MARKED_LINE_MAX = 20_000
const MARKED_PARAGRAPH_MAX = 100_000
/** Signs of a paragraph that may be marks. Reading them takes time that grows with the square of their number. */
const MARKS_MAX = 2_000

/**
 * Longer lines and paragraphs, and those with more marks, are shown as their source, without marks. A paragraph is
 * parsed as a whole after each key, and every mark on screen takes elements of its own.
 */
const sourceOfLongLines: MarkdownConfig = {
  parseInline: [
    {
      name: 'LongLine',
      before: 'Escape',
      parse: (context, _next, position) =>
        position === context.offset && isSource(context.slice(position, context.end)) ? context.end : -1,
    },
  ],
}

function isSource(paragraph: string): boolean {
  if (paragraph.length <= MARKS_MAX) return false
  if (paragraph.length > MARKED_PARAGRAPH_MAX || hasMoreMarks(paragraph)) return true
  return (
    paragraph.length > MARKED_LINE_MAX && paragraph.split('\n').some(({ length }) => length > MARKED_LINE_MAX)
  )
}

/** A run of one sign opens or closes at once; each bracket is a mark of its own. */
const MARK = /\*+|_+|~+|`+|\^+|[[\]<&\\]/g

function hasMoreMarks(paragraph: string): boolean {
  let count = 0
  MARK.lastIndex = 0
  while (count <= MARKS_MAX && MARK.test(paragraph)) count++
  return count > MARKS_MAX
}

/** Quotations and lists within each other; each is two blocks at most. */
const LEVELS_MAX = 100

/**
 * What stands deeper is a paragraph. The tree of a text is drawn and walked by code that calls itself for each level, and
 * a line can have ten thousand of them.
 */
const boundedLevels: MarkdownConfig = {
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

/** Markdown with tables, task lists, strike-through and front matter; code blocks load their language when met. */
export function markdownSupport(): Extension {
  const support = markdown({
    base: markdownLanguage,
    codeLanguages: languages,
    extensions: [frontMatter, boundedLevels, footnotes, sourceOfLongLines],
    completeHTMLTags: false,
    addKeymap: false,
    pasteURLAsLink: true,
  })
  support.language.parser = inSections(support.language.parser)
  return [support, support.language.data.of(PROSE_PAIRS), parseAhead, codeColours, continuing()]
}
