import { useEffect, useState } from 'react'
import { useSession, useSessionPart, useWords } from '../document/use-session'
import type { Heading } from '../editor/editor'
import { useWindow } from '../store'
import { PanelFrame } from '../window/panel-frame'
import panel from '../window/side-panel.module.css'
import styles from './outline.module.css'

const PAUSE_MS = 400

/** The headings of the text; one press goes there. */
export function OutlinePanel() {
  const active = useWindow((state) => state.active)
  const session = useSession(active)
  const phase = useSessionPart(session, (view) => view.phase)
  const words = useWords(session)
  const [headings, setHeadings] = useState<readonly Heading[]>([])
  useEffect(() => {
    if (session === undefined) return
    setHeadings(session.editor.outline())
  }, [session])
  // The count of words moves with the text, a little after the last key.
  useEffect(() => {
    if (session === undefined) return
    const timer = setTimeout(() => setHeadings(session.editor.outline()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [session, words, phase])
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
                onClick={() => session?.editor.goTo(from)}
              >
                {text === '' ? 'Untitled' : text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </PanelFrame>
  )
}
