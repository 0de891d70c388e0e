import { anchorOf } from '../../shared/markdown/headings'
import { leadsNowhere } from '../../shared/markdown/leads-nowhere'
import { filePicture } from '../../shared/markdown/html/file-picture'
import { formulaHtml } from '../../shared/markdown/html/formula'
import { blockHtml, footnotesHtml } from '../../shared/markdown/html/html'
import type { HtmlContext } from '../../shared/markdown/html/inline-html'
import { leadsOutside } from '../../shared/markdown/html/leads-outside'
import { createDocumentReader } from '../../shared/markdown/tree/document-reader'
import type { Block, Footnote } from '../../shared/markdown/tree/tree'
import { decoded } from '../../shared/text/decoded'
import { withoutExcessMarks } from '../../shared/text/excess-marks'
import { wellFormed } from '../../shared/text/well-formed'

/**
 * A block of the page with its start in the text, as an editor offset. The footnotes are the last block, at the end of
 * the text.
 */
export interface PageBlock {
  readonly from: number
  readonly html: string
}

/** The change of a page: `blocks` replace the old blocks between the first `kept` and the last `keptAtEnd`. */
export interface PageChange {
  readonly kept: number
  readonly keptAtEnd: number
  readonly blocks: readonly string[]
  /** The start in the text of each block of the whole page. */
  readonly begins: readonly number[]
}

/** The scheme of links to documents in the page, recognised when a link is clicked. */
export const DOCUMENT_LINK = 'stet-title:'

/** The title in such an address, and the id of a heading. */
export function titleIn(address: string): { readonly title: string; readonly heading: string | undefined } {
  const [title = '', heading] = address.slice(DOCUMENT_LINK.length).split('#')
  return { title: decoded(title), heading: heading === undefined ? undefined : decoded(heading) }
}

/** The scheme of links without a target. */
export const NOWHERE_LINK = 'stet-nowhere:'

/** Encodes words for an address; `encodeURIComponent` fails for a lone surrogate. */
const named = (words: string): string => encodeURIComponent(wellFormed(words))

const CONTEXT: HtmlContext = {
  linkTo(link) {
    if (link.kind === 'document-link') {
      const isHere = link.title === '' && link.heading !== undefined
      const heading = link.heading === undefined ? '' : `#${named(anchorOf(link.heading))}`
      return isHere ? heading : DOCUMENT_LINK + named(link.title) + heading
    }
    if (leadsNowhere(link.address)) return NOWHERE_LINK + named(link.address)
    return link.address.startsWith('#') || leadsOutside(link.address) ? link.address : undefined
  },
  picture: (address) => ({ address: filePicture(address) }),
  idOf: (id) => id,
  formula: formulaHtml,
  words: { notes: 'Notes', note: 'Note', backToText: 'Back to the text' },
}

/**
 * Returns a function that converts a text to blocks, each a single HTML element. When called with the next text, the
 * function reuses the blocks of unchanged sections.
 */
export function createPage(): (markdown: string) => readonly PageBlock[] {
  const read = createDocumentReader()
  const made = new WeakMap<readonly Block[], readonly PageBlock[]>()
  let notes: { readonly footnotes: readonly Footnote[]; readonly html: string } = { footnotes: [], html: '' }
  return (markdown) => {
    const { sections, footnotes } = read(markdown)
    if (!areSame(notes.footnotes, footnotes)) notes = { footnotes, html: footnotesHtml(footnotes, CONTEXT) }
    const page = sections.flatMap(({ at, blocks }) => {
      const inSection = made.get(blocks) ?? shownOf(blocks)
      made.set(blocks, inSection)
      return at === 0 ? inSection : inSection.map(({ from, html }) => ({ from: from + at, html }))
    })
    return notes.html === '' ? page : [...page, { from: markdown.length, html: notes.html }]
  }
}

const shownOf = (blocks: readonly Block[]): readonly PageBlock[] =>
  blocks
    .map((block) => ({ from: block.from, html: drawable(blockHtml(block, CONTEXT)) }))
    .filter(({ html }) => html !== '')

/** Removes lone surrogates, for each of which Chromium tries every font every time. */
const drawable = (html: string): string => wellFormed(withoutExcessMarks(html))

const areSame = (some: readonly Footnote[], others: readonly Footnote[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ blocks, references }, index) =>
      blocks === others[index]!.blocks && references === others[index]!.references,
  )

/** The blocks of a text that is shown only once. */
export const pageBlocks = (markdown: string): readonly PageBlock[] => createPage()(markdown)

/** The smallest change that turns one page into another. */
export function pageChange(before: readonly PageBlock[], after: readonly PageBlock[]): PageChange {
  const most = Math.min(before.length, after.length)
  let kept = 0
  while (kept < most && before[kept]!.html === after[kept]!.html) kept++
  let keptAtEnd = 0
  while (keptAtEnd < most - kept && before.at(-1 - keptAtEnd)!.html === after.at(-1 - keptAtEnd)!.html)
    keptAtEnd++
  return {
    kept,
    keptAtEnd,
    blocks: after.slice(kept, after.length - keptAtEnd).map(({ html }) => html),
    begins: after.map(({ from }) => from),
  }
}
