import { InlineContext, type MarkdownConfig } from '@lezer/markdown'

/**
 * Brackets in the words of a link, `[the book [sic]](address)`, are words. Lezer reads any pair of brackets as a
 * reference link, and therefore rejects the link around it.
 */
export const nestedBrackets: MarkdownConfig = {
  parseInline: [
    {
      name: 'NestedBrackets',
      before: 'LinkEnd',
      parse(context, next, position) {
        if (next !== CLOSING || /[([]/.test(context.slice(position + 1, position + 2))) return -1
        const inner = context.findOpeningDelimiter(InlineContext.linkStart)
        if (inner === null || inner < (context.findOpeningDelimiter(InlineContext.imageStart) ?? -1))
          return -1
        if (!isWithin(context, inner) || !endsLink(context.text, position + 1 - context.offset)) return -1
        for (const element of context.takeContent(inner)) context.addElement(element)
        return position + 1
      },
    },
  ],
}

const CLOSING = ']'.charCodeAt(0)

/** Whether another bracket is open before this one. */
function isWithin(context: InlineContext, index: number): boolean {
  for (let before = index - 1; before >= 0; before--)
    if (context.getDelimiterAt(before)?.type === InlineContext.linkStart) return true
  return false
}

/** Whether a bracket that is followed by an address or a label comes later in the paragraph. */
function endsLink(text: string, from: number): boolean {
  if (text !== paragraph) {
    paragraph = text
    lastEnd = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['))
  }
  return lastEnd >= from
}

/** The paragraph of the last query: brackets of one paragraph are parsed one after another. */
let paragraph = ''
let lastEnd = -1
