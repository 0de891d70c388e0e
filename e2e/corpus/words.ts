import { fromHtml } from 'hast-util-from-html'
import type { Nodes } from 'hast'

/** The text that a format adds or omits, so that the words of the source are extracted in the same way. */
export interface Says {
  /** Whether the numbers of lists and of endnotes are words of the text. */
  readonly numbers?: boolean
  /** Whether the text contains the alternative text of images. */
  readonly alternatives?: boolean
  /** Whether addresses of web links follow their words. */
  readonly addresses?: boolean
  readonly withoutFormulas?: boolean
  /** Whether numbers of lists in notes are words, because Word has no lists in notes. */
  readonly numbersInNotes?: boolean
}

/** The words and numbers of a text in order, normalised. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replace(/[\ufe0e\ufe0f]/g, '')
    .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []

/** The letters and digits of a text in order, which do not depend on lines, pages and hyphens. */
export const lettersIn = (text: string): string => wordsIn(text).join('')

/**
 * The words of a text of the corpus. They are extracted without Stet's own markdown parser; the corpus contains only
 * the markup that is removed here.
 */
export function sourceWords(markdown: string, says: Says = {}): string {
  const title = /^title: (.*)$/m.exec(markdown)?.[1] ?? ''
  const labels = [...markdown.matchAll(/^\[\^([^\]]+)\]:/gm)].map(([, label]) => label)
  const number = (label: string) => String(labels.indexOf(label) + 1)
  const body = markdown
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/^```.*$/gm, '')
    .replace(/^# .*$/m, (heading) => (heading.slice(2) === title ? '' : heading))
    .replace(/^\[\^([^\]]+)\]:/gm, (_whole, label: string) =>
      says.numbers === true ? `${number(label)} ` : '',
    )
    .replace(/\[\^([^\]]+)\]/g, (_whole, label: string) => ` ${number(label)} `)
    .replace(/!\[([^\]]*)\]\(\S+?(?: "([^"]*)")?\)/g, (_whole, alt: string, caption = '') =>
      says.alternatives === true ? `${alt} ${caption}` : caption,
    )
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_whole, said: string, address: string) =>
      says.addresses === true && !address.startsWith('#')
        ? `${said} ${address.replace('mailto:', '')}`
        : said,
    )
    .replace(/^(\s*(?:[-*] )?)\[[ x]\]/gm, '$1')
    .replace(/^([ >]*)\d+\. /gm, (mark, before: string) =>
      says.numbers === true || (says.numbersInNotes === true && before.length === 4) ? mark : before,
    )
    .replace(/\$\$([^$]+)\$\$|(?<!["\w])\$(\S[^$\n]*)\$/g, (_whole, block = '', inline = '') =>
      says.withoutFormulas === true ? ' ' : `${block}${inline}`.replace(/\\[a-z]+/g, ' '),
    )
    .replace(/[\^~](\d)[\^~]/g, '$1')
    // In scripts without spaces, there are marks inside a single word.
    .replace(/\*|==|~~/g, '')
  return `${title}\n${body}`
}

/** The visible words of an HTML page, without its head and the links back from notes. */
export function htmlWords(html: string): string {
  const skipped = new Set(['head', 'nav', 'script', 'style', 'annotation'])
  const words = (node: Nodes): string => {
    if (node.type === 'text') return node.value
    if (node.type === 'element' && skipped.has(node.tagName)) return ''
    if (!('children' in node)) return ''
    const inner = node.children.map((child) => words(child)).join('')
    return node.type === 'element' && INLINE.has(node.tagName) ? inner : ` ${inner} `
  }
  return words(fromHtml(html))
}

const INLINE: ReadonlySet<string> = new Set([
  'em',
  'i',
  'strong',
  'b',
  's',
  'mark',
  'sub',
  'sup',
  'code',
  'span',
  'label',
])
