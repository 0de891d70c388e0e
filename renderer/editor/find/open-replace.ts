import { openSearchPanel, searchPanelOpen } from '@codemirror/search'
import { StateEffect } from '@codemirror/state'
import type { Command, ViewUpdate } from '@codemirror/view'

const askForReplace = StateEffect.define()

/** The find bar is to take the cursor to the field for the replacement, or to that for the words while there are none. */
export const asksForReplace = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(askForReplace)))

/**
 * Opens the find bar. The next thing to type is the replacement where the words to look for are known: they stand in the
 * bar, which has the focus, or are selected in the text. What the bar was asked for earlier is not taken for that.
 */
export const openReplace: Command = (view) => {
  const isInBar = searchPanelOpen(view.state) && view.root.activeElement?.closest('.find-panel') != null
  const isSelected = !view.state.selection.main.empty
  if (!isInBar) openSearchPanel(view)
  if (isInBar || isSelected) view.dispatch({ effects: askForReplace.of(null) })
  return true
}
