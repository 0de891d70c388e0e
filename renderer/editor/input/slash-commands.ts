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
import { keymap } from '@codemirror/view'
import { PALETTE_COMMANDS } from '../../../shared/commands'
import { insertFootnote } from '../footnotes/edits'
import { BLOCK_COMMANDS } from '../markdown/blocks'
import { CODE_BLOCKS, isWithin } from '../markdown/syntax'
import { insertDate } from './insert-date'

/** What `/` offers, in this order, each a command of the palette. */
const OFFERED = {
  'heading-1': BLOCK_COMMANDS['heading-1'],
  'heading-2': BLOCK_COMMANDS['heading-2'],
  'heading-3': BLOCK_COMMANDS['heading-3'],
  list: BLOCK_COMMANDS.list,
  task: BLOCK_COMMANDS.task,
  quote: BLOCK_COMMANDS.quote,
  table: BLOCK_COMMANDS.table,
  'code-block': BLOCK_COMMANDS['code-block'],
  footnote: insertFootnote,
  rule: BLOCK_COMMANDS.rule,
  'insert-date': insertDate,
} as const satisfies Partial<Record<keyof typeof PALETTE_COMMANDS, StateCommand>>

type Offered = keyof typeof OFFERED

/** In a cell no block can begin. */
const IN_CELLS: ReadonlySet<Offered> = new Set(['footnote', 'insert-date'])

/** At the beginning of a line, of an item or of a quotation, or after a space. */
const BEGUN = /(?:^|[\s>])\/\p{L}*(?: [0-9])?$/u

const SOURCE: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'InlineCode', 'MathBlock', 'InlineMath', 'URL'])
const TABLE: ReadonlySet<string> = new Set(['Table'])

const leave = StateEffect.define<number>()

/** The slash that Escape has left as text; no menu comes at it again. */
const left = StateField.define<number | undefined>({
  create: () => undefined,
  update(place, { changes, effects }) {
    for (const effect of effects) if (effect.is(leave)) return effect.value
    return place === undefined ? undefined : changes.mapPos(place, 1)
  },
})

/** Escape leaves the slash, and what was typed after it, as text. */
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
    ]),
  ),
]

function slashBefore(state: EditorState, head: number): number | undefined {
  const line = state.doc.lineAt(head)
  const before = state.sliceDoc(Math.max(line.from, head - 30), head)
  return BEGUN.test(before) ? head - (before.length - before.lastIndexOf('/')) : undefined
}

/** A short menu of commands where a slash is typed. */
export function slashCommands({ state, pos }: CompletionContext) {
  const slash = slashBefore(state, pos)
  if (slash === undefined || slash === state.field(left) || state.readOnly || isWithin(state, slash, SOURCE))
    return null
  const isInCell = isWithin(state, state.doc.lineAt(pos).to, TABLE)
  const ids = (Object.keys(OFFERED) as readonly Offered[]).filter((id) => !isInCell || IN_CELLS.has(id))
  return { from: slash + 1, options: ids.map(optionOf), validFor: /^\p{L}*(?: [0-9])?$/u }
}

const optionOf = (id: Offered, index: number): Completion => ({
  label: PALETTE_COMMANDS[id].name.replace(/^Insert (.)/, (_, letter: string) => letter.toUpperCase()),
  // In this order while nothing is typed.
  sortText: String.fromCharCode('a'.charCodeAt(0) + index),
  apply(view, _, from, to) {
    const { state } = view
    const without = state.update({ changes: { from: from - 1, to }, selection: { anchor: from - 1 } })
    OFFERED[id]({
      state: without.state,
      dispatch: (done) =>
        view.dispatch({
          changes: without.changes.compose(done.changes),
          selection: done.newSelection,
          annotations: isolateHistory.of('full'),
          scrollIntoView: true,
          userEvent: 'input.complete',
        }),
    })
  },
})
