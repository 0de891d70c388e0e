import { isolateHistory } from '@codemirror/commands'
import { Facet, type EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { askAround, type SyntaxNode } from './syntax'

/**
 * The image that begins (`side` 1) or ends (-1) at a position. An image over several lines, or in a table, is excluded,
 * because its source is shown while the cursor is there.
 */
export const imageAt = (state: EditorState, place: number, side: 1 | -1): SyntaxNode | undefined =>
  askAround(state, place, side, (node) => {
    const isHere = node.name === 'Image' && (side === 1 ? node.from : node.to) === place
    return isHere && isOneThing(state, node) ? node : null
  }) ?? undefined

/** Whether an image is selected as a whole, not shown as source. */
export function isOneThing(state: EditorState, image: SyntaxNode): boolean {
  if (image.to > state.doc.lineAt(image.from).to) return false
  for (let node = image.parent; node !== null; node = node.parent) if (node.name === 'Table') return false
  return true
}

/** The image that is selected, if nothing else is. */
export function selectedImage(state: EditorState): SyntaxNode | undefined {
  const { main, ranges } = state.selection
  if (main.empty || ranges.length > 1) return undefined
  const image = imageAt(state, main.from, 1)
  return image?.to === main.to ? image : undefined
}

/** The image that contains the cursor or an end of the selection. */
export function enteredImage(state: EditorState): SyntaxNode | undefined {
  const { anchor, head } = state.selection.main
  const ask = (place: number) =>
    askAround(state, place, 1, (node) =>
      node.name === 'Image' && isWithin(node, place) && isOneThing(state, node) ? node : null,
    )
  return ask(head) ?? ask(anchor) ?? undefined
}

/** Whether a selection has an end inside an image. */
export const isEntered = (state: EditorState, image: Span): boolean =>
  state.selection.ranges.some(({ from, to }) => isWithin(image, from) || isWithin(image, to))

const isWithin = ({ from, to }: Span, place: number) => place > from && place < to

/** The range of the alternative text. */
export function altOf(image: SyntaxNode): Span {
  const [open, close] = image.getChildren('LinkMark')
  const from = open?.to ?? image.from
  return { from, to: Math.max(from, close?.from ?? from) }
}

/** The width of an image in per cent of the width of the text; `undefined` if it has its own width. */
export function widthOf(state: EditorState, image: SyntaxNode): number | undefined {
  const width = image.getChild('ImageWidth')
  return width === null ? undefined : Number(/\d+/.exec(state.sliceDoc(width.from, width.to))?.[0])
}

/** Whether the writer allows widths in the text. */
export const writesWidths = Facet.define<boolean, boolean>({ combine: ([first]) => first ?? false })

export const canHaveWidth = (state: EditorState, image: SyntaxNode): boolean =>
  state.facet(writesWidths) && !state.readOnly && isOneThing(state, image)

export const IMAGE_WIDTH_MIN = 5

/** Writes another width after an image, or none, changes nothing else, and selects the image. */
export function withWidth(image: SyntaxNode, share: number | undefined): TransactionSpec {
  const width = image.getChild('ImageWidth')
  const from = width?.from ?? image.to
  const bounded = share && Math.min(100, Math.max(IMAGE_WIDTH_MIN, Math.round(share)))
  const insert = bounded === undefined ? '' : `{width=${bounded}%}`
  return {
    changes: { from, to: image.to, insert },
    selection: { anchor: image.from, head: from + insert.length },
    effects: EditorView.announce.of(bounded === undefined ? 'Its own width' : `${bounded} per cent wide`),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.format',
  }
}
