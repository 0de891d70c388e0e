import type { MarkdownConfig } from '@lezer/markdown'

/** Any character that may begin something other than words. A bare address begins without a special character. */
const SIGN = /[\\&`<*_[\]~^:$]|!\[|==| {2}|\b(?:www\.|https?:|mailto:|xmpp:)/g

/**
 * Skips words up to the next character that may begin something else, where the parser would try each of its rules at
 * each character: most of a text is words. The resulting tree is the same (`plain-words.test.ts`).
 */
export const plainWords: MarkdownConfig = {
  parseInline: [
    {
      name: 'PlainWords',
      before: 'Escape',
      parse({ text, offset, end }, _next, position) {
        // The name before the @ of an e-mail address begins without a special character.
        if (position === offset) hasAddress = text.includes('@')
        if (hasAddress) return -1
        SIGN.lastIndex = position - offset
        const next = SIGN.exec(text)
        const to = next === null ? end : offset + next.index
        return to > position ? to : -1
      },
    },
  ],
}

/** Whether the present paragraph contains an @. Paragraphs are parsed one after another. */
let hasAddress = false
