import { isolateHistory } from '@codemirror/commands'
import { EditorSelection, type EditorState, type StateCommand, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { outlineOf } from '../markdown/outline'
import { askAround } from '../markdown/syntax'

/** Two neighbouring ranges that change places; the text between them stays. */
interface Exchange {
  readonly first: Span
  readonly second: Span
}

/**
 * Moves the paragraph at the cursor, or the selected paragraphs, past the next one (1) or the previous one (-1). A code
 * block, a table and a list without empty lines move as a whole. False if there is nothing to move past.
 */
export const moveParagraph = (step: 1 | -1): StateCommand =>
  exchanging((state) => {
    const { from, to } = state.selection.main
    const [begin, end] = [paragraphAt(state, from), paragraphAt(state, to)]
    if (begin === undefined || end === undefined) return undefined
    const own = { from: begin.from, to: end.to }
    const other = paragraphBeside(state, own, step)
    return other && (step === 1 ? { first: own, second: other } : { first: other, second: own })
  }, step)

/**
 * Moves the section at the cursor, with its heading and everything below it, past the next section of its level (1) or
 * the previous one (-1). False if there is none under the same parent heading.
 */
export const moveSection = (step: 1 | -1): StateCommand =>
  exchanging((state) => {
    const sections = sectionsOf(state)
    const { head } = state.selection.main
    const own = sections.findLast(({ from }) => from <= head)
    return own && exchangeBeside(state, sections, own, step)
  }, step)

/**
 * Past the next section of the same level (1) or the previous one (-1), before the heading that begins there, or to the
 * end.
 */
export type SectionPlace = 1 | -1 | { readonly before: number } | 'end'

/**
 * Moves the section whose heading begins at `from`, with everything below it, in one undo step. A cursor in the section
 * moves with it.
 *
 * @returns the new position of the heading; undefined if the section cannot be there
 */
export function moveSectionTo(view: EditorView, from: number, place: SectionPlace): number | undefined {
  const { state } = view
  const sections = sectionsOf(state)
  const own = sections.find((section) => section.from === from)
  if (state.readOnly || own === undefined) return undefined
  const exchange =
    typeof place === 'number'
      ? exchangeBeside(state, sections, own, place)
      : exchangeAcross(state, sections, own, place === 'end' ? state.doc.length : place.before)
  if (exchange === undefined) return undefined
  const { changes, place: placed, moved } = exchanged(state, exchange, exchange.first.from === from ? 1 : -1)
  const { main } = state.selection
  const isWithin = main.from >= from && main.to < Math.max(own.end, from + 1)
  const transaction = state.update({
    changes,
    ...(isWithin && { selection: placed }),
    annotations: isolateHistory.of('full'),
    userEvent: 'move.line',
  })
  // An unclosed code block would swallow the following headings.
  if (headingsOf(transaction.newDoc).length !== sections.length) return undefined
  view.dispatch(transaction)
  return from + moved
}

function exchangeBeside(
  state: EditorState,
  sections: readonly Section[],
  own: Section,
  step: 1 | -1,
): Exchange | undefined {
  const beside =
    step === 1
      ? sections.find(({ from }) => from === own.end)
      : sections.findLast(({ level, from }) => from < own.from && level <= own.level)
  if (beside?.level !== own.level) return undefined
  const [first, second] = step === 1 ? [own, beside] : [beside, own]
  return { first: words(state, first), second: words(state, second) }
}

/** Exchanges the section with everything between it and its target. */
function exchangeAcross(
  state: EditorState,
  sections: readonly Section[],
  own: Section,
  place: number,
): Exchange | undefined {
  if (place >= own.from && place <= own.end) return undefined
  if (place < state.doc.length && !sections.some(({ from }) => from === place)) return undefined
  return place > own.end
    ? { first: words(state, own), second: words(state, { from: own.end, end: place }) }
    : { first: words(state, { from: place, end: own.from }), second: words(state, own) }
}

/** A command that makes an exchange, in which the range on the side opposite to `step` is the writer's. */
function exchanging(find: (state: EditorState) => Exchange | undefined, step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const exchange = find(state)
    if (exchange === undefined) return false
    const { changes, place } = exchanged(state, exchange, step)
    dispatch(state.update({ changes, selection: place, scrollIntoView: true, userEvent: 'move.line' }))
    return true
  }
}

