import type { CommandInput } from '../../shared/ipc/ipc'
import type { Phase } from '../../shared/terms'
import type { Actions } from '../state/actions/actions'
import type { Session } from '../state/sessions'
import { showToast } from '../state/toasts'

const DECIDED = 'Decided. Both texts stay in Recovered texts.'
const NOT_YET = 'Not finished yet: the other text was changed meanwhile. What you decided stands beside it.'

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
  showToast(NOT_YET)
  return 'again'
}

/** Says that a conflict is decided, once the service has answered: until then it may hold a text that clashes anew. */
export function sayDecided(session: Session | undefined): void {
  if (session === undefined) return
  // What main has told of the phase may come after its answer.
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
