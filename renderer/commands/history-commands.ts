import { showAges, showPassage, showTool } from '../history/show-history'
import type { Session } from '../state/sessions'
import type { SomeCommands } from './command-state'

/**
 * Commands about the history of the text in front.
 *
 * @param none the reason why there is no text, worded to follow "because"
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
