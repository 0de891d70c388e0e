import type { DocumentId } from '../../shared/terms'
import { showOverlay } from '../state/store'
import type { CommandState } from './command-state'

/**
 * Commands about templates.
 *
 * @param active the document that is written in
 * @param fixed why its text cannot be changed, in the words after "because"
 * @param write why no document can be made
 */
export function templateCommands(
  active: DocumentId | null,
  fixed: string | undefined,
  write: string | undefined,
): Readonly<Record<'new-from-template' | 'insert-template', CommandState>> {
  return {
    'new-from-template': { run: () => showOverlay({ kind: 'templates', into: null }), disabled: write },
    'insert-template': {
      run: () => active !== null && showOverlay({ kind: 'templates', into: active }),
      disabled: fixed,
    },
  }
}
