import type { HtmlShape } from '../../../shared/export-forms'
import { attribute, escaped } from '../../../shared/markdown/html/escape'
import { formulaWithSource } from '../../../shared/markdown/html/formula'
import { blockHtml, footnotesHtml } from '../../../shared/markdown/html/html'
import type { HtmlContext } from '../../../shared/markdown/html/inline-html'
import { PAGE_STYLE } from '../../../shared/markdown/html/page-style'
import { outsideAddress } from '../addresses'
import { chaptersOf, type Chapter, type Chapters } from '../anchors'
import { ownWordsIn } from '../language/own-words'
import type { Pictures, Publication } from '../publication'
import { writtenText } from '../written-text'

/** One file of valid HTML that includes its style and its pictures; it loads nothing. */
export function writeHtml(
  publication: Publication,
  pictures: Pictures,
  { shape = 'page' }: { readonly shape?: HtmlShape } = {},
): Generator<Uint8Array> {
  const picture = (address: string) => dataPicture(address, pictures)
  return encoded(
    shape === 'fragment'
      ? chaptersHtml(chaptersOf(publication), publication, picture)
      : pageHtml(publication, picture),
  )
}

/** Long enough that there are few writes, and short enough that a book with all its pictures is never in memory. */
const PIECE_LENGTH = 1_000_000

/** Encodes the parts as UTF-8, in larger pieces. */
export function* encoded(parts: Iterable<string>): Generator<Uint8Array> {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield Buffer.from(writtenText(piece))
    piece = ''
  }
  yield Buffer.from(writtenText(piece))
}

/** The style as an element of the page. */
export const OWN_STYLE = `<style>${PAGE_STYLE}</style>\n`

/** A publication as a page with this style, block after block; `isOnPaper` where its parts have pages. */
export function* pageHtml(
  publication: Publication,
  picture: HtmlContext['picture'],
  { style = OWN_STYLE, isOnPaper = false }: { readonly style?: string; readonly isOnPaper?: boolean } = {},
): Generator<string> {
  const { title, language, authors, modified } = publication
  const metas = [
    ...authors.map((name) => `<meta name="author"${attribute('content', name)}>\n`),
    ...(modified === '' ? [] : [`<meta name="dcterms.modified"${attribute('content', modified)}>\n`]),
  ]
  yield (
    `<!DOCTYPE html>\n<html${attribute('lang', language)}>\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" content="Stet">\n` +
    `${metas.join('')}<title>${escaped(title)}</title>\n${style}</head>\n<body>\n<main>\n` +
    `<h1 class="title">${escaped(title)}</h1>\n${publication.isBook ? contentsHtml(publication, isOnPaper) : ''}`
  )
  yield* chaptersHtml(chaptersOf(publication), publication, picture)
  yield '</main>\n</body>\n</html>\n'
}

/** The texts without a page around them, for formats in which their title is a field of its own. */
function* chaptersHtml(
  chapters: Chapters,
  publication: Publication,
  picture: HtmlContext['picture'],
): Generator<string> {
  const addresses = addressesOf(chapters, publication.isBook)
  const contextOf = (chapter: Chapter): HtmlContext => ({
    linkTo(link) {
      const target = chapters.targetOf(link, chapter)
      if (target !== undefined) return `#${addresses.get(target) ?? target}`
      return link.kind === 'link' ? outsideAddress(link.address) : undefined
    },
    picture,
    idOf: idOf(chapter, publication.isBook),
    formula: formulaWithSource,
    words: ownWordsIn(chapter.part.language ?? publication.language).page,
  })
  for (const chapter of chapters.all) yield* chapterHtml(chapter, contextOf(chapter))
}

/** On a page with one text, headings have the ids that the text's own links use. */
const idOf =
  ({ part }: Chapter, isBook: boolean) =>
  (id: string): string =>
    isBook ? `${part.name}.${id}` : id

/** The ids on the page for the targets of links within the publication. */
function addressesOf(chapters: Chapters, isBook: boolean): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const chapter of chapters.all)
    for (const [id, name] of chapter.headings) addresses.set(name, idOf(chapter, isBook)(id))
  return addresses
}

function* chapterHtml({ part, blocks }: Chapter, context: HtmlContext): Generator<string> {
  const { level, name, title, language } = part
  const heading =
    level === 0 ? '' : `<h${level}${level === 1 ? ' class="part"' : ''}>${escaped(title)}</h${level}>\n`
  yield `<section id="${name}"${attribute('lang', language)}${level === 0 ? '' : attribute('aria-label', title)}>\n${heading}`
  for (const block of blocks) yield blockHtml(block, context)
  yield `${footnotesHtml(part.tree?.footnotes ?? [], context)}</section>\n`
}

/** The parts as nested lists by their levels; on paper with room for page numbers, which `print-page.ts` fills in. */
export function contentsHtml(
  { parts, language }: Pick<Publication, 'parts' | 'language'>,
  isOnPaper = false,
): string {
  let html = ''
  let depth = 0
  for (const part of parts) {
    if (part.level > depth) for (; depth < part.level; depth++) html += '<ol>\n<li>'
    else {
      for (; depth > part.level; depth--) html += '</li>\n</ol>\n'
      html += '</li>\n<li>'
    }
    const words = escaped(part.title)
    html += `<a href="#${part.name}">${isOnPaper ? `<span>${words}</span> <span class="leader"></span><span class="page"></span>` : words}</a>`
  }
  for (; depth > 0; depth--) html += '</li>\n</ol>\n'
  const { contents } = ownWordsIn(language)
  // A heading would be an entry of the outline of a PDF, in which the same parts follow.
  return `<nav class="contents"${attribute('aria-label', contents)}>\n<p>${contents}</p>\n${html}</nav>\n`
}

function dataPicture(address: string, pictures: Pictures): ReturnType<HtmlContext['picture']> {
  const picture = pictures(address)
  if (picture === undefined) return undefined
  const { type, width, height } = picture
  const bytes = picture.read()
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return { address: `data:${type};base64,${data}`, width, height }
}
