import { flushSync } from 'react-dom'
import { stepHit } from '../search/hits'
import { useSearch } from '../search/search-state'
import type { App } from '../state/context'
import { showPanel } from '../state/store'
import type { CommandState } from './command-state'

type SearchCommandId = 'search' | 'replace-in-library' | 'save-search' | 'next-hit' | 'previous-hit'

/** Opens the panel. Where it is open its words are chosen, so that another search can be typed at once. */
function search(): void {
  const input = document.querySelector<HTMLInputElement>('search input[type="search"]')
  if (input === null) return showPanel('search')
  input.focus()
  input.select()
}

/** With words to look for already there, the next thing to type is what stands in place of them. */
function replace(): void {
  flushSync(() => {
    useSearch.setState({ replaces: true, way: 'words', naming: false })
    showPanel('search')
  })
  if (useSearch.getState().typed === '') search()
  else document.querySelector<HTMLElement>('[data-replace-with]')?.focus()
}

/**
 * Commands that look through the whole library.
 *
 * @param isAsked whether something is searched for
 * @param found why there is no hit to go to, in the words after "because"
 */
export const searchCommands = (
  sessions: App['sessions'],
  isAsked: boolean,
  found: string | undefined,
): Readonly<Record<SearchCommandId, CommandState>> => ({
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
})
