import { useState } from 'react'
import type { ConflictView, Decision, Resolution } from '../../shared/ipc/ipc-records'
import { useApp } from '../state/context'
import { focusEditor } from '../state/store'
import { showToast } from '../state/toasts'

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

  /** `null` takes a decision back. `kept`: what was typed for the clash is handed over first. */
  async function decide(clash: number, decision: Decision | null, kept?: Promise<unknown>): Promise<void> {
    const goOn = decision === null ? undefined : goingOnFrom(clash + 1)
    await kept
    if (!(await actions.did('document.decide', { id, reviewed, decisions: { [clash]: decision } }))) return
    goOn?.()
    if (typeof decision === 'string' && view.texts[clash] !== undefined)
      showToast('What you wrote for this place is kept: “change” shows it again.')
  }

  async function decideField(clash: number, side: 'mine' | 'theirs'): Promise<void> {
    const field = view.fields.at(clash)?.field
    if (field === undefined) return
    const fields = { [field]: side }
    const goOn = goingOnFrom(clash + 1)
    if (await actions.did('document.decide', { id, reviewed, decisions: {}, fields })) goOn()
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

  return { busy, decide, decideField, typeFor, resolve }
}
