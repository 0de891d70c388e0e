import type { BookCover } from '../../../shared/export-forms'
import { attribute, escaped } from '../../../shared/markdown/html/escape'
import { formulaHtml } from '../../../shared/markdown/html/formula'
import { blocksHtml, footnotesHtml } from '../../../shared/markdown/html/html'
import type { HtmlContext } from '../../../shared/markdown/html/inline-html'
import { outsideAddress } from '../addresses'
import { chaptersOf, type Chapter, type Chapters } from '../anchors'
import { ownWordsIn, type OwnWords } from '../language/own-words'
import type { Picture, Pictures, Publication } from '../publication'
import { wordsOf } from '../../../shared/markdown/tree/words-of'
import { writtenText } from '../written-text'
import { zipped, type ZipEntry } from '../zip'
import { coverOf } from './cover'
import { BOOK_STYLE } from './style'
import { xhtmlOf, xhtmlPage } from './xhtml'

/** An EPUB 3 book: a file for each chapter, a table of contents, and the pictures that it shows. */
export function writeEpub(
  publication: Publication,
  pictures: Pictures,
  cover: ChosenCover = {},
): Generator<Uint8Array> {
  return zipped(filesOf(publication, pictures, cover))
}

interface ChosenCover {
  readonly cover?: BookCover
  /** For a cover that is an image. */
  readonly image?: Picture | undefined
}

function* filesOf(publication: Publication, pictures: Pictures, chosen: ChosenCover): Generator<ZipEntry> {
  const { title, language, authors } = publication
  const chapters = chaptersOf(publication)
  const shown = takePictures(pictures)
  const page = (type: string, name: string, body: string, own = language) =>
    xhtmlPage({ title: escaped(name), language: escaped(own), type, body })
  const withMath = new Set<string>()
  // This file comes first and uncompressed, so that programs recognise the format.
  yield { name: 'mimetype', data: 'application/epub+zip', isStored: true }
  yield { name: 'META-INF/container.xml', data: CONTAINER }
  for (const chapter of chapters.all) {
    const { name, title: own, language: theirs = language } = chapter.part
    const words = ownWordsIn(theirs)
    const body = xhtmlOf(chapterHtml(chapter, chapters, shown.hrefOf, words))
    if (body.includes('<math ')) withMath.add(name)
    yield { name: `EPUB/${name}.xhtml`, data: page('bodymatter', own, body, theirs) }
  }
  const by = authors.map((name) => `<p class="author">${escaped(name)}</p>\n`).join('')
  const titlePage = page('frontmatter', title, `<h1 class="title">${escaped(title)}</h1>\n${by}`)
  yield { name: 'EPUB/title.xhtml', data: titlePage }
  const ours = ownWordsIn(language)
  const contents = page('frontmatter', ours.contents, contentsHtml(chapters, ours))
  yield { name: 'EPUB/contents.xhtml', data: contents }
  yield { name: 'EPUB/style.css', data: BOOK_STYLE }
  const cover = coverFile(publication, shown.all(), chosen)
  if (cover !== undefined) yield { ...cover, name: `EPUB/${cover.name}` }
  const items = [...itemsOf(chapters, withMath), ...picturesOf(shown.all(), cover)]
  yield { name: 'EPUB/package.opf', data: packageOf(publication, chapters, items) }
  for (const { name, picture } of shown.all())
    yield { name: `EPUB/${name}`, data: () => picture.read(), isStored: true }
}

const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`

/** The image types that every reading device shows, with their file extensions. */
const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
}

export const showsInBook = (type: string): boolean => Object.hasOwn(TYPES, type)

interface ShownPicture {
  readonly name: string
  readonly picture: Picture
}

/** Gives each picture of the book a file name, once. */
function takePictures(pictures: Pictures) {
  const taken = new Map<Picture, ShownPicture>()
  return {
    hrefOf(address: string): ReturnType<HtmlContext['picture']> {
      const picture = pictures(address)
      const extension = picture && TYPES[picture.type]
      if (picture === undefined || extension === undefined) return undefined
      const one = taken.get(picture) ?? { name: `picture-${taken.size + 1}.${extension}`, picture }
      taken.set(picture, one)
      return { address: one.name, width: Math.round(picture.width), height: Math.round(picture.height) }
    },
    all: (): readonly ShownPicture[] => [...taken.values()],
  }
}

function chapterHtml(
  chapter: Chapter,
  chapters: Chapters,
  picture: HtmlContext['picture'],
  words: OwnWords,
): string {
  const { part, blocks, headings } = chapter
  const context: HtmlContext = {
    linkTo(link) {
      const target = chapters.targetOf(link, chapter)
      if (target !== undefined) return hrefOf(target)
      return link.kind === 'link' ? outsideAddress(link.address) : undefined
    },
    picture,
    idOf: (id) => headings.get(id) ?? id,
    formula: formulaHtml,
    words: words.page,
  }
  const level = Math.max(part.level, 1)
  return (
    `<h${level}${attribute('id', part.name)}>${escaped(part.title)}</h${level}>\n` +
    blocksHtml(blocks, context) +
    footnotesHtml(part.tree?.footnotes ?? [], context)
  )
}

/** The file and anchor for the name of a part or a heading: `d2h1` is in the file of the part `d2`. */
const hrefOf = (name: string): string => `${/^[a-z]+\d+/.exec(name)?.[0] ?? name}.xhtml#${name}`

