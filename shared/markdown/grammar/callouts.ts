import type { SyntaxNode } from '@lezer/common'
import { tags } from '@lezer/highlight'
import type { MarkdownConfig } from '@lezer/markdown'

/** `[!note]`, optionally followed by a fold marker; only white space may follow in its line. */
const MARK = /^\[!([a-zA-Z][\w-]{0,30})\][-+]?(?=[ \t\n]|$)/
const LONGEST = 40

/** `> [!note] Title`: a quotation with the style of a callout. */
export const callouts: MarkdownConfig = {
  defineNodes: [{ name: 'CalloutMark', style: tags.processingInstruction }],
  parseBlock: [
    {
      name: 'Callout',
      leaf(context, { start }) {
        quoted = context.parentType().name === 'Blockquote' ? start : -1
        return null
      },
    },
  ],
  parseInline: [
    {
      name: 'Callout',
      before: 'Link',
      parse(context, next, from) {
        if (next !== OPENING || from !== context.offset || from !== quoted) return -1
        const found = MARK.exec(context.slice(from, Math.min(context.end, from + LONGEST)))
        return found === null
          ? -1
          : context.addElement(context.elt('CalloutMark', from, from + found[0].length))
      },
    },
  ],
}

const OPENING = '['.charCodeAt(0)

/**
 * The beginning of the present paragraph, if it is directly within a quotation. Paragraphs are parsed one after
 * another.
 */
let quoted = -1

/** The mark at the beginning of a quotation's first paragraph, which makes it a callout. */
export function calloutMark(quote: SyntaxNode): SyntaxNode | undefined {
  let first = quote.firstChild
  while (first?.name === 'QuoteMark') first = first.nextSibling
  const mark = first?.name === 'Paragraph' ? first.firstChild : null
  return mark?.name === 'CalloutMark' ? mark : undefined
}

/** GitHub's kinds have a colour and a word each; all others are `plain`. */
export type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'caution' | 'plain'

const KINDS: ReadonlySet<string> = new Set<CalloutKind>(['note', 'tip', 'important', 'warning', 'caution'])

/** The kind of a mark such as `[!NOTE]`, and the word that is shown where the writer has given no title. */
export function calloutOf(mark: string): { readonly kind: CalloutKind; readonly word: string } {
  const name = (MARK.exec(mark)?.[1] ?? '').toLowerCase()
  const word = name.replaceAll(/[-_]+/g, ' ').trim()
  return {
    kind: KINDS.has(name) ? (name as CalloutKind) : 'plain',
    word: word.slice(0, 1).toUpperCase() + word.slice(1),
  }
}