/**
 * Moves the writer's own range by `moved`, with the selection at `place` afterwards; the other range is not rewritten,
 * so that the cursors of others in it stay.
 */
function exchanged(state: EditorState, { first, second }: Exchange, step: 1 | -1) {
  const between = state.sliceDoc(first.to, second.from)
  const [own, other] = step === 1 ? [first, second] : [second, first]
  const text = state.doc.slice(own.from, own.to)
  const gap = state.toText(between)
  const changes =
    step === 1
      ? [
          { from: own.from, to: other.from },
          { from: other.to, insert: gap.append(text) },
        ]
      : [
          { from: other.from, insert: text.append(gap) },
          { from: other.to, to: own.to },
        ]
  const moved = step === 1 ? other.to - own.to : other.from - own.from
  const { main } = state.selection
  const place = (at: number) => Math.min(Math.max(at, own.from), own.to) + moved
  return { changes, moved, place: EditorSelection.single(place(main.anchor), place(main.head)) }
}

const HEADING = /^#{1,6}(?:\s|$)/
/** Blocks that may contain empty lines. */
const WHOLE: ReadonlySet<string> = new Set([
  'FencedCode',
  'HTMLBlock',
  'CommentBlock',
  'FrontMatter',
  'MathBlock',
])

/** The lines around a position up to an empty one; a heading is a paragraph of its own. */
function paragraphAt(state: EditorState, place: number): Span | undefined {
  const { doc } = state
  const line = doc.lineAt(place)
  const whole = wholeAt(state, line.from)
  if (whole !== undefined) return whole
  if (line.text.trim() === '') return undefined
  if (HEADING.test(line.text)) return { from: line.from, to: line.to }
  const isPart = (number: number) => {
    if (number < 1 || number > doc.lines) return false
    const { text, from } = doc.line(number)
    return text.trim() !== '' && !HEADING.test(text) && wholeAt(state, from) === undefined
  }
  let [first, last] = [line.number, line.number]
  while (isPart(first - 1)) first -= 1
  while (isPart(last + 1)) last += 1
  return { from: doc.line(first).from, to: doc.line(last).to }
}

/** The block, such as a code block, that contains a line, in whole lines. */
function wholeAt(state: EditorState, from: number): Span | undefined {
  const block = askAround(state, from, 1, (node) => (WHOLE.has(node.name) ? node : null))
  // A block inside a list or quotation belongs to that.
  if (block === null || block.from > from) return undefined
  const [first, last] = [state.doc.lineAt(block.from), state.doc.lineAt(block.to)]
  return first.from === block.from ? { from: first.from, to: last.to } : undefined
}

function paragraphBeside(state: EditorState, { from, to }: Span, step: 1 | -1): Span | undefined {
  const { doc } = state
  const start = doc.lineAt(step === 1 ? to : from).number
  for (let number = start + step; number >= 1 && number <= doc.lines; number += step) {
    const line = doc.line(number)
    if (line.text.trim() === '') continue
    const block = askAround(state, line.from, 1, ({ name }) => (name === 'FrontMatter' ? true : null))
    return block === true ? undefined : paragraphAt(state, line.from)
  }
  return undefined
}

interface Section {
  readonly level: number
  readonly from: number
  /** The start of the next section that is not inside this one, or the length of the text. */
  readonly end: number
}

function headingsOf(doc: Text) {
  const steps = outlineOf(doc, Infinity)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.headings
}

function sectionsOf({ doc }: EditorState): readonly Section[] {
  const sections: Section[] = []
  /** The start of the next heading whose level is at most the index. */
  const nextOf = Array.from({ length: 7 }, () => doc.length)
  for (const { level, from } of headingsOf(doc).toReversed()) {
    sections.push({ level, from, end: nextOf[level] ?? doc.length })
    nextOf.fill(from, level)
  }
  return sections.reverse()
}

/** The range of a section without the empty lines at its end, which stay in place. */
function words(state: EditorState, { from, end }: Pick<Section, 'from' | 'end'>): Span {
  let last = state.doc.lineAt(end === state.doc.length ? end : end - 1)
  while (last.from > from && last.text.trim() === '') last = state.doc.line(last.number - 1)
  return { from, to: last.to }
}
