import type { CommandInput } from '../../shared/ipc/ipc'
import type { Actions } from '../state/deeds/actions'
import { showToast } from '../state/toasts'

/**
 * Ends a conflict by the writer's decision; `undefined` where main refused it, and has said why. Not ended: the newest
 * theirs clashes with what was decided, and the two are a conflict of their own (W15).
 */
export async function resolveConflict(
  { run }: Pick<Actions, 'run'>,
  input: CommandInput<'document.resolve'>,
): Promise<'ended' | 'again' | undefined> {
  const answer = await run('document.resolve', input)
  if (answer === undefined) return undefined
  if (answer.ended) return 'ended'
  showToast('Not finished yet: the other text was changed meanwhile. What you decided stands beside it.')
  return 'again'
}
