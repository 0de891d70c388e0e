import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { ConflictView, Decision, Resolution } from '../../shared/ipc/ipc-records'
import { useApp } from '../state/context'
import { conflictKey } from '../state/queries'
import { withChanges } from './clashes'
import { resolveConflict, sayDecided } from './resolve-conflict'
import { focusEditor } from '../state/store'
import { showToast } from '../state/toasts'

type Changes = Pick<CommandInput<'document.decide'>, 'decisions' | 'fields'>

/** A decision that can be taken back. The number of its clash is the one beside that theirs. */
interface Step {
  readonly reviewed: string
  readonly clash: number
  readonly before: Changes
  readonly after: Changes
}

/**
 * What the writer decides about a conflict, handed to main.
 *
 * @param keep hands over the merged text that was changed by hand, before the conflict ends
 * @param goingOnFrom gives what brings the writer to the next clash from a number on
 * @param onAgain what was decided is in conflict with a newer theirs
 */
export function useDecisions(
  view: ConflictView,
  keep: () => Promise<unknown>,
  goingOnFrom: (clash: number) => () => void,
  onAgain: () => void,
) {
  const { actions, client, sessions } = useApp()
  const [busy, setBusy] = useState(false)
  const { id, reviewed } = view
  const queries = useQueryClient()
  const queryKey = conflictKey(id)
  const steps = useRef<{ done: Step[]; undone: Step[] }>({ done: [], undone: [] })

  /** The view with all that is decided by now; what is drawn may be behind. */
  function now(): ConflictView {
    const known = queries.getQueryData<ConflictView | null>(queryKey)
    return known?.reviewed === reviewed ? known : view
  }

  /** Decided at once, so that the next key is for the next place; main says afterwards what it has. */
  async function send(changes: Changes): Promise<boolean> {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<ConflictView | null>(queryKey, (known) => known && withChanges(known, changes))
    const isTaken = await actions.did('document.decide', { id, reviewed, ...changes })
    if (!isTaken) void queries.invalidateQueries({ queryKey })
    return isTaken
  }

  /** `null` takes a decision back. `kept`: what was typed for the clash is handed over first. */
  async function decide(clash: number, decision: Decision | null, kept?: Promise<unknown>): Promise<void> {
    const goOn = goingOnFrom(decision === null ? clash : clash + 1)
    if (kept !== undefined) await kept
    const before = now().decisions[clash] ?? null
    goOn()
    const after = { decisions: { [clash]: decision } }
    if (decision !== before) noteStep({ reviewed, clash, before: { decisions: { [clash]: before } }, after })
    if (!(await send(after))) return
    if (typeof decision === 'string' && view.texts[clash] !== undefined)
      showToast('What you wrote for this place is kept: “change” shows it again.')
  }

  function decideField(clash: number, side: 'mine' | 'theirs' | null): void {
    const named = now().fields.at(clash)
    if (named === undefined) return
    const { field, decision = null } = named
    goingOnFrom(side === null ? clash : clash + 1)()
    const after = { decisions: {}, fields: { [field]: side } }
    if (side !== decision)
      noteStep({ reviewed, clash, before: { decisions: {}, fields: { [field]: decision } }, after })
    void send(after)
  }

  const noteStep = (step: Step) => (steps.current = { done: [...steps.current.done, step], undone: [] })

  /** Takes the last decision back, as Ctrl+Z does with words, and leads to its place. */
  function undo(): void {
    const { done, undone } = steps.current
    const step = done.pop()
    if (step?.reviewed !== reviewed) return
    undone.push(step)
    goingOnFrom(step.clash)()
    void send(step.before)
  }

  /** Decides again what was taken back last. */
  function redo(): void {
    const { done, undone } = steps.current
    const step = undone.pop()
    if (step?.reviewed !== reviewed) return
    done.push(step)
    goingOnFrom(step.clash + 1)()
    void send(step.after)
  }

  /** Words for a clash that are half typed. */
  const typeFor = (clash: number, text: string | null) =>
    client.call('document.decide', { id, reviewed, decisions: {}, texts: { [clash]: text } })

  async function resolve(
    resolution: Resolution,
    seen: { readonly reviewed: string; readonly mine: string } = view,
  ): Promise<void> {
    setBusy(true)
    await keep()
    const { reviewed: of, mine } = seen
    const came = await resolveConflict(actions, { id, reviewed: of, mine, resolution })
    if (came === 'again') await queries.refetchQueries({ queryKey })
    setBusy(false)
    if (came === 'again') onAgain()
    if (came !== 'ended') return
    focusEditor(id)
    sayDecided(sessions.get(id))
  }

  return { busy, now, decide, decideField, undo, redo, typeFor, resolve }
}
