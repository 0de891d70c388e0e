import type { ExportFormat } from '../../shared/export-forms'
import { isDiagram } from '../../shared/markdown/diagram-messages'
import type { Block, Inline, UnusedFootnote } from '../../shared/markdown/tree/tree'
import { outsideAddress } from './addresses'
import { chaptersOf, type Chapter, type Chapters } from './anchors'
import { showsInWord } from './docx/picture'
import { showsInBook } from './epub/epub'
import { DRAWS_DIAGRAMS } from './diagrams'
import { mathOf } from './docx/runs'
import type { ExportJob } from './job'
import type { LeftBehind, Picture, Pictures, Publication } from './publication'
import { wordsOf } from '../../shared/markdown/tree/words-of'
import { shownTitle } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import { shortened } from '../../shared/text/shortened'

type Image = Extract<Inline, { kind: 'image' }>

interface Examined {
  readonly pictures: number
  readonly left: readonly LeftBehind[]
}

/** The parts of a publication that this format leaves out, with the reasons. */
export function leftBehind(
  publication: Publication,
  pictures: Pictures,
  { format, diagrams }: Pick<ExportJob, 'format' | 'diagrams'>,
): Examined {
  // Markdown contains comments, links and all that no reader sees.
  const chapters = chaptersOf(publication)
  const left: LeftBehind[] = []
  let shown = 0
  for (const chapter of chapters.all) {
    const path = shownTitle(chapter.part.title)
    const visit = visitor({
      chapters,
      chapter,
      format,
      diagrams,
      pictures,
      shows: () => shown++,
      leave: (why) => left.push({ path, why }),
    })
    const { blocks = [], footnotes = [], unusedFootnotes = [] } = chapter.part.tree ?? {}
    visit.blocks(format === 'markdown' ? blocks : chapter.blocks, false)
    for (const note of footnotes) visit.blocks(note.blocks, true)
    if (format !== 'markdown') left.push(...unusedFootnotes.map((note) => ({ path, why: unusedLeft(note) })))
  }
  const headed = publication.parts.filter(({ tree }) => tree?.frontMatter !== undefined).length
  if (format === 'markdown' && publication.isBook && headed > 0)
    left.push({
      path: publication.title,
      why: `The front matter of ${counted(headed, 'document')} stays here.`,
    })
  return { pictures: shown, left }
}

interface VisitorParts {
  readonly chapters: Chapters
  readonly chapter: Chapter
  readonly format: ExportFormat
  readonly diagrams: ExportJob['diagrams']
  readonly pictures: Pictures
  readonly shows: () => void
  readonly leave: (why: string) => void
}

