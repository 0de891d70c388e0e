import type { Client } from '../bridge/bridge'
import type { Sessions } from '../state/sessions'
import { closeTab, goToDocument, showTab, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { holdingKeysHere } from '../state/typed/type-ahead'

/** Follows the document of a day that two devices have made; returns the function that stops that. */
export function followDays(client: Client, sessions: Sessions): () => void {
  const listening = new AbortController()
  let isComposing = false
  window.addEventListener('compositionstart', () => (isComposing = true), listening)
  window.addEventListener('compositionend', () => (isComposing = false), listening)
  const stops = [
    () => listening.abort(),
    // What is typed is in main before the two become one, and what is pressed meanwhile goes to that one.
    client.listen('day.made-twice', ({ id }) => {
      const session = sessions.get(id)
      // The next save asks again.
      if (session === undefined || isComposing) return
      void holdingKeysHere(async () => {
        if (await session.flush()) await client.call('day.join', { id })
      })
    }),
    client.listen('day.joined', ({ id, into, title }) => {
      const { tabs, active } = useWindow.getState()
      if (active === id) {
        // The writer's own words are at the end of it, and so is the cursor.
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
