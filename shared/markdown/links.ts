import type { Span } from '../text/span'
import { codeIn } from './code'

/** A link in a text; offsets are UTF-16 units of the text. */
export type LinkSpan =
  | {
      readonly kind: 'link'
      readonly from: number
      readonly to: number
      readonly isImage: boolean
      /** The words between the brackets. */
      readonly words: string
      /** The target as it is written, with its angle brackets; may be empty. */
      readonly address: string
      readonly addressFrom: number
      readonly hasTitle: boolean
    }
  | {
      /** `[[target|alias]]`, or `[[target\|alias]]` in a table row */
      readonly kind: 'wiki'
      readonly from: number
      readonly to: number
      readonly isImage: boolean
      readonly target: string
      readonly alias?: string
    }

const WORDS_MAX = 1_000
const WIKI = /\[\[([^\][\n|]{1,500}?)(?:\\?\|([^\][\n]{0,500}))?\]\]/y
const ADDRESS = /<[^<>\n]{1,2000}>|(?:[^\s()<>\\]|\\.|\([^\s()]*\)){0,2000}/y
/** An address in this form needs no angle brackets. */
const PLAIN_ADDRESS = /^(?:[^\s()<>]|\([^\s()<>]*\))*$/

/** The target as it is written in a link; characters that would end an address in angle brackets are encoded. */
export const addressFor = (target: string): string =>
  PLAIN_ADDRESS.test(target) ? target : `<${target.replace(/[<>\n]/g, encodeURIComponent)}>`

/** The width attribute after an image. */
const WIDTH = /\{ ?width=\d{1,3}% ?\}/y
const AFTER_ADDRESS = /([ \t]+(?:"[^"\n]*"|'[^'\n]*'))?\)/y

/**
 * The links of a text outside of its `code`, ordered by their beginnings; a link or an image within the words of
 * another link follows it. A link ends on the line on which it begins. Linear time: an opening bracket is examined
 * once, when its closing bracket is found.
 */
export function linksIn(text: string, code?: readonly Span[]): readonly LinkSpan[] {
  if (!text.includes('](') && !text.includes('[[')) return []
  return linksOutside(code ?? codeIn(text), text)
}

function linksOutside(code: readonly Span[], text: string): readonly LinkSpan[] {
  const links: LinkSpan[] = []
  let nextCode = 0
  /** Open brackets of this line. */
  const open: number[] = []
  const signs = /[[\]\\\n]/g
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    const at = sign.index
    while ((code[nextCode]?.to ?? Infinity) <= at) nextCode++
    if ((code[nextCode]?.from ?? Infinity) <= at) {
      if (text.slice(at, code[nextCode]!.to).includes('\n')) open.length = 0
      signs.lastIndex = code[nextCode]!.to
    } else if (sign[0] === '\n') open.length = 0
    else if (sign[0] === '\\') {
      // An escaped character outside of brackets may still begin a link: the words before it are somebody's typing.
      if (open.length > 0 && text[at + 1] !== '\n') signs.lastIndex = at + 2
    } else if (sign[0] === ']') {
      const opening = open.pop()
      const link = opening === undefined ? undefined : linkAt(text, opening, at)
      if (link) links.push(link)
    } else {
      const wiki = wikiAt(text, at)
      if (wiki) links.push(wiki)
      if (wiki) signs.lastIndex = wiki.to
      else open.push(at)
    }
  }
  return links.sort((one, other) => one.from - other.from)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const startOf = (text: string, bracket: number) => {
  const isImage = text[bracket - 1] === '!'
  return { from: isImage ? bracket - 1 : bracket, isImage }
}

function wikiAt(text: string, at: number): LinkSpan | undefined {
  const found = matchAt(WIKI, text, at)
  if (found === null) return undefined
  const [whole, target = '', alias] = found
  return {
    kind: 'wiki',
    ...startOf(text, at),
    to: at + whole.length,
    target,
    ...(alias !== undefined && { alias }),
  }
}

/** The link whose words are between these brackets; `undefined` where no target follows them. */
function linkAt(text: string, opening: number, closing: number): LinkSpan | undefined {
  if (text[closing + 1] !== '(' || closing - opening > WORDS_MAX) return undefined
  const addressFrom = closing + 2
  const address = matchAt(ADDRESS, text, addressFrom)?.[0] ?? ''
  const after = matchAt(AFTER_ADDRESS, text, addressFrom + address.length)
  if (after === null) return undefined
  const start = startOf(text, opening)
  const to = addressFrom + address.length + after[0].length
  return {
    kind: 'link',
    ...start,
    to: to + ((start.isImage && matchAt(WIDTH, text, to)?.[0].length) || 0),
    words: text.slice(opening + 1, closing),
    address,
    addressFrom,
    hasTitle: after[1] !== undefined,
  }
}

/** A line break within a paragraph. */
const SOFT_BREAK = /(?<!\n)\n(?![ \t\r]*\n)/g

/**
 * The links of a text as a reader meets them: only their `words` are read, not brackets, target and title. A link that
 * continues in the next line is included.
 */
export const readLinks = (
  text: string,
  code?: readonly Span[],
): readonly (Span & { readonly words: Span })[] =>
  linksIn(text.replace(SOFT_BREAK, ' '), code).map((link) => ({
    from: link.from,
    to: link.to,
    words: wordsOf(link),
  }))

function wordsOf(link: LinkSpan): Span {
  const begin = link.from + (link.isImage ? 1 : 0)
  if (link.kind === 'link') return { from: begin + 1, to: link.addressFrom - 2 }
  if (link.alias) return { from: link.to - 2 - link.alias.length, to: link.to - 2 }
  return { from: begin + 2, to: begin + 2 + link.target.length }
}

/** The text with links replaced by their words, for short texts that are shown: a heading, an excerpt. */
export function linksAsWords(text: string): string {
  const signs = readLinks(text, []).flatMap(({ from, to, words }) => [
    { from, to: words.from },
    { from: words.to, to },
  ])
  let read = ''
  let at = 0
  for (const { from, to } of signs.toSorted((one, other) => one.from - other.from)) {
    read += text.slice(at, from)
    at = to
  }
  return read + text.slice(at)
}
