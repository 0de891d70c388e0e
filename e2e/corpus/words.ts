import { fromHtml } from 'hast-util-from-html'
import type { Nodes } from 'hast'

/** What a form says where another has nothing: a reader of it is given a source that says the same. */
export interface Says {
  /** Numbers of lists and of notes at the end are words of the text. */
  readonly numbers?: boolean
  /** The alternative text of pictures stands there. */
  readonly alternatives?: boolean
  /** The addresses of links to the web stand behind their words. */
  readonly addresses?: boolean
  readonly withoutFormulas?: boolean
  /** Word has no lists in notes: there their numbers are words. */
  readonly numbersInNotes?: boolean
}

/** Words and numbers as they follow each other, in the one form that each of them has. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replace(/[\ufe0e\ufe0f]/g, '')
    .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []

/** The letters and digits of a text in their order: what is left when lines, pages and hyphens come between. */
export const lettersIn = (text: string): string => wordsIn(text).join('')

/**
 * The words of a text of the corpus, by what stands in it and without our own reader of markdown: the corpus has only
 * what is taken away here.
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
    // Scripts without spaces have marks within what is one word here.
    .replace(/\*|==|~~/g, '')
  return `${title}\n${body}`
}

/** The words of a page of HTML as they are read, without those of its head and the ways back from notes. */
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
