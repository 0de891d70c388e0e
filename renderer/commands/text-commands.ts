import type { App } from '../state/context'
import type { Session } from '../state/sessions'
import { useSearch } from '../search/search-state'
import { showPanel } from '../state/store'
import type { CommandState } from './command-state'

/** A longer selection is not a query. */
const LOOK_UP_MAX = 300

/**
 * Commands of the text that use the system's clipboard or the search. The clipboard acts on the focused element, so the
 * text is focused first.
 *
 * @param none the reason why nothing can be read, worded to follow "because"
 * @param fixed the reason why nothing can be changed
 */
export function textCommands(
  { client }: App,
  session: Session | undefined,
  none: string | undefined,
  fixed: string | undefined,
): Readonly<Record<'cut' | 'copy' | 'paste' | 'paste-plain' | 'look-up', CommandState>> {
  const clipboard = (action: 'cut' | 'copy' | 'paste' | 'paste-plain'): CommandState => ({
    disabled: action === 'copy' ? none : fixed,
    run() {
      session?.editor.focus()
      void client.call('window.edit', { action })
    },
  })
  return {
    cut: clipboard('cut'),
    copy: clipboard('copy'),
    paste: clipboard('paste'),
    'paste-plain': clipboard('paste-plain'),
    'look-up': {
      disabled: none,
      run() {
        const words = selectedWords(session)
        if (words !== '') useSearch.setState({ typed: words, query: words })
        showPanel('search')
      },
    },
  }
}

function selectedWords(session: Session | undefined): string {
  if (session === undefined) return ''
  const { from, to } = session.editor.selection()
  return session.editor.text().slice(from, to).replace(/\s+/g, ' ').trim().slice(0, LOOK_UP_MAX)
}
