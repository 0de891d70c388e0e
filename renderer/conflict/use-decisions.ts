import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { ConflictView, Decision, Resolution } from '../../shared/ipc/ipc-records'
import { useApp } from '../state/context'
import { conflictKey } from '../state/queries'
import { withChanges } from './clashes'
import { focusEditor } from '../state/store'
import { showToast } from '../state/toasts'

type Changes = Pick<CommandInput<'document.decide'>, 'decisions' | 'fields'>

/**
 * What the writer decides about a conflict, handed to main.
 *
 * @param keep hands over the merged text that was changed by hand, before the conflict ends
 * @param goingOnFrom gives what brings the writer to the next clash from a number on
 */
export function useDecisions(
  view: ConflictView,
  keep: () => Promise<unknown>,
  goingOnFrom: (clash: number) => () => void,
) {
  const { actions, client } = useApp()
  const [busy, setBusy] = useState(false)
  const { id, reviewed } = view
  const queries = useQueryClient()
  const queryKey = conflictKey(id)
  /** What takes each decision back, the latest last; the numbers of its clashes are those beside one theirs. */
  const earlier = useRef<{ readonly reviewed: string; readonly clash: number; readonly changes: Changes }[]>(
    [],
  )

  /** On screen at once, so that the next key is for the next place; main says afterwards what it has. */
  async function send(changes: Changes): Promise<boolean> {
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<ConflictView | null>(queryKey, (now) => now && withChanges(now, changes))
    const isTaken = await actions.did('document.decide', { id, reviewed, ...changes })
    if (!isTaken) void queries.invalidateQueries({ queryKey })
    return isTaken
  }

  /** `null` takes a decision back. `kept`: what was typed for the clash is handed over first. */
  async function decide(clash: number, decision: Decision | null, kept?: Promise<unknown>): Promise<void> {
    const goOn = decision === null ? undefined : goingOnFrom(clash + 1)
    const before = view.decisions[clash] ?? null
    await kept
    goOn?.()
    earlier.current.push({ reviewed, clash, changes: { decisions: { [clash]: before } } })
    if (!(await send({ decisions: { [clash]: decision } }))) return
    if (typeof decision === 'string' && view.texts[clash] !== undefined)
      showToast('What you wrote for this place is kept: “change” shows it again.')
  }

  function decideField(clash: number, side: 'mine' | 'theirs' | null): void {
    const named = view.fields.at(clash)
    if (named === undefined) return
    const { field, decision = null } = named
    if (side !== null) goingOnFrom(clash + 1)()
    earlier.current.push({ reviewed, clash, changes: { decisions: {}, fields: { [field]: decision } } })
    void send({ decisions: {}, fields: { [field]: side } })
  }

  /** Takes the last decision back, as Ctrl+Z does with words, and leads to its place. */
  function undo(): void {
    const last = earlier.current.pop()
    if (last?.reviewed !== reviewed) return
    goingOnFrom(last.clash)()
    void send(last.changes)
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
    const done = await actions.did('document.resolve', { id, reviewed: of, mine, resolution })
    setBusy(false)
    if (!done) return
    focusEditor(id)
    showToast('Decided. Both texts stay in Recovered texts.')
  }

  return { busy, decide, decideField, undo, typeFor, resolve }
}
