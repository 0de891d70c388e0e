import { leaveTab, reopenTab, stepTab, useWindow } from '../state/store'
import { canGo } from '../state/navigation-history'
import { goInHistory } from '../state/navigate'
import type { SomeCommands } from './command-state'

/**
 * Commands about tabs and the navigation history.
 *
 * @param none the reason why no document is in front, worded to follow "because"
 */
export function useTabCommands(none: string | undefined) {
  const active = useWindow((state) => state.active)
  const tabs = useWindow((state) => state.tabs)
  const canReopen = useWindow((state) => state.closed.length > 0)
  const navigationHistory = useWindow((state) => state.navigationHistory)
  const noOther = tabs.length < 2 ? 'no other tab is open' : undefined
  return {
    'close-tab': { run: () => active !== null && leaveTab(active), disabled: none },
    'reopen-tab': {
      run: reopenTab,
      disabled: canReopen ? undefined : 'no tab was closed',
    },
    'next-tab': { run: () => stepTab(1), disabled: noOther },
    'previous-tab': { run: () => stepTab(-1), disabled: noOther },
    back: {
      run: () => goInHistory(-1),
      disabled: canGo(navigationHistory, -1) ? undefined : 'no document was open before',
    },
    forward: {
      run: () => goInHistory(1),
      disabled: canGo(navigationHistory, 1) ? undefined : 'no document was open after this one',
    },
  } satisfies SomeCommands
}
