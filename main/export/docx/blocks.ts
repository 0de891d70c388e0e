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
import { calloutBar, calloutStyle } from './callout-styles'
import { itemNumbering, listOf, type OpenList } from './lists'
import { showsInWord } from './picture'
import { pixelsOf, type Room } from './room'
import { directionOf, formula, runsOf, taskBox, textRuns, type LinePlace } from './runs'
import { codeBorder, STEP } from './styles'
import { tableOf } from './tables'
import type { Writing } from './writing'

interface BlockPlace {
  /** The innermost callout around the block, or the callout whose title it is; `left`: the indent of its own words. */
  readonly callout?: { readonly kind: CalloutKind; readonly isTitle: boolean; readonly left: number }
  readonly quotes: number
  /** How many definitions are around it. */
  readonly definitions: number
  /** Whether it begins a definition. An import tells this from a further paragraph by the style. */
  readonly isDefinition?: boolean
  /** The lists around it, the outermost first. */
  readonly lists: readonly OpenList[]
}

const TOP: BlockPlace = { quotes: 0, definitions: 0, lists: [] }

/** The space below a table, in twips. */
const BELOW_TABLE = 200

/** The number of lines of code in one paragraph; Word is slow with longer ones. */
const CODE_LINES_MAX = 400

/** The paragraphs and tables of some blocks. `headings`: the bookmarks of their headings, by heading id. */
export function paragraphsOf(
  blocks: readonly Block[],
  writing: Writing,
  headings: ReadonlyMap<string, string> = new Map(),
): (Paragraph | Table)[] {
  let isBehindTable = false
  /** How many blocks of code stand one behind the other. */
  let codesInRow = 0
  return apart(blocks.flatMap((block) => written(block, TOP)))

  /** Word adds no space below a table, so the next paragraph has it above; headings have more space of their own. */
  function paragraph(
    children: readonly ParagraphChild[],
    place: BlockPlace,
    options: IParagraphOptions,
  ): Paragraph {
    const isClose = isBehindTable && options.style?.startsWith('Heading') !== true
    isBehindTable = false
    if (options.style !== 'SourceCode') codesInRow = 0
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
          ...definitions.flatMap((meaning) =>
            meaning.flatMap((part, index) =>
              written(part, { ...place, definitions: place.definitions + 1, isDefinition: index === 0 }),
            ),
          ),
        ])
      case 'code':
        return codeOf(block.text, place)
      case 'math':
        return [paragraph([formula(block.text, true)], place, { style: 'Equation' })]
      case 'table':
        isBehindTable = true
        codesInRow = 0
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

  /** A line. A picture alone in its line is followed by its title as a caption, even where the picture is missing. */
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
      paragraph(textRuns(caption, writing.marks, writing.eastAsian), place, {
        style: 'Caption',
        ...directionOf(caption),
      }),
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
          // The last line of a list has space below it, even before another list.
          contextualSpacing:
            list.isTight && itemBlocks.every(isOneLine) && !(isLast && itemBlocks.length < 2),
          ...directionOf(wordsOf(words)),
          indent: { ...sidesOf(inside), hanging: STEP },
        },
        isDone === undefined ? [] : taskBox(isDone),
      )
      return [...head, ...all(first?.kind === 'paragraph' ? rest : itemBlocks, inside)]
    })
  }

  function codeOf(text: string, place: BlockPlace): Paragraph[] {
    const lines = text.replace(/\n$/, '').split('\n')
    const paragraphs: Paragraph[] = []
    // Paragraphs with equal borders share one box. Every second block of code in a row has another border.
    const isOther = codesInRow % 2 === 1
    const border = isOther || place.callout !== undefined ? { border: codeBorder(isOther ? 3 : 4) } : {}
    codesInRow += 1
    for (let from = 0; from < lines.length; from += CODE_LINES_MAX) {
      const children = codeRuns(lines.slice(from, from + CODE_LINES_MAX), writing)
      paragraphs.push(paragraph(children, place, { style: 'SourceCode', ...border }))
    }
    return paragraphs
  }
}

