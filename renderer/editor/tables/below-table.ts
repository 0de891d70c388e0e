import { EditorState, type ChangeSpec, type Line, type Text } from '@codemirror/state'
import { beforeComposing } from '../view/before-composing'
import { askAround, hasNoWords } from '../markdown/syntax'

/** Matches a row up to its first bar. */
const ROW = /^[\s>]*\|/

/** The empty line of a single cursor, directly below a table whose rows begin with bars. */
function lineBelow(state: EditorState): Line | undefined {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  if (ranges.length > 1 || !main.empty || line.number === 1 || !hasNoWords(line.text)) return undefined
  const above = state.doc.line(line.number - 1)
  const row = ROW.exec(above.text)?.[0]
  if (row === undefined) return undefined
  return askAround(state, above.from + row.length, -1, ({ name }) => name === 'Table' || null) === true
    ? line
    : undefined
}

/**
 * Changes that insert an empty line above these lines, and one below if words follow, each with the quotation marks
 * before it.
 */
function partedAt(doc: Text, first: Line, last: Line, before: string): readonly ChangeSpec[] {
  const marks = before.trimEnd()
  const isParted = last.number === doc.lines || hasNoWords(doc.line(last.number + 1).text)
  return [
    { from: first.from, insert: `${marks}\n` },
    ...(isParted ? [] : [{ from: last.to, insert: `\n${marks}` }]),
  ]
}

/**
 * Separates words typed on the empty line below a table from it by empty lines: otherwise they, and the paragraph below
 * them, would be rows of the table. A line that begins with a bar is meant as a row.
 */
const parted = EditorState.transactionFilter.of((transaction) => {
  const { startState, newDoc, changes } = transaction
  if (!transaction.docChanged || !transaction.isUserEvent('input')) return transaction
  const below = transaction.isUserEvent('input.type.compose') ? undefined : lineBelow(startState)
  if (below === undefined) return transaction
  const first = newDoc.line(below.number)
  if (hasNoWords(first.text) || ROW.test(first.text)) return transaction
  const last = newDoc.lineAt(changes.mapPos(below.to, 1))
  return [transaction, { changes: partedAt(newDoc, first, last, below.text), sequential: true }]
})

const partedBefore = beforeComposing((state) => {
  const below = lineBelow(state)
  return (
    below && {
      changes: partedAt(state.doc, below, below, below.text),
      anchor: state.selection.main.head + below.text.trimEnd().length + 1,
    }
  )
})

export const belowTable = [parted, partedBefore]
