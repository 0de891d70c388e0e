import { useRef, useState } from 'react'
import type { ConflictView, Decision, Resolution } from '../../shared/ipc/ipc-records'
import { useApp } from '../state/context'
import { focusEditor } from '../state/store'
import { showToast } from '../state/toasts'

type Send = () => Promise<boolean>

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
  /** What takes each decision back, the latest last; the numbers of its clashes are those beside one theirs. */
  const earlier = useRef<{ readonly reviewed: string; readonly clash: number; readonly restore: Send }[]>([])

  /** `null` takes a decision back. `kept`: what was typed for the clash is handed over first. */
  async function decide(clash: number, decision: Decision | null, kept?: Promise<unknown>): Promise<void> {
    const send = (decided: Decision | null) =>
      actions.did('document.decide', { id, reviewed, decisions: { [clash]: decided } })
    const goOn = decision === null ? undefined : goingOnFrom(clash + 1)
    const before = view.decisions[clash] ?? null
    await kept
    if (!(await send(decision))) return
    earlier.current.push({ reviewed, clash, restore: () => send(before) })
    goOn?.()
    if (typeof decision === 'string' && view.texts[clash] !== undefined)
      showToast('What you wrote for this place is kept: “change” shows it again.')
  }

  async function decideField(clash: number, side: 'mine' | 'theirs' | null): Promise<void> {
    const named = view.fields.at(clash)
    if (named === undefined) return
    const send = (decided: typeof side) =>
      actions.did('document.decide', { id, reviewed, decisions: {}, fields: { [named.field]: decided } })
    const goOn = side === null ? undefined : goingOnFrom(clash + 1)
    if (!(await send(side))) return
    earlier.current.push({ reviewed, clash, restore: () => send(named.decision ?? null) })
    goOn?.()
  }

  /** Takes the last decision back, as Ctrl+Z does with words, and leads to its place. */
  async function undo(): Promise<void> {
    const last = earlier.current.pop()
    if (last?.reviewed !== reviewed) return
    const goOn = goingOnFrom(last.clash)
    if (await last.restore()) goOn()
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
