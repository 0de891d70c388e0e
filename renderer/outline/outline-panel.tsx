import { useEffect, useState } from 'react'
import { useSession, useSessionPart, useWords } from '../document/use-session'
import type { Outline } from '../editor/editor'
import { readFrom, readOn, useWindow } from '../state/store'
import { PanelFrame } from '../ui/panel-frame'
import panel from '../ui/side-panel.module.css'
import styles from './outline.module.css'

const PAUSE_MS = 400
const NONE: Outline = { headings: [], more: false }

/** The headings of the text; one press goes there. */
export function OutlinePanel() {
  const active = useWindow((state) => state.active)
  const session = useSession(active)
  const phase = useSessionPart(session, (view) => view.phase)
  const words = useWords(session)
  const [{ headings, more }, setOutline] = useState<Outline>(NONE)
  useEffect(() => {
    if (session === undefined) return
    return session.editor.readOutline(setOutline)
  }, [session])
  // The count of words moves with the text, a little after the last key.
  useEffect(() => {
    if (session === undefined) return
    let stop = () => {}
    const timer = setTimeout(() => (stop = session.editor.readOutline(setOutline)), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session, words, phase])
  function goTo(place: number): void {
    const { side } = useWindow.getState()
    if (session !== undefined && readOn(useWindow.getState(), side) !== undefined)
      readFrom(side, { id: session.id, place })
    else session?.editor.goTo(place)
  }
  return (
    <PanelFrame name="Outline">
      {headings.length === 0 ? (
        <p className={panel.hint}>Headings of the text are listed here. A line that begins with # is one.</p>
      ) : (
        <ul className={styles.headings}>
          {headings.map(({ level, text, from }) => (
            <li key={from}>
              <button
                type="button"
                className={styles.heading}
                style={{ paddingInlineStart: 16 + (level - 1) * 14 }}
                onClick={() => goTo(from)}
              >
                {text === '' ? 'Untitled' : text}
              </button>
            </li>
          ))}
        </ul>
      )}
      {more ? (
        <p className={panel.hint}>
          Only the first {headings.length.toLocaleString('en')} headings are listed.
        </p>
      ) : null}
    </PanelFrame>
  )
}
