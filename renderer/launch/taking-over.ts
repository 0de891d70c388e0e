import type { DocumentId } from '../../shared/terms'
import type { Client } from '../bridge'
import type { Session } from '../document/session'
import type { Sessions } from '../document/sessions'
import { showTab, showToast, useWindow, writeIn } from '../store'
import type { HeldWords } from './held-words'

/** A document that takes longer comes into a window that is drawn already. */
const COVERED_MOST_MS = 2_000
const TRY_AGAIN_MS = 2_000
const FRAME_MOST_MS = 200

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))
/** Drawn, or the window is not to be seen. */
const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
    setTimeout(resolve, FRAME_MOST_MS)
  })

/** The app is drawn beneath the page as it was left: takes that away, and puts what was typed meanwhile where it belongs. */
export async function takeOver(held: HeldWords, client: Client, sessions: Sessions): Promise<void> {
  const { document: id } = held
  const { active } = useWindow.getState()
  const opening = active === null ? undefined : sessions.open(active).catch(() => undefined)
  await Promise.race([opening, pause(COVERED_MOST_MS)])
  // The editor has asked for this frame before, and finds in it where its lines are.
  await frame()
  held.uncover()
  if (id === null) return
  const session = await sessions.open(id).catch(() => undefined)
  const words = await held.words()
  // In one turn, so that no key falls between the two.
  if (session !== undefined && takesWords(session)) {
    if (words !== '') session.editor.type(words)
    if (useWindow.getState().active === id) session.editor.focus()
  } else if (words !== '') void keepAside(client, words)
  held.end()
}

const takesWords = (session: Session): boolean => {
  const { readOnly, state } = session.view()
  return readOnly === undefined && state.phase !== 'conflicted' && state.phase !== 'deleted'
}

/** Words for a text that takes none become a document of their own. */
async function keepAside(client: Client, text: string): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const made = await client.call('document.create', { text })
    if (made.ok) return showMade(made.value.id)
    if (!isTold) showToast(made.problem.message)
    await pause(TRY_AGAIN_MS)
  }
}

function showMade(id: DocumentId): void {
  showTab(id)
  writeIn(id)
}
