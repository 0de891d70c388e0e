import type { EditorState, StateCommand } from '@codemirror/state'
import { isWithin } from '../markdown/syntax'
import { footnoteParts, type FootnotePart } from './parts'

const NUMBER = /^\d{1,9}$/

/**
 * Inserts a reference after the selection and its definition below the last one, or at the end of the text, and moves
 * the cursor into the definition. The label is the next number. False where no footnote is possible: in code, in an
 * address, in another footnote, and if the text ends in an unclosed code block.
 */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  const at = state.selection.main.to
  const parts = state.readOnly || isWithin(state, at, FOOTNOTE) ? undefined : footnoteParts(state)
  if (parts === undefined) return false
  const numbers = parts.map(({ label }) => (NUMBER.test(label) ? Number(label) : 0))
  const label = `[^${numbers.reduce((most, number) => Math.max(most, number), 0) + 1}]`
  const place = placeOfDefinition(state, parts, at)
  const isFirst = !parts.some(({ definition }) => definition !== undefined)
  const reference = { from: at, insert: label }
  // A line directly below a non-empty definition would belong to it.
  const isNext = state.doc.lineAt(place).number + 1 === state.doc.lineAt(at).number
  const definition = { from: place, insert: `${isFirst ? '\n\n' : '\n'}${label}: ${isNext ? '\n' : ''}` }
  const isAbove = at <= place
  const end = place + definition.insert.length + (isAbove ? label.length : 0) - (isNext ? 1 : 0)
  const next = state.update({
    changes: isAbove ? [reference, definition] : [definition, reference],
    selection: { anchor: end },
    scrollIntoView: true,
    userEvent: 'input.footnote',
  })
  // Only the grammar knows where a footnote is recognised.
  const written = footnoteParts(next.state)?.filter((part) => `[^${part.label}]` === label)
  const isDefined = written?.length === 2 && written.some(({ definition: own }) => own !== undefined)
  const referred = at + label.length + (isAbove ? 0 : definition.insert.length)
  const isRead = isDefined && !isWithin(next.state, referred, FOOTNOTE)
  if (isRead) dispatch(next)
  return isRead
}

const FOOTNOTE: ReadonlySet<string> = new Set(['FootnoteDefinition'])

/**
 * The end of the last non-empty line of the last definition, or of the text; without a definition never above the
 * reference.
 */
function placeOfDefinition({ doc }: EditorState, parts: readonly FootnotePart[], reference: number): number {
  const last = parts.findLast(({ definition }) => definition !== undefined)?.definition
  let line = last === undefined ? doc.line(doc.lines) : doc.lineAt(last.to)
  while (line.number > 1 && line.text.trim() === '') line = doc.line(line.number - 1)
  return last === undefined ? Math.max(line.to, doc.lineAt(reference).to) : line.to
}

/**
 * Numbers the footnotes in the order of their references; references and definitions with the same label keep a common
 * label. Definitions without a reference come last. Labels that are words stay. Only labels are changed.
 */
export const renumberFootnotes: StateCommand = ({ state, dispatch }) => {
  const parts = state.readOnly ? undefined : footnoteParts(state)
  if (parts === undefined) return false
  const numbered = parts.filter(({ label }) => NUMBER.test(label))
  const inOrder = [
    ...numbered.filter(({ definition }) => definition === undefined),
    ...numbered.filter(({ definition }) => definition !== undefined),
  ]
  const next = new Map<string, string>()
  for (const { label } of inOrder) if (!next.has(label)) next.set(label, String(next.size + 1))
  const changes = numbered.flatMap(({ label, from, to }) => {
    const insert = next.get(label) ?? label
    return insert === label ? [] : [{ from, to, insert }]
  })
  if (changes.length > 0) dispatch(state.update({ changes, userEvent: 'input.footnote' }))
  return true
}
