import { assertNever } from '../../terms'
import { wordsInstead } from '../tree/pictures'
import type { Inline } from '../tree/tree'
import { attribute, escaped, wordsHtml } from './escape'
import { noteId, referenceId } from './note-ids'

/** The context of the HTML: targets of links, addresses of pictures, and unique ids on the page. */
export interface HtmlContext {
  /** The safe address of a link; `undefined`: only its words appear. */
  readonly linkTo: (link: Extract<Inline, { kind: 'link' | 'document-link' }>) => string | undefined
  /** The address of a picture, and its size in CSS pixels where known; `undefined`: its words appear instead. */
  readonly picture: (
    address: string,
  ) => { readonly address: string; readonly width?: number; readonly height?: number } | undefined
  /** The id on the page for a heading, a footnote or a reference of this text. */
  readonly idOf: (id: string) => string
  /** TeX as HTML. */
  readonly formula: (tex: string, isBlock: boolean) => string
  /**
   * True where the HTML becomes part of a mail or of another document: it contains no internal links, and does not
   * depend on the style of a page.
   */
  readonly isPart?: true
  readonly words: { readonly notes: string; readonly note: string; readonly backToText: string }
}

/** Words and marks as HTML. */
export const inlineHtml = (inlines: readonly Inline[], context: HtmlContext): string =>
  inlines.map((inline) => html(inline, context, false)).join('')

const MARKS = {
  emphasis: 'em',
  strong: 'strong',
  underline: 'u',
  struck: 's',
  highlight: 'mark',
  subscript: 'sub',
  superscript: 'sup',
} as const

/** A link cannot contain another one: of an inner link only the words appear. */
function html(inline: Inline, context: HtmlContext, isInLink: boolean): string {
  const inner = (children: readonly Inline[], isLink = isInLink) =>
    children.map((child) => html(child, context, isLink)).join('')
  switch (inline.kind) {
    case 'text':
      return textHtml(inline.text, context)
    case 'emphasis':
    case 'strong':
    case 'underline':
    case 'struck':
    case 'highlight':
    case 'subscript':
    case 'superscript': {
      const name = MARKS[inline.kind]
      return `<${name}>${inner(inline.children)}</${name}>`
    }
    case 'code':
      return `<code${attribute('class', isOneWord(inline.text, context) ? 'word' : undefined)}>${textHtml(inline.text, context)}</code>`
    case 'math':
      return context.formula(inline.text, false)
    case 'html':
      return htmlOfTag(inline.text)
    case 'break':
      return '<br>\n'
    case 'link':
    case 'document-link': {
      const address = isInLink ? undefined : context.linkTo(inline)
      if (address === undefined) return inner(inline.children)
      const title = inline.kind === 'link' && inline.title !== '' ? inline.title : undefined
      return `<a${attribute('href', address)}${attribute('title', title)}>${inner(inline.children, true)}</a>`
    }
    case 'image':
      return imageHtml(inline, context)
    case 'footnote':
      return referenceHtml(inline, context, isInLink)
    default:
      return assertNever(inline)
  }
}

/** In a part of a mail, markup that depends on the style of a page is left out. */
export const textHtml = (text: string, { isPart }: HtmlContext): string =>
  isPart === true ? escaped(text) : wordsHtml(text)

/** Whether the code is short and contains hyphens, after which a line would be broken. */
const isOneWord = (code: string, { isPart }: HtmlContext): boolean =>
  isPart !== true && code.length <= 24 && /-/.test(code)

/** A comment is only for the writer and is dropped; all other HTML appears as it is written. */
function htmlOfTag(text: string): string {
  return text.startsWith('<!--') ? '' : `<code>${escaped(text)}</code>`
}

function imageHtml(image: Extract<Inline, { kind: 'image' }>, context: HtmlContext): string {
  const { address, alt, title, width } = image
  const picture = context.picture(address)
  const shown = attribute('title', title === '' ? undefined : title)
  if (picture === undefined) {
    const words = escaped(wordsInstead(image))
    return context.isPart === true ? words : `<span class="missing"${shown}>${words}</span>`
  }
  const size =
    width === undefined
      ? attribute('width', picture.width) + attribute('height', picture.height)
      : attribute('style', `width: ${width}%`)
  return `<img${attribute('src', picture.address)} alt="${escaped(alt)}"${shown}${size}>`
}

function referenceHtml(
  { number, occurrence }: Extract<Inline, { kind: 'footnote' }>,
  { idOf, words, isPart }: HtmlContext,
  isInLink: boolean,
): string {
  if (isInLink || isPart === true) return `<sup>${number}</sup>`
  const id = attribute('id', idOf(referenceId(number, occurrence)))
  const address = attribute('href', `#${idOf(noteId(number))}`)
  const name = attribute('aria-label', `${words.note} ${number}`)
  return `<sup class="note"><a${id}${address} role="doc-noteref"${name}>${number}</a></sup>`
}
