import {
  closeCompletion,
  completionStatus,
  type Completion,
  type CompletionContext,
} from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import {
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type StateCommand,
} from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'
import { PALETTE_COMMANDS } from '../../../shared/commands'
import { insertFootnote } from '../footnotes/edits'
import { BLOCK_COMMANDS } from '../markdown/blocks'
import { toggleMark } from '../markdown/formatting'
import { beginsLink, insertLink } from '../markdown/link-mark'
import { CODE, isWithin, TABLE } from '../markdown/syntax'
import { attachFiles } from './attachments'
import { insertDate } from './insert-date'

/** The commands that `/` offers, in this order. */
const OFFERED = {
  'heading-1': BLOCK_COMMANDS['heading-1'],
  'heading-2': BLOCK_COMMANDS['heading-2'],
  'heading-3': BLOCK_COMMANDS['heading-3'],
  list: BLOCK_COMMANDS.list,
  'numbered-list': BLOCK_COMMANDS['numbered-list'],
  task: BLOCK_COMMANDS.task,
  quote: BLOCK_COMMANDS.quote,
  callout: BLOCK_COMMANDS.callout,
  table: BLOCK_COMMANDS.table,
  'code-block': BLOCK_COMMANDS['code-block'],
  link: insertLink,
  formula: toggleMark('$'),
  footnote: insertFootnote,
  rule: BLOCK_COMMANDS.rule,
  'insert-date': insertDate,
  // The files are chosen in a dialog, for which the slash goes first.
  attach: () => false,
} as const satisfies Partial<Record<keyof typeof PALETTE_COMMANDS, StateCommand>>

type Offered = keyof typeof OFFERED

/** Commands offered in a table cell, in which no block can begin. */
const IN_CELLS: ReadonlySet<Offered> = new Set(['link', 'formula', 'footnote', 'insert-date'])

/** Matches a slash at the beginning of a line, list item or quotation, or after a space. */
const BEGUN = /(?:^|[\s>])\/\p{L}*(?: [0-9])?$/u

const SOURCE: ReadonlySet<string> = new Set([...CODE, 'MathBlock', 'InlineMath', 'URL'])

const leave = StateEffect.define<number>()

/** The slash that Escape has left as text; no menu opens at it again. */
const left = StateField.define<number | undefined>({
  create: () => undefined,
  update(place, { changes, effects }) {
    for (const effect of effects) if (effect.is(leave)) return effect.value
    return place === undefined ? undefined : changes.mapPos(place, 1)
  },
})

/** Escape leaves the slash and the following letters as text. Enter chooses even before the menu has appeared. */
export const slashKeys: Extension = [
  left,
  Prec.highest(
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          const slash = slashBefore(view.state, view.state.selection.main.head)
          if (slash === undefined || completionStatus(view.state) === null) return false
          view.dispatch({ effects: leave.of(slash) })
          return closeCompletion(view)
        },
      },
      {
        key: 'Enter',
        run: (view) => completionStatus(view.state) === 'pending' && chooseByLetters(view),
      },
    ]),
  ),
]

function slashBefore(state: EditorState, head: number): number | undefined {
  const line = state.doc.lineAt(head)
  const before = state.sliceDoc(Math.max(line.from, head - 30), head)
  return BEGUN.test(before) ? head - (before.length - before.lastIndexOf('/')) : undefined
}

/** The completion menu that opens at a slash. */
export function slashCommands({ state, pos }: CompletionContext) {
  const begun = offeredAt(state, pos)
  return begun && { from: begun.from, options: begun.ids.map(optionOf), validFor: /^\p{L}*(?: [0-9])?$/u }
}

/** The commands available for a slash before this position, and the start of the letters that filter them. */
function offeredAt(state: EditorState, pos: number) {
  const slash = slashBefore(state, pos)
  if (slash === undefined || slash === state.field(left) || state.readOnly || isWithin(state, slash, SOURCE))
    return null
  const isInCell = isWithin(state, state.doc.lineAt(pos).to, TABLE)
  const ids = (Object.keys(OFFERED) as readonly Offered[]).filter((id) => !isInCell || IN_CELLS.has(id))
  return { from: slash + 1, ids }
}

/** Runs the first command whose name begins with the letters after the slash, as the menu would. */
function chooseByLetters(view: EditorView): boolean {
  const { head } = view.state.selection.main
  const begun = offeredAt(view.state, head)
  const letters = begun && view.state.sliceDoc(begun.from, head).toLowerCase()
  if (begun === null || !letters) return false
  const id = begun.ids.find((one) => labelOf(one).toLowerCase().startsWith(letters))
  if (id === undefined) return false
  apply(view, id, begun.from, head)
  return true
}

const labelOf = (id: Offered): string =>
  PALETTE_COMMANDS[id].name.replace(/^Insert (.)/, (_, letter: string) => letter.toUpperCase())

const optionOf = (id: Offered, index: number): Completion => ({
  label: labelOf(id),
  // In this order while there are no letters.
  sortText: String.fromCharCode('a'.charCodeAt(0) + index),
  apply: (view, _, from, to) => apply(view, id, from, to),
})

/** Runs the command in place of the slash and its letters. */
function apply(view: EditorView, id: Offered, from: number, to: number): void {
  const { state } = view
  const without = state.update({ changes: { from: from - 1, to }, selection: { anchor: from - 1 } })
  if (id === 'attach') {
    view.dispatch(without)
    return void attachFiles(view)
  }
  OFFERED[id]({
    state: without.state,
    dispatch: (done) =>
      view.dispatch({
        changes: without.changes.compose(done.changes),
        selection: done.newSelection,
        annotations: [isolateHistory.of('full'), ...(id === 'link' ? [beginsLink.of(true)] : [])],
        scrollIntoView: true,
        userEvent: 'input.complete',
      }),
  })
}