function visitor({ chapters, chapter, format, diagrams, pictures, shows, leave }: VisitorParts) {
  const blocks = (given: readonly Block[], isInNote: boolean): void =>
    given.forEach((one) => block(one, isInNote))
  const line = (given: readonly Inline[], isInNote: boolean): void =>
    given.forEach((one) => inline(one, isInNote))
  return { blocks }

  function block(one: Block, isInNote: boolean): void {
    switch (one.kind) {
      case 'heading':
      case 'paragraph':
        return line(one.children, isInNote)
      case 'quote':
        return blocks(one.blocks, isInNote)
      case 'list':
        if (isInNote && format === 'docx') leave('Word has no lists in footnotes: this one becomes lines.')
        return one.items.forEach((item) => blocks(item.blocks, isInNote))
      case 'table':
        if (isInNote && format === 'docx') leave('Word has no tables in footnotes: this one becomes lines.')
        if (format !== 'markdown') one.beyond?.forEach((cell) => leave(cellLeft(cell)))
        return [one.head, ...one.rows].forEach((row) => row.forEach((cell) => line(cell, isInNote)))
      case 'definitions':
        return one.items.forEach(({ term, definitions }) => {
          line(term, isInNote)
          definitions.forEach((given) => blocks(given, isInNote))
        })
      case 'math':
        return formula(one.text)
      case 'html':
        return html(one.text)
      case 'code':
        return isDiagram(one.language) && DRAWS_DIAGRAMS.has(format)
          ? leave(sourceLeft(one.text, diagrams))
          : undefined
      case 'rule':
    }
  }

  function inline(one: Inline, isInNote: boolean): void {
    if (one.kind === 'link' || one.kind === 'document-link') link(one)
    if ('children' in one) line(one.children, isInNote)
    else if (one.kind === 'math') formula(one.text)
    else if (one.kind === 'html') html(one.text)
    else if (one.kind === 'image') image(one, isInNote)
  }

  function image(one: Image, isInNote: boolean): void {
    const why = pictureLeft(one, pictures(one.address), format, isInNote)
    if (why === undefined) shows()
    else leave(why)
  }

  function link(one: Extract<Inline, { kind: 'link' | 'document-link' }>): void {
    if (format === 'markdown') return
    if (chapters.targetOf(one, chapter) !== undefined) return
    const words = shortened(wordsOf(one.children))
    if (one.kind === 'document-link')
      leave(`The link to “${shortened(one.title)}” leads out of this file; its words stay.`)
    else if (outsideAddress(one.address) === undefined)
      leave(`The link of “${words}” leads nowhere outside of Stet; its words stay.`)
  }

  function formula(latex: string): void {
    if (format === 'docx' && mathOf(latex) === undefined)
      leave(`Word cannot show the formula ${shortened(latex)}: it stands as it is written.`)
  }

  function html(written: string): void {
    if (format === 'markdown') return
    if (written.startsWith('<!--')) leave(`The comment “${shortened(commentIn(written))}” stays here.`)
    else if (!written.startsWith('</'))
      leave(`The HTML ${shortened(oneLine(written))} stands as it is written.`)
  }
}

/** Why a picture is left out; `undefined`: it is shown. */
function pictureLeft(
  { address, alt }: Image,
  found: Picture | undefined,
  format: ExportFormat,
  isInNote: boolean,
): string | undefined {
  const name = alt === '' ? `The picture ${shortened(address)}` : `The picture “${shortened(alt)}”`
  const instead = alt === '' ? 'its address stands' : 'its alternative text stands'
  if (format === 'text' || format === 'markdown') return `${name} is not in a file of ${FORMATS[format]}.`
  const why = whyMissing(address, found, format, isInNote)
  return why && `${name} ${why}: ${instead} in its place.`
}

function whyMissing(
  address: string,
  found: Picture | undefined,
  format: ExportFormat,
  isInNote: boolean,
): string | undefined {
  if (found === undefined && /^https?:/i.test(address)) return 'lies on the web and is not fetched'
  if (found === undefined) return 'is not on this device or is damaged'
  if (format === 'epub' && !showsInBook(found.type)) return 'is of a kind that reading devices do not show'
  if (format === 'docx' && !showsInWord(found.type)) return 'is of a kind that Word does not show'
  if (format === 'docx' && isInNote) return 'is in a footnote, where Word has none'
  return undefined
}

const commentIn = (html: string): string =>
  html
    .slice(4)
    .replace(/-->\s*$/, '')
    .trim()

/** Why a diagram appears as its source; a diagram that was drawn is a picture already. */
function sourceLeft(source: string, diagrams: ExportJob['diagrams']): string {
  const one = diagrams?.get(source)
  const why = one?.kind === 'failed' ? one.why : 'Drawing of diagrams is switched off in Settings.'
  return `The diagram “${shortened(oneLine(source))}” stands as its source. ${why}`
}

const oneLine = (source: string): string => source.replace(/\s+/g, ' ').trim()

const cellLeft = (cell: string): string => `The cell “${shortened(cell)}” has no column and stays here.`

const unusedLeft = ({ label, isRepeated }: UnusedFootnote): string =>
  isRepeated
    ? `A second footnote “${shortened(label)}” stays here: references to it lead to the first.`
    : `The footnote “${shortened(label)}” stays here: nothing refers to it.`

const FORMATS = { text: 'plain text', markdown: 'markdown' }
