import { tags } from '@lezer/highlight'
import type { MarkdownConfig } from '@lezer/markdown'

/** Group 1 is the target of the link, group 2 the bar behind it, which a table row escapes, group 3 its display text. */
const LINK = /^!?\[\[([^\][\n|]{1,500}?)(?:(\\?\|)([^\][\n]{0,500}))?\]\]/
const LONGEST = 1_010

/**
 * A link by title: `[[Title]]`, `[[Title#Heading]]`, `[[Title|other words]]`, with `\|` in a table row; and `![[…]]`, which embeds its target.
 */
export const wikiLinks: MarkdownConfig = {
  defineNodes: [
    { name: 'WikiLink', style: tags.link },
    { name: 'WikiImage', style: tags.link },
    { name: 'WikiMark', style: tags.processingInstruction },
    { name: 'WikiTarget' },
    { name: 'WikiWords' },
  ],
  parseInline: [
    {
      name: 'WikiLink',
      before: 'Link',
      parse(context, next, from) {
        const isImage = next === EXCLAMATION
        const opening = isImage ? from + 1 : from
        if ((next !== BRACKET && !isImage) || context.char(opening) !== BRACKET) return -1
        if (context.char(opening + 1) !== BRACKET) return -1
        const found = LINK.exec(context.slice(from, Math.min(context.end, from + LONGEST)))
        if (found === null) return -1
        const [whole, target = '', bar = '', words = ''] = found
        const to = from + whole.length
        const targetEnd = opening + 2 + target.length
        const wordsFrom = targetEnd + bar.length
        const parts = [
          context.elt('WikiMark', from, opening + 2),
          context.elt('WikiTarget', opening + 2, targetEnd),
          ...(bar === '' ? [] : [context.elt('WikiMark', targetEnd, wordsFrom)]),
          ...(words === '' ? [] : [context.elt('WikiWords', wordsFrom, to - 2)]),
          context.elt('WikiMark', to - 2, to),
        ]
        return context.addElement(context.elt(isImage ? 'WikiImage' : 'WikiLink', from, to, parts))
      },
    },
  ],
}

const BRACKET = '['.charCodeAt(0)
const EXCLAMATION = '!'.charCodeAt(0)
