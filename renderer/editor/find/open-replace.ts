import { openSearchPanel, searchPanelOpen } from '@codemirror/search'
import { StateEffect } from '@codemirror/state'
import type { Command, ViewUpdate } from '@codemirror/view'

const askForReplace = StateEffect.define()

/** Whether the find bar has to focus its replacement field, or its search field while that is empty. */
export const asksForReplace = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(askForReplace)))

/**
 * Opens the find bar. The replacement field gets the focus if the words to search for are known: they are in the bar,
 * which has the focus, or are selected in the text. Words of an earlier search do not count.
 */
export const openReplace: Command = (view) => {
  const isInBar = searchPanelOpen(view.state) && view.root.activeElement?.closest('.find-panel') != null
  const isSelected = !view.state.selection.main.empty
  if (!isInBar) openSearchPanel(view)
  if (isInBar || isSelected) view.dispatch({ effects: askForReplace.of(null) })
  return true
}
