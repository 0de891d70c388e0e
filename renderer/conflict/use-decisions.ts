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

/** A decision that can be undone. The number of its clash belongs to that theirs. */
interface Step {
  readonly reviewed: string
  readonly clash: number
  readonly before: Changes
  readonly after: Changes
}

/**
 * The writer's decisions about a conflict, sent to the main process.
 *
 * @param keep hands over the merged text edited by hand before the conflict ends
 * @param goingOnFrom returns a function that goes to the next clash from a number on
 * @param onAgain called when the decision is in conflict with a newer theirs
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

  /** The view with all decisions so far; the rendered view may be older. */
  function now(): ConflictView {
    const known = queries.getQueryData<ConflictView | null>(queryKey)
    return known?.reviewed === reviewed ? known : view
  }

  /**
   * Applies the decision at once, so that the next key is for the next place; the main process confirms it afterwards.
   */
  async function send(changes: Changes): Promise<boolean> {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<ConflictView | null>(queryKey, (known) => known && withChanges(known, changes))
    const isTaken = await actions.did('document.decide', { id, reviewed, ...changes })
    if (!isTaken) void queries.invalidateQueries({ queryKey })
    return isTaken
  }

  /**
   * Decides a clash; `null` undoes its decision. `kept` is waited for first: it hands over the text typed for the
   * clash.
   */
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

  /** Undoes the last decision, as Ctrl+Z does in a text, and goes to its place. */
  function undo(): void {
    const { done, undone } = steps.current
    const step = done.pop()
    if (step?.reviewed !== reviewed) return
    undone.push(step)
    goingOnFrom(step.clash)()
    void send(step.before)
  }

  /** Redoes the decision that was undone last. */
  function redo(): void {
    const { done, undone } = steps.current
    const step = undone.pop()
    if (step?.reviewed !== reviewed) return
    done.push(step)
    goingOnFrom(step.clash + 1)()
    void send(step.after)
  }

  /** Keeps unfinished words for a clash. */
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
