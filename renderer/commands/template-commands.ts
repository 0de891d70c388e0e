import type { DocumentId } from '../../shared/terms'
import { showOverlay } from '../state/store'
import type { CommandState } from './command-state'

/**
 * Commands about templates.
 *
 * @param active the document in front
 * @param fixed the reason why its text cannot be changed, worded to follow "because"
 * @param write the reason why no document can be created
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
