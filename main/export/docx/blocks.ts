import {
  LineRuleType,
  Paragraph,
  TextRun,
  type IParagraphOptions,
  type ParagraphChild,
  type Table,
} from 'docx'
import { assertNever } from '../../../shared/terms'
import { onlyPicture } from '../../../shared/markdown/tree/pictures'
import type { Block, CalloutKind, Inline } from '../../../shared/markdown/tree/tree'
import { wordsOf } from '../../../shared/markdown/tree/words-of'
import { calloutStyle } from './callout-styles'
import { itemNumbering, listOf, type OpenList } from './lists'
import { showsInWord } from './picture'
import { pixelsOf, type Room } from './room'
import { directionOf, formula, runsOf, taskBox, textRuns, type LinePlace } from './runs'
import { STEP } from './styles'
import { tableOf } from './tables'
import type { Writing } from './writing'

interface BlockPlace {
  /** The callout right around it, or the title of which it is. */
  readonly callout?: { readonly kind: CalloutKind; readonly isTitle: boolean }
  readonly quotes: number
  /** The definitions around it. */
  readonly definitions: number
  /** The lists around it, the outermost first. */
  readonly lists: readonly OpenList[]
}

const TOP: BlockPlace = { quotes: 0, definitions: 0, lists: [] }

/** In twips. */
const BELOW_TABLE = 200

/** Lines of code in one paragraph; Word is slow with longer ones. */
const CODE_LINES_MAX = 400

/** The paragraphs and tables of some blocks. `headings`: the bookmarks of their headings, by their ids. */
export function paragraphsOf(
  blocks: readonly Block[],
  writing: Writing,
  headings: ReadonlyMap<string, string> = new Map(),
): (Paragraph | Table)[] {
  let isBehindTable = false
  return apart(blocks.flatMap((block) => written(block, TOP)))

  /** Word has no room below a table but what stands there brings along; headings have more of their own. */
  function paragraph(
    children: readonly ParagraphChild[],
    place: BlockPlace,
    options: IParagraphOptions,
  ): Paragraph {
    const isClose = isBehindTable && options.style?.startsWith('Heading') !== true
    isBehindTable = false
    return paragraphAt(children, place, isClose ? { spacing: { before: BELOW_TABLE }, ...options } : options)
  }

  function all(children: readonly Block[], place: BlockPlace): (Paragraph | Table)[] {
    return children.flatMap((block) => written(block, place))
  }

  function written(block: Block, place: BlockPlace): (Paragraph | Table)[] {
    switch (block.kind) {
      case 'heading': {
        const children = runsOf(block.children, writing, lineIn(place, writing.room))
        const name = headings.get(block.id)
        return [
          paragraph(name === undefined ? children : writing.bookmarked(name, children), place, {
            style: `Heading${block.level}`,
            ...directionOf(wordsOf(block.children)),
          }),
        ]
      }
      case 'paragraph':
        return textOf(block.children, place)
      case 'quote':
        return quoteParts(block, place).flatMap(([inside, where]) => all(inside, where))
      case 'list':
        return listParagraphs(block, place)
      case 'definitions':
        return block.items.flatMap(({ term, definitions }) => [
          paragraph(runsOf(term, writing, lineIn(place, writing.room)), place, {
            style: 'DefinitionTerm',
            ...directionOf(wordsOf(term)),
          }),
          ...definitions.flatMap((meaning) => all(meaning, { ...place, definitions: place.definitions + 1 })),
        ])
      case 'code':
        return codeOf(block.text, place)
      case 'math':
        return [paragraph([formula(block.text, true)], place, { style: 'Equation' })]
      case 'table':
        isBehindTable = true
        return [tableOf(block, writing, indentOf(place))]
      case 'rule':
        return [paragraph([], place, { style: 'HorizontalRule' })]
      case 'html':
        return block.text.startsWith('<!--') ? [] : codeOf(block.text, place)
      default:
        return assertNever(block)
    }
  }

  function textOf(children: readonly Inline[], place: BlockPlace): Paragraph[] {
    const only = onlyPicture(children)
    const found = only === undefined ? undefined : writing.pictures(only.address)
    const isFigure = found !== undefined && showsInWord(found.type)
    const style = isFigure
      ? { style: 'Figure' }
      : { style: styleIn(place), ...directionOf(wordsOf(children)) }
    return withCaption(children, place, style)
  }

  /** A line; below a picture that has one to itself its title, also where the picture cannot be had. */
  function withCaption(
    children: readonly Inline[],
    place: BlockPlace,
    options: IParagraphOptions,
    before: readonly ParagraphChild[] = [],
  ): Paragraph[] {
    const caption = onlyPicture(children)?.title ?? ''
    const runs = [...before, ...runsOf(children, writing, lineIn(place, writing.room))]
    if (caption === '') return [paragraph(runs, place, options)]
    return [
      paragraph(runs, place, { ...options, keepNext: true }),
      paragraph(textRuns(caption, writing.marks), place, { style: 'Caption', ...directionOf(caption) }),
    ]
  }

  function listParagraphs(list: Extract<Block, { kind: 'list' }>, place: BlockPlace): (Paragraph | Table)[] {
    const open = listOf(list, place.lists.length, writing)
    return list.items.flatMap(({ isDone, blocks: itemBlocks }, index) => {
      const isLast = index === list.items.length - 1 && (place.lists.at(-1)?.isLast ?? true)
      const inside: BlockPlace = { ...place, lists: [...place.lists, { ...open, isLast }] }
      const [first, ...rest] = itemBlocks
      const words = first?.kind === 'paragraph' ? first.children : []
      const marker = isDone === undefined ? itemNumbering(open) : {}
      const head = withCaption(
        words,
        inside,
        {
          style: 'ListParagraph',
          ...marker,
          // Behind the last line of a list there is room, also before another list.
          contextualSpacing:
            list.isTight && itemBlocks.every(isOneLine) && !(isLast && itemBlocks.length < 2),
          ...directionOf(wordsOf(words)),
          indent: { left: indentOf(inside), hanging: STEP },
        },
        isDone === undefined ? [] : taskBox(isDone),
      )
      return [...head, ...all(first?.kind === 'paragraph' ? rest : itemBlocks, inside)]
    })
  }

  function codeOf(text: string, place: BlockPlace): Paragraph[] {
    const lines = text.replace(/\n$/, '').split('\n')
    const paragraphs: Paragraph[] = []
    for (let from = 0; from < lines.length; from += CODE_LINES_MAX) {
      const children = lines
        .slice(from, from + CODE_LINES_MAX)
        .flatMap((line, index): ParagraphChild[] => [
          ...(index === 0 ? [] : [new TextRun({ break: 1 })]),
          ...textRuns(line, {}),
        ])
      paragraphs.push(paragraph(children, place, { style: 'SourceCode' }))
    }
    return paragraphs
  }
}

