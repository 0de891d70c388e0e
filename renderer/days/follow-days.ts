import type { Client } from '../bridge/bridge'
import type { Sessions } from '../state/sessions'
import { closeTab, goToDocument, showTab, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { holdingKeysHere } from '../state/typed/type-ahead'

/**
 * Follows the joining of two documents of one day that were made on two devices; returns a function that stops
 * following.
 */
export function followDays(client: Client, sessions: Sessions): () => void {
  const listening = new AbortController()
  let isComposing = false
  window.addEventListener('compositionstart', () => (isComposing = true), listening)
  window.addEventListener('compositionend', () => (isComposing = false), listening)
  const stops = [
    () => listening.abort(),
    // Typed words reach main before the two documents are joined, and keys pressed in the meantime go to the joined
    // document.
    client.listen('day.made-twice', ({ id }) => {
      const session = sessions.get(id)
      // Main repeats this event until the two documents are joined.
      if (session === undefined || isComposing) return
      void holdingKeysHere(async () => {
        if (await session.flush()) await client.call('day.join', { id })
      })
    }),
    client.listen('day.joined', ({ id, into, title }) => {
      const { tabs, active } = useWindow.getState()
      if (active === id) {
        // The joined document ends with the writer's own words, so the cursor goes to its end.
        void sessions.open(into).then(
          ({ editor }) => editor.goTo(editor.text().length),
          () => {},
        )
        goToDocument(into, true)
      } else if (tabs.includes(id)) showTab(into, true)
      closeTab(id)
      if (active !== null && active !== id && tabs.includes(id)) showTab(active)
      showToast(`“${title}” was made on two devices. Both texts are in one document now.`)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