interface Entry {
  readonly level: number
  readonly name: string
  readonly words: string
}

/** Parts, or for a single text its headings, as nested lists: a reading device shows them beside the text. */
function contentsHtml(chapters: Chapters, words: OwnWords): string {
  const entries = chapters.all.flatMap(({ part, blocks, headings }): readonly Entry[] => [
    { level: Math.max(part.level, 1), name: part.name, words: part.title },
    ...blocks.flatMap((block) =>
      block.kind === 'heading' && block.level <= 3
        ? [
            {
              level: Math.max(block.level, part.level) + 1,
              name: headings.get(block.id) ?? part.name,
              words: wordsOf(block.children),
            },
          ]
        : [],
    ),
  ])
  return `<nav epub:type="toc" role="doc-toc"><h1>${words.contents}</h1>\n${nested(entries, words.untitled)}</nav>\n`
}

/** Nests entries by their levels. A level that is skipped has no list of its own: an empty entry would lead nowhere. */
function nested(entries: readonly Entry[], untitled: string): string {
  const open: number[] = []
  let html = ''
  for (const { level, name, words } of entries) {
    while (open.length > 1 && level < (open.at(-1) ?? 0)) {
      html += '</li></ol>'
      open.pop()
    }
    if (open.length > 0 && level <= (open.at(-1) ?? 0)) html += '</li>'
    else {
      html += '<ol>'
      open.push(level)
    }
    html += `<li><a${attribute('href', hrefOf(name))}>${escaped(words.trim() === '' ? untitled : words)}</a>`
  }
  return html + '</li></ol>'.repeat(open.length)
}

interface CoverFile extends ZipEntry {
  readonly type: string
}

/**
 * The file of the cover: the given picture, or one made of words; `undefined`: the first picture in the book is the
 * cover.
 */
function coverFile(
  { title, authors }: Publication,
  pictures: readonly ShownPicture[],
  { cover, image }: ChosenCover,
): CoverFile | undefined {
  const extension = image && TYPES[image.type]
  if (cover === 'image' && image !== undefined && extension !== undefined)
    return { name: `cover.${extension}`, type: image.type, data: () => image.read(), isStored: true }
  if (cover === 'picture' && pictures.length > 0) return undefined
  return { name: 'cover.svg', type: 'image/svg+xml', data: writtenText(coverOf(title, authors)) }
}

const picturesOf = (pictures: readonly ShownPicture[], cover: CoverFile | undefined): readonly string[] => [
  ...(cover === undefined
    ? []
    : [`<item id="cover" href="${cover.name}" media-type="${cover.type}" properties="cover-image"/>`]),
  ...pictures.map(({ name, picture }, index) => {
    const isCover = cover === undefined && index === 0
    return `<item id="${isCover ? 'cover' : `picture-${index + 1}`}" href="${name}" media-type="${picture.type}"${isCover ? ' properties="cover-image"' : ''}/>`
  }),
]

const itemsOf = ({ all }: Chapters, withMath: ReadonlySet<string>): readonly string[] => [
  '<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
  '<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>',
  '<item id="style" href="style.css" media-type="text/css"/>',
  ...all.map(
    ({ part: { name } }) =>
      `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"${withMath.has(name) ? ' properties="mathml"' : ''}/>`,
  ),
]

function packageOf(
  { id, title, language, authors, modified }: Publication,
  chapters: Chapters,
  items: readonly string[],
): string {
  const names = chapters.all.map(({ part }) => part.name)
  const spine = ['title', 'contents', ...names].map((name) => `<itemref idref="${name}"/>`)
  return writtenText(`<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escaped(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${escaped(id)}</dc:identifier>
<dc:title>${escaped(title)}</dc:title>
<dc:language>${escaped(language)}</dc:language>
${authors.map((name) => `<dc:creator>${escaped(name)}</dc:creator>\n`).join('')}<meta property="dcterms:modified">${secondsOf(modified)}</meta>
<meta name="cover" content="cover"/>
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine>
${spine.join('\n')}
</spine>
</package>
`)
}

/** The time in the format's form: to the second, in UTC. */
function secondsOf(time: string): string {
  const date = new Date(time)
  return `${(Number.isNaN(date.getTime()) ? new Date() : date).toISOString().slice(0, 19)}Z`
}
