import type { CommandInput } from '../../shared/ipc/ipc'
import type { Phase } from '../../shared/terms'
import type { Actions } from '../state/actions/actions'
import type { Session } from '../state/sessions'
import { showToast } from '../state/toasts'

const DECIDED = 'Decided. Both texts stay in Recovered texts.'
const NOT_YET = 'Not finished yet: the other text was changed meanwhile. What you decided stands beside it.'

/**
 * Ends a conflict with the writer's decision; resolves to `undefined` if the main process refused, which it has
 * reported. The conflict has not ended if the newest theirs clashes with the decision: the two are a new conflict then
 * (W15).
 */
export async function resolveConflict(
  { run }: Pick<Actions, 'run'>,
  input: CommandInput<'document.resolve'>,
): Promise<'ended' | 'again' | undefined> {
  const answer = await run('document.resolve', input)
  if (answer === undefined) return undefined
  if (answer.ended) return 'ended'
  showToast(NOT_YET)
  return 'again'
}

/**
 * Reports that a conflict is decided once the service has answered: its answer may contain a text that clashes again.
 */
export function sayDecided(session: Session | undefined): void {
  if (session === undefined) return
  // The phase from the main process may arrive after its answer.
  let hasLeft = false
  const look = () => {
    const { phase } = session.view()
    hasLeft ||= phase !== 'conflicted'
    if (!hasLeft || ON_THE_WAY.has(phase)) return
    stop()
    showToast(phase === 'conflicted' ? NOT_YET : DECIDED)
  }
  const stop = session.subscribe(look)
  look()
}

const ON_THE_WAY: ReadonlySet<Phase> = new Set(['dirty', 'saving', 'reconciling'])
