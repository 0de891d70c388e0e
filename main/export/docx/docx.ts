import {
  AlignmentType,
  Document,
  Footer,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
  type ParagraphChild,
  type Table,
} from 'docx'
import { marginsOf, SHEETS, type PaperMargins, type PaperSize } from '../../../shared/export-forms'
import { escaped } from '../../../shared/markdown/html/escape'
import { chaptersOf, type Chapter } from '../anchors'
import type { Pictures, Publication } from '../publication'
import { eastAsianIn, eastAsianOf, type EastAsian } from '../language/east-asian'
import { ownWordsIn } from '../language/own-words'
import { writtenText } from '../written-text'
import { zipped, type ZipEntry } from '../zip'
import { paragraphsOf } from './blocks'
import { withHouseStyles, type DocxFiles, type HouseStyles } from './house-styles'
import { noteParagraphs } from './notes'
import { directionOf, textRuns } from './runs'
import { stylesFor, TABLE_STYLES, twips } from './styles'
import {
  createPlaceholders,
  writingOf,
  type ChapterWriting,
  type Numbers,
  type Placeholders,
  type Marks,
} from './writing'

type Notes = Record<string, { readonly children: readonly Paragraph[] }>

/** The layout of the pages. */
interface Pages {
  readonly paper: PaperSize
  readonly margins?: PaperMargins
  readonly styles?: HouseStyles
}

/** The size and margins of a page, in twips. */
function pageOf({ paper, margins }: Pages) {
  const { width, height } = SHEETS[paper]
  const { side, edge } = marginsOf(paper, margins)
  const room = { width: twips(width - 2 * side), height: twips(height - 2 * edge) }
  const size = { width: twips(width), height: twips(height) }
  const margin = { top: twips(edge), bottom: twips(edge), left: twips(side), right: twips(side) }
  return { room, page: { size, margin } }
}

/**
 * The files of a Word document with real styles, lists and notes. `leftBehind` lists the parts that it cannot contain.
 */
export function writeDocx(publication: Publication, pictures: Pictures, pages: Pages): Generator<Uint8Array> {
  const { title, language, authors, isBook } = publication
  const chapters = chaptersOf(publication)
  const eastAsian = eastAsianIn(publication)
  const { room, page } = pageOf(pages)
  const numbers: Numbers = { pictures: createPlaceholders(), notes: 0, lists: 0 }
  const notes: Notes = {}
  const body: (Paragraph | Table | TableOfContents)[] = []
  if (isBook) body.push(...titlePage(publication, eastAsian))
  for (const chapter of chapters.all) {
    const writing = writingOf({
      pictures,
      numbers,
      room,
      marks: languageOf(chapter, language),
      words: ownWordsIn(chapter.part.language ?? language),
      eastAsian: eastAsianOf(chapter.part.language ?? '') ?? eastAsian,
      bookmarkOf: (link) => chapters.targetOf(link, chapter),
    })
    if (chapter.part.level > 0) body.push(chapterTitle(chapter, writing))
    else body.push(titleOf(title, writing.bookmarked(chapter.part.name, textRuns(title, {}, eastAsian))))
    for (const one of paragraphsOf(chapter.blocks, writing, chapter.headings)) body.push(one)
    Object.assign(notes, notesOf(chapter, writing))
  }
  const document = new Document({
    title: writtenText(title),
    // Word parts authors by semicolons.
    creator: writtenText(authors.join('; ')),
    lastModifiedBy: writtenText(authors.join('; ')),
    styles: stylesFor(language, eastAsian),
    externalStyles: TABLE_STYLES,
    footnotes: notes,
    sections: [
      {
        properties: { page },
        footers: { default: pageNumber() },
        children: body,
      },
    ],
  })
  const stated = publication.parts.find(({ tree }) => tree !== undefined)?.language
  const files = withStatedLanguage(filesOf(document), stated)
  const { styles } = pages
  const dressed = styles === undefined ? files : withHouseStyles(files, styles, language)
  return zipped(entriesOf(dressed, numbers.pictures))
}

