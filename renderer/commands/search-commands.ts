import { flushSync } from 'react-dom'
import { stepHit } from '../search/hits'
import { useSearch } from '../search/search-state'
import type { App } from '../state/context'
import { showPanel } from '../state/store'
import type { SomeCommands } from './command-state'

/** Opens the search panel. If it is open, selects its query, so that another one can be typed at once. */
function search(): void {
  const input = document.querySelector<HTMLInputElement>('search input[type="search"]')
  if (input === null) return showPanel('search')
  input.focus()
  input.select()
}

/** Opens the panel for replacing. If it already has a query, focuses the field for the replacement. */
function replace(): void {
  flushSync(() => {
    useSearch.setState({ replaces: true, way: 'words', naming: false })
    showPanel('search')
  })
  if (useSearch.getState().typed === '') search()
  else document.querySelector<HTMLElement>('[data-replace-with]')?.focus()
}

/** Commands that search the whole library. */
export function useSearchCommands({ sessions }: App) {
  const found = useSearch(({ hits }) => (hits.length === 0 ? 'nothing is found yet' : undefined))
  const isAsked = useSearch(({ query }) => query !== '')
  return {
    search: { run: search },
    'replace-in-library': { run: replace },
    'save-search': {
      run: () => {
        useSearch.setState({ naming: true, replaces: false })
        showPanel('search')
      },
      disabled: isAsked ? undefined : 'nothing is searched for',
    },
    'next-hit': { run: () => stepHit(sessions, 1), disabled: found },
    'previous-hit': { run: () => stepHit(sessions, -1), disabled: found },
  } satisfies SomeCommands
}
