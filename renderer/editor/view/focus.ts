import { EditorState, RangeSetBuilder, type Extension, type Line, type Text } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { sentencesOf } from '../../../shared/text/words/sentences'
import type { Span } from '../../../shared/text/span'
import { onScreen } from './on-screen'

type LitPart = 'sentence' | 'paragraph'
export type FocusMode = 'off' | LitPart

/** A longer paragraph is highlighted as a whole, because searching for its sentence at every key is too slow. */
const PARAGRAPH_MAX = 20_000

/** Dims everything on screen except the sentence or paragraph at the cursor. */
export function focusMode(mode: FocusMode): Extension {
  if (mode === 'off') return []
  return onScreen({ draw: (view) => aside(view, mode), isStale: ({ selectionSet }) => selectionSet })
}

/** Keeps the line of the cursor in the middle of the window during typing and keyboard movement. */
export function typewriter(isOn: boolean): Extension {
  if (!isOn) return []
  const centre = EditorState.transactionExtender.of((transaction) => {
    const byKey =
      transaction.isUserEvent('input') ||
      transaction.isUserEvent('delete') ||
      (transaction.isUserEvent('select') && !transaction.isUserEvent('select.pointer'))
    if (!byKey) return null
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) }
  })
  return [centre, EditorView.contentAttributes.of({ class: 'cm-typewriter' })]
}

/** The highlighted range: the lines around the cursor up to the next empty ones, or the sentence within them. */
export function litSpan(doc: Text, head: number, mode: LitPart): Span {
  let first = doc.lineAt(head)
  let last = first
  if (!isBlank(first)) {
    while (first.number > 1 && last.to - first.from < PARAGRAPH_MAX) {
      const above = doc.line(first.number - 1)
      if (isBlank(above)) break
      first = above
    }
    while (last.number < doc.lines && last.to - first.from < PARAGRAPH_MAX) {
      const below = doc.line(last.number + 1)
      if (isBlank(below)) break
      last = below
    }
  }
  const paragraph = { from: first.from, to: last.to }
  if (mode === 'paragraph' || paragraph.to - paragraph.from > PARAGRAPH_MAX) return paragraph
  const spans = sentencesOf(doc.sliceString(paragraph.from, paragraph.to))
  // After the last word of a sentence the cursor still belongs to it.
  const sentence = spans.findLast(({ from }) => paragraph.from + from < head) ?? spans[0]
  return sentence === undefined
    ? paragraph
    : { from: paragraph.from + sentence.from, to: paragraph.from + sentence.to }
}

const isBlank = ({ text }: Line): boolean => text.trim() === ''

/** The maximum number of empty lines that are searched for text above or below the cursor. */
const BLANK_MAX = 200

/**
 * The position whose sentence or paragraph is lit: the cursor, or from an empty line the end of the text above, which
 * was written last, or else the start of the text below.
 */
export function litPlace(doc: Text, head: number): number {
  const own = doc.lineAt(head)
  const nearest = (step: 1 | -1): Line | undefined => {
    for (let away = 0; away <= BLANK_MAX; away++) {
      const number = own.number + step * away
      if (number < 1 || number > doc.lines) return undefined
      const line = doc.line(number)
      if (!isBlank(line)) return line
    }
    return undefined
  }
  if (!isBlank(own)) return head
  return nearest(-1)?.to ?? nearest(1)?.from ?? head
}

const lineAside = Decoration.line({ class: 'cm-aside' })
const partAside = Decoration.mark({ class: 'cm-aside' })

function aside(view: EditorView, mode: LitPart): DecorationSet {
  const { doc, selection } = view.state
  const lit = litSpan(doc, litPlace(doc, selection.main.head), mode)
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = doc.lineAt(from).from; at <= to;) {
      const line = doc.lineAt(at)
      if (line.to < lit.from || line.from > lit.to) builder.add(line.from, line.from, lineAside)
      else {
        if (line.from < lit.from) builder.add(line.from, lit.from, partAside)
        if (line.to > lit.to) builder.add(lit.to, line.to, partAside)
      }
      at = line.to + 1
    }
  }
  return builder.finish()
}
