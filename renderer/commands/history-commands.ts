import { showAges, showPassage, showTool } from '../history/show-history'
import type { Session } from '../state/sessions'
import type { SomeCommands } from './command-state'

/**
 * Commands about how the text in front came to be.
 *
 * @param none why there is no text, in the words after "because"
 */
export const historyCommands = (session: Session | undefined, none: string | undefined) =>
  ({
    'passage-history': {
      run: () => session !== undefined && void showPassage(session),
      disabled: none,
    },
    'lost-sentence': {
      run: () => session !== undefined && showTool(session.id, 'lost'),
      disabled: none,
    },
    ages: {
      run: () => session !== undefined && showAges(session.id),
      disabled: none,
    },
  }) satisfies SomeCommands
