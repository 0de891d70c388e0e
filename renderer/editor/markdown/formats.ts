import type { EditorState } from '@codemirror/state'
import { isCode } from './code-mark'
import { hasMark } from './formatting'
import { hasSign } from './line-signs'

const FORMATS = {
  bold: (state) => hasMark(state, '**'),
  italic: (state) => hasMark(state, '*'),
  'heading-2': (state) => hasSign(state, 'heading-2'),
  quote: (state) => hasSign(state, 'quote'),
  list: (state) => hasSign(state, 'list'),
  code: isCode,
} as const satisfies Readonly<Record<string, (state: EditorState) => boolean>>

/** A command that switches a format on and off. */
export type Format = keyof typeof FORMATS

const NAMES = Object.keys(FORMATS) as readonly Format[]

export const isFormat = (command: string): command is Format => Object.hasOwn(FORMATS, command)

/** The maximum length of a selection that is examined: nobody asks whether a whole book is bold. */
const SELECTED_MAX = 20_000

/** The formats that all selected words have, which their commands would remove; none for a very long selection. */
export function formatsOn(state: EditorState): ReadonlySet<Format> {
  const selected = state.selection.ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  return new Set(selected > SELECTED_MAX ? [] : NAMES.filter((name) => FORMATS[name](state)))
}
