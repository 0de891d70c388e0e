import { addCursorAbove, addCursorBelow, deleteLine } from '@codemirror/commands'
import { SearchCursor, selectNextOccurrence } from '@codemirror/search'
import { EditorSelection, type SelectionRange } from '@codemirror/state'
import { keymap, type Command } from '@codemirror/view'
import { capitalise, lowerCase, upperCase } from './letter-case'
import { duplicate, duplicateUp, joinLines, sortLines } from './line-edits'
import { moveParagraph, moveSection } from './move-blocks'
import { moveLines } from './move-lines'

/** Commands about whole lines, paragraphs and sections, about letter case, and about several cursors. */
export const LINE_COMMANDS = {
  'move-line-up': moveLines(-1),
  'move-line-down': moveLines(1),
  'move-paragraph-up': moveParagraph(-1),
  'move-paragraph-down': moveParagraph(1),
  'move-section-up': moveSection(-1),
  'move-section-down': moveSection(1),
  'duplicate-lines': duplicate,
  'delete-line': deleteLine,
  'join-lines': joinLines,
  'sort-lines': sortLines,
  'upper-case': upperCase,
  'lower-case': lowerCase,
  capitalise,
  'cursor-above': addCursorAbove,
  'cursor-below': addCursorBelow,
  'select-next': selectNextOccurrence,
  'select-all-alike': selectAllAlike,
} as const satisfies Readonly<Record<string, Command>>

/** Nobody writes in more places at once. */
const CURSORS_MAX = 1_000

/**
 * Selects every occurrence of the selected words; without a selection, every occurrence of the whole word at the
 * cursor.
 */
function selectAllAlike(view: Parameters<Command>[0]): boolean {
  const { state } = view
  const { main } = state.selection
  const word = main.empty ? state.wordAt(main.head) : main
  if (word === null) return false
  const words = state.sliceDoc(word.from, word.to)
  const ranges: SelectionRange[] = []
  const places = new SearchCursor(state.doc, words)
  for (let { value, done } = places.next(); !done; { value, done } = places.next()) {
    const isWhole = state.wordAt(value.from)?.to === value.to && state.wordAt(value.to)?.from === value.from
    if (!main.empty || isWhole) ranges.push(EditorSelection.range(value.from, value.to))
    if (ranges.length > CURSORS_MAX) return false
  }
  const mainIndex = Math.max(
    0,
    ranges.findIndex(({ from }) => from === word.from),
  )
  view.dispatch({ selection: EditorSelection.create(ranges, mainIndex), userEvent: 'select' })
  return true
}

/** These replace CodeMirror's own commands for the same keys, which do a little less. */
export const lineKeys = keymap.of([
  { key: 'Alt-ArrowUp', run: LINE_COMMANDS['move-line-up'] },
  { key: 'Alt-ArrowDown', run: LINE_COMMANDS['move-line-down'] },
  { key: 'Shift-Alt-ArrowDown', run: duplicate, preventDefault: true },
  { key: 'Shift-Alt-ArrowUp', run: duplicateUp, preventDefault: true },
  { key: 'Mod-Shift-l', run: selectAllAlike, preventDefault: true },
])
