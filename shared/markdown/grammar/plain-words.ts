import type { MarkdownConfig } from '@lezer/markdown'

/** What may begin anything but words. An address needs no sign before it. */
const SIGN = /[\\&`<*_[\]~^:$]|!\[|==| {2}|\b(?:www\.|https?:|mailto:|xmpp:)/g

/**
 * Words are passed over up to the next sign that may begin something, where the parser would ask each of its rules at
 * each character: most of a text is words. It changes no tree (`plain-words.test.ts`).
 */
export const plainWords: MarkdownConfig = {
  parseInline: [
    {
      name: 'PlainWords',
      before: 'Escape',
      parse({ text, offset, end }, _next, position) {
        // The name before the sign of an e-mail address has no sign of its own.
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

/** Of the paragraph that is being read. Paragraphs are read one after the other. */
let hasAddress = false