/** What a quotation holds, and where it stands: a callout begins with its title. */
function quoteParts(
  { callout, blocks }: Extract<Block, { kind: 'quote' }>,
  { callout: _around, ...around }: BlockPlace,
): readonly (readonly [readonly Block[], BlockPlace])[] {
  const place = { ...around, quotes: around.quotes + 1 }
  if (callout === undefined) return [[blocks, place]]
  return [
    [blocks.slice(0, 1), { ...place, callout: { kind: callout, isTitle: true } }],
    [blocks.slice(1), { ...place, callout: { kind: callout, isTitle: false } }],
  ]
}

/** In a list whose items stand close to each other: words, and lists of words below them. */
const isOneLine = ({ kind }: Block, index: number): boolean =>
  index === 0 ? kind === 'paragraph' : kind === 'list'

/** A picture is so high that a caption stays with it. */
const lineIn = (place: BlockPlace, { width, height }: Room): LinePlace => ({
  isInNote: false,
  room: { width: pixelsOf(width - indentOf(place)), height: pixelsOf(height * 0.88) },
})

/** From the left margin, in twips. */
const indentOf = ({ quotes, definitions, lists }: BlockPlace): number =>
  (quotes + definitions + lists.length) * STEP

function styleIn({ callout, quotes, definitions, lists }: BlockPlace): string {
  if (callout !== undefined) return calloutStyle(callout.kind, callout.isTitle)
  if (lists.length > 0) return 'ListParagraph'
  return quotes > 0 ? 'Quote' : definitions > 0 ? 'Definition' : 'BodyText'
}

/** A paragraph that stands in from the margin as its place says, where its options say nothing else. */
function paragraphAt(
  children: readonly ParagraphChild[],
  place: BlockPlace,
  options: IParagraphOptions,
): Paragraph {
  const left = indentOf(place)
  const indent = left === 0 ? {} : { indent: { left, ...(place.quotes > 0 && { right: STEP }) } }
  const spacing = place.lists.length > 0 && { contextualSpacing: false }
  return new Paragraph({ children, ...indent, ...spacing, ...options })
}

const GAP = { before: 0, after: 0, line: 120, lineRule: LineRuleType.EXACT }

/** Two tables that follow each other would be one table, and a document cannot end with one. */
function apart(blocks: readonly (Paragraph | Table)[]): (Paragraph | Table)[] {
  return blocks.flatMap((block, index) =>
    block instanceof Paragraph || blocks[index + 1] instanceof Paragraph
      ? [block]
      : [block, new Paragraph({ children: [], spacing: GAP })],
  )
}
