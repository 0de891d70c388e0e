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
import type { PaperSize } from '../../../shared/export-forms'
import { chaptersOf, type Chapter } from '../anchors'
import type { Pictures, Publication } from '../publication'
import { ownWordsIn } from '../language/own-words'
import { writtenText } from '../written-text'
import { zipped, type ZipEntry } from '../zip'
import { paragraphsOf } from './blocks'
import { withHouseStyles, type DocxFiles, type HouseStyles } from './house-styles'
import { noteParagraphs } from './notes'
import { directionOf, textRuns } from './runs'
import { stylesFor, TABLE_STYLES, TEXT_WIDTH, twips } from './styles'
import {
  createStandIns,
  writingOf,
  type ChapterWriting,
  type Numbers,
  type StandIns,
  type Marks,
} from './writing'

type Notes = Record<string, { readonly children: readonly Paragraph[] }>

const PAPER = {
  A4: { width: twips(210), height: twips(297) },
  Letter: { width: 12_240, height: 15_840 },
} as const

/** The lines are as long on every paper, so that a table or a picture is as wide. */
const marginsOf = ({ width }: { readonly width: number }) => ({
  ...{ top: twips(25), bottom: twips(25) },
  ...{ left: (width - TEXT_WIDTH) / 2, right: (width - TEXT_WIDTH) / 2 },
})

/** The bytes of a document of Word with real styles, lists and notes. What it cannot hold `leftBehind` says. */
export function writeDocx(
  publication: Publication,
  pictures: Pictures,
  { paper, styles }: { readonly paper: PaperSize; readonly styles?: HouseStyles },
): Generator<Uint8Array> {
  const { title, language, authors, isBook } = publication
  const chapters = chaptersOf(publication)
  const numbers: Numbers = { pictures: createStandIns(), notes: 0, lists: 0 }
  const notes: Notes = {}
  const body: (Paragraph | Table | TableOfContents)[] = []
  if (isBook) body.push(titleOf(title, textRuns(title, {})), contents(ownWordsIn(language).contents))
  for (const chapter of chapters.all) {
    const writing = writingOf({
      pictures,
      numbers,
      marks: languageOf(chapter, language),
      words: ownWordsIn(chapter.part.language ?? language),
      bookmarkOf: (link) => chapters.targetOf(link, chapter),
    })
    if (chapter.part.level > 0) body.push(chapterTitle(chapter, writing))
    else body.push(titleOf(title, writing.bookmarked(chapter.part.name, textRuns(title, {}))))
    for (const one of paragraphsOf(chapter.blocks, writing, chapter.headings)) body.push(one)
    Object.assign(notes, notesOf(chapter, writing))
  }
  const document = new Document({
    title: writtenText(title),
    creator: writtenText(authors.join(', ')),
    lastModifiedBy: writtenText(authors.join(', ')),
    styles: stylesFor(language),
    externalStyles: TABLE_STYLES,
    footnotes: notes,
    sections: [
      {
        properties: {
          page: {
            size: { width: PAPER[paper].width, height: PAPER[paper].height },
            margin: marginsOf(PAPER[paper]),
          },
        },
        footers: { default: pageNumber() },
        children: body,
      },
    ],
  })
  const files = filesOf(document)
  const dressed = styles === undefined ? files : withHouseStyles(files, styles, language)
  return zipped(entriesOf(dressed, numbers.pictures))
}

/** The library gives the files of a document away in a zip alone, which it takes long to pack. */
const filesOf = (document: Document): DocxFiles =>
  (Packer as unknown as { readonly compiler: { compile(of: Document): DocxFiles } }).compiler.compile(
    document,
  )

function* entriesOf(files: DocxFiles, pictures: StandIns): Generator<ZipEntry> {
  for (const [name, data] of files) {
    const picture = typeof data === 'string' ? undefined : pictures.pictureOf(data)
    yield picture === undefined ? { name, data } : { name, data: () => picture.read(), isStored: true }
  }
}

/** A note that only another note names has no place of its own: its words follow the last one, under its number. */
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

/** Word checks the spelling of each text by its own language. */
function languageOf({ part: { language } }: Chapter, ofAll: string): Marks {
  if (language === undefined || language === ofAll) return {}
  return { language: { value: language, ...(FROM_RIGHT.test(language) && { bidirectional: language }) } }
}

/** Parts of the highest level begin on a page of their own. */
const chapterTitle = ({ part }: Chapter, { bookmarked, marks }: ChapterWriting): Paragraph =>
  new Paragraph({
    style: `Heading${part.level}`,
    pageBreakBefore: part.level === 1,
    children: bookmarked(part.name, textRuns(part.title, marks)),
    ...directionOf(part.title),
  })

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
