import type { Element, ElementContent } from 'hast'
import type { Handle } from 'hast-util-to-mdast'
import { calloutOf } from '../grammar/callouts'
import { asIsInLine, wordsOf } from './html-words'

const MARK = 'callout-mark'
const KIND = /^(?:note|tip|important|warning|caution|plain)$/
/** A title that could be the word of an own kind of callout. */
const WORD = /^[a-z][\w-]{0,30}$/i

/** A quotation that a page of this app shows as a callout begins with the mark for it. */
export function withCalloutMark(quote: Element): Element {
  const classes = [quote.properties['className'] ?? ''].flat().map(String)
  const kind = classes.includes('callout') ? classes.find((name) => KIND.test(name)) : undefined
  const at = quote.children.findIndex(({ type }) => type === 'element')
  const title = quote.children[at]
  if (kind === undefined || title?.type !== 'element' || title.tagName !== 'p') return quote
  const words = wordsOf(title).trim()
  const name = kind === 'plain' && WORD.test(words) ? words.toLowerCase() : kind
  const isNamed = calloutOf(`[!${name}]`).word === words
  const value = `[!${name}]${isNamed ? '' : ' '}`
  const mark: Element = { type: 'element', tagName: MARK, properties: { value }, children: [] }
  const line = [mark, ...(isNamed ? [] : plainTitle(title))]
  return { ...quote, children: quote.children.with(at, { ...title, children: line }) }
}

/** The title without bold, which every title has. */
const plainTitle = ({ children }: Element): readonly ElementContent[] =>
  children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'strong' ? child.children : [child],
  )

/** How the mark is written as markdown. */
export const CALLOUT_MARK: Readonly<Record<string, Handle>> = {
  [MARK]: (_state, { properties }: Element) => asIsInLine(String(properties['value'])),
}