/** The files of a document. The library itself offers only a zip, which takes it long to pack. */
const filesOf = (document: Document): DocxFiles =>
  (Packer as unknown as { readonly compiler: { compile(of: Document): DocxFiles } }).compiler.compile(
    document,
  )

const CORE = 'docProps/core.xml'

/** The files with the language that a text states among the document's properties, for which the library has none. */
function withStatedLanguage(files: DocxFiles, language: string | undefined): DocxFiles {
  if (language === undefined) return files
  const core = String(files.get(CORE) ?? '')
  const end = '</cp:coreProperties>'
  return new Map([
    ...files,
    [CORE, core.replace(end, () => `<dc:language>${escaped(language)}</dc:language>${end}`)],
  ])
}

function* entriesOf(files: DocxFiles, pictures: Placeholders): Generator<ZipEntry> {
  for (const [name, data] of files) {
    const picture = typeof data === 'string' ? undefined : pictures.pictureOf(data)
    yield picture === undefined ? { name, data } : { name, data: () => picture.read(), isStored: true }
  }
}

/**
 * The notes of a chapter. A note to which only another note refers has no place of its own: its words follow the last
 * note, under its number.
 */
function notesOf({ part }: Chapter, writing: ChapterWriting): Notes {
  const notes: Record<string, { children: Paragraph[] }> = {}
  let last: Paragraph[] = []
  const footnotes = part.tree?.footnotes ?? []
  for (const [number, id] of writing.noteIds) {
    last = noteParagraphs(footnotes[number - 1]?.blocks ?? [], writing)
    notes[id] = { children: last }
  }
  footnotes.forEach(({ blocks }, index) => {
    if (!writing.noteIds.has(index + 1)) last.push(...noteParagraphs(blocks, writing, `${index + 1} `))
  })
  return notes
}

const titleOf = (title: string, children: readonly ParagraphChild[]): Paragraph =>
  new Paragraph({ style: 'Title', children, ...directionOf(title) })

const FROM_RIGHT = /^(?:ar|fa|he|ur|yi)(?:-|$)/i

/** The language of the chapter, because Word checks the spelling of each text by its own language. */
function languageOf({ part: { language } }: Chapter, ofAll: string): Marks {
  if (language === undefined || language === ofAll) return {}
  return { language: { value: language, ...(FROM_RIGHT.test(language) && { bidirectional: language }) } }
}

/** The title of a chapter; parts of the highest level begin on a new page. */
const chapterTitle = ({ part }: Chapter, { bookmarked, marks, eastAsian }: ChapterWriting): Paragraph =>
  new Paragraph({
    style: `Heading${part.level}`,
    pageBreakBefore: part.level === 1,
    children: bookmarked(part.name, textRuns(part.title, marks, eastAsian)),
    ...directionOf(part.title),
  })

/** The title and the authors, followed by the contents. */
function titlePage(
  { title, authors, language }: Publication,
  eastAsian: EastAsian,
): (Paragraph | TableOfContents)[] {
  const by = writtenText(authors.join(', '))
  const { contents: name } = ownWordsIn(language)
  return [
    titleOf(title, textRuns(title, {}, eastAsian)),
    ...(by === ''
      ? []
      : [new Paragraph({ style: 'Author', children: textRuns(by, {}, eastAsian), ...directionOf(by) })]),
    new Paragraph({ style: 'TOCHeading', children: textRuns(name, {}, eastAsian), ...directionOf(name) }),
    contents(name),
  ]
}

const contents = (name: string): TableOfContents =>
  new TableOfContents(name, { hyperlink: true, headingStyleRange: '1-3' })

const pageNumber = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: [PageNumber.CURRENT], size: 18 })],
      }),
    ],
  })
