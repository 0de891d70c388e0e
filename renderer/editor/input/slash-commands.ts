import {
  closeCompletion,
  completionStatus,
  type Completion,
  type CompletionContext,
} from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import {
  Facet,
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
  // The files and the template are chosen in a dialog, for which the slash goes first.
  attach: () => false,
  'insert-template': () => false,
} as const satisfies Partial<Record<keyof typeof PALETTE_COMMANDS, StateCommand>>

type Offered = keyof typeof OFFERED

/** Lets the writer choose a template to insert at the cursor. */
export const templateChoice = Facet.define<() => void, () => void>({ combine: ([first = () => {}]) => first })

/** Commands offered in a table cell, in which no block can begin. */
const IN_CELLS: ReadonlySet<Offered> = new Set(['link', 'formula', 'footnote', 'insert-date'])

/** Matches a slash at the beginning of a line, list item or quotation, or after a space. */
const BEGUN = /(?:^|[\s>])\/(?:\p{L}+[0-9]?)?(?: [0-9])?$/u

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
  if (begun === null || begun.ids.length === 0) return null
  return { from: begun.from, options: begun.ids.map(optionOf), filter: false, update: updated }
}

/** Following letters filter the open menu at once. */
const updated = (_menu: unknown, _from: number, _to: number, context: CompletionContext) =>
  slashCommands(context)

/** The commands for a slash before this position and the letters after it, and the start of those letters. */
function offeredAt(state: EditorState, pos: number) {
  const slash = slashBefore(state, pos)
  if (slash === undefined || slash === state.field(left) || state.readOnly || isWithin(state, slash, SOURCE))
    return null
  const isInCell = isWithin(state, state.doc.lineAt(pos).to, TABLE)
  const letters = state.sliceDoc(slash + 1, pos).toLowerCase()
  const ids = (Object.keys(OFFERED) as readonly Offered[])
    .filter((id) => !isInCell || IN_CELLS.has(id))
    .map((id) => ({ id, rank: rankOf(id, letters) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id }) => id)
  return { from: slash + 1, ids }
}

/** 0 if the name begins with the letters, then if a word in it does, then if another word for it does. */
function rankOf(id: Offered, letters: string): number {
  const command: { readonly name: string; readonly also?: string } = PALETTE_COMMANDS[id]
  const name = labelOf(id).toLowerCase()
  const hasWord = (words: string) => ` ${words}`.includes(` ${letters}`)
  if (name.startsWith(letters)) return 0
  if (hasWord(name)) return 1
  return hasWord(command.also ?? '') ? 2 : Infinity
}

/** Runs the first command for the letters after the slash, as the menu would. */
function chooseByLetters(view: EditorView): boolean {
  const { head } = view.state.selection.main
  const begun = offeredAt(view.state, head)
  const id = begun?.ids[0]
  if (begun === null || begun.from === head || id === undefined) return false
  apply(view, id, begun.from, head)
  return true
}

const labelOf = (id: Offered): string =>
  PALETTE_COMMANDS[id].name.replace(/^Insert (.)/, (_, letter: string) => letter.toUpperCase())

const optionOf = (id: Offered): Completion => ({
  label: labelOf(id),
  apply: (view, _, from, to) => apply(view, id, from, to),
})

/** Runs the command in place of the slash and its letters. */
function apply(view: EditorView, id: Offered, from: number, to: number): void {
  const { state } = view
  const without = state.update({ changes: { from: from - 1, to }, selection: { anchor: from - 1 } })
  if (id === 'attach' || id === 'insert-template') {
    view.dispatch(without)
    if (id === 'attach') attachFiles(view)
    else view.state.facet(templateChoice)()
    return
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
