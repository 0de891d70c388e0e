import { tags } from '@lezer/highlight'
import type { DelimiterType, MarkdownConfig } from '@lezer/markdown'

const DELIMITER: DelimiterType = { resolve: 'Highlight', mark: 'HighlightMark' }

/** `==marked words==`. */
export const highlight: MarkdownConfig = {
  defineNodes: [
    { name: 'Highlight', style: { 'Highlight/...': tags.special(tags.content) } },
    { name: 'HighlightMark', style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: 'Highlight',
      after: 'Emphasis',
      parse(context, next, from) {
        if (next !== EQUALS || context.char(from + 1) !== EQUALS || context.char(from + 2) === EQUALS)
          return -1
        if (context.slice(from - 1, from) === '=') return -1
        const isOpening = /\S/.test(context.slice(from + 2, from + 3))
        const isClosing = /\S/.test(context.slice(from - 1, from))
        return context.addDelimiter(DELIMITER, from, from + 2, isOpening, isClosing)
      },
    },
  ],
}

const EQUALS = '='.charCodeAt(0)