const codeRuns = (lines: readonly string[], { eastAsian }: Writing): ParagraphChild[] =>
  lines.flatMap((line, index): ParagraphChild[] => [
    ...(index === 0 ? [] : [new TextRun({ break: 1 })]),
    ...textRuns(line, {}, eastAsian),
  ])

/** The contents of a quotation with their place; a callout begins with its title. */
function quoteParts(
  { callout, blocks }: Extract<Block, { kind: 'quote' }>,
  around: BlockPlace,
): readonly (readonly [readonly Block[], BlockPlace])[] {
  const place = { ...around, quotes: around.quotes + 1 }
  const left = indentOf(place)
  if (callout === undefined) return [[blocks, place]]
  return [
    [blocks.slice(0, 1), { ...place, callout: { kind: callout, isTitle: true, left } }],
    [blocks.slice(1), { ...place, callout: { kind: callout, isTitle: false, left } }],
  ]
}

/** Whether the item belongs to a tight list: one line of words, and lists of such items below it. */
const isOneLine = ({ kind }: Block, index: number): boolean =>
  index === 0 ? kind === 'paragraph' : kind === 'list'

/** The room for a picture, whose height leaves space for a caption. */
const lineIn = (place: BlockPlace, { width, height }: Room): LinePlace => ({
  isInNote: false,
  room: { width: pixelsOf(width - indentOf(place)), height: pixelsOf(height * 0.88) },
})

/** The indent from the left margin, in twips. */
const indentOf = ({ quotes, definitions, lists }: BlockPlace): number =>
  (quotes + definitions + lists.length) * STEP

/** The indents of both sides. An import tells by that on the right how many quotations are around the words. */
const sidesOf = (place: BlockPlace) => ({
  left: indentOf(place),
  ...(place.quotes > 0 && { right: place.quotes * STEP }),
})

function styleIn(place: BlockPlace): string {
  const { callout, quotes, definitions, isDefinition, lists } = place
  if (callout?.left === indentOf(place)) return calloutStyle(callout.kind, callout.isTitle)
  if (lists.length > 0) return 'ListParagraph'
  if (quotes > 0) return 'Quote'
  if (definitions === 0) return 'BodyText'
  return isDefinition === true ? 'Definition' : 'DefinitionContinued'
}

/** The bar of the callout around, for a paragraph whose style is not that of the callout. */
function barOf(place: BlockPlace, { style, indent, border }: IParagraphOptions): IParagraphOptions {
  const { callout } = place
  if (callout === undefined || style === calloutStyle(callout.kind, callout.isTitle)) return {}
  const hanging = typeof indent?.hanging === 'number' ? indent.hanging : 0
  const bar = calloutBar(callout.kind, indentOf(place) - hanging - callout.left)
  return { border: { ...border, ...bar.border }, ...(style !== 'SourceCode' && { shading: bar.shading }) }
}

/** A paragraph with the indent of its place, unless its options have another one. */
function paragraphAt(
  children: readonly ParagraphChild[],
  place: BlockPlace,
  options: IParagraphOptions,
): Paragraph {
  const indent = indentOf(place) === 0 ? {} : { indent: sidesOf(place) }
  const spacing = place.lists.length > 0 && { contextualSpacing: false }
  return new Paragraph({ children, ...indent, ...spacing, ...options, ...barOf(place, options) })
}

const GAP = { before: 0, after: 0, line: 120, lineRule: LineRuleType.EXACT }

/** Separates tables: two adjacent tables would become one, and a document cannot end with a table. */
function apart(blocks: readonly (Paragraph | Table)[]): (Paragraph | Table)[] {
  return blocks.flatMap((block, index) =>
    block instanceof Paragraph || blocks[index + 1] instanceof Paragraph
      ? [block]
      : [block, new Paragraph({ children: [], spacing: GAP })],
  )
}
