import { InlineContext, type MarkdownConfig } from '@lezer/markdown'

/**
 * Brackets in the words of a link, `[the book [sic]](address)`, are words. Lezer takes any pair of brackets for a link
 * whose target stands elsewhere, and so the link around it for none.
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

/** Whether a bracket that has an address or a label behind it comes later in a paragraph. */
function endsLink(text: string, from: number): boolean {
  if (text !== paragraph) {
    paragraph = text
    lastEnd = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['))
  }
  return lastEnd >= from
}

/** What was asked about last: brackets of one paragraph are met one after the other. */
let paragraph = ''
let lastEnd = -1
