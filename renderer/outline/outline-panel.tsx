import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useActiveSession, useSessionPart } from '../document/use-session'
import { readFrom, readOn, useWindow } from '../state/store'
import { showToastHere } from '../state/toasts'
import type { SectionPlace } from '../editor/editor'
import { PanelFrame } from '../ui/panel-frame'
import { SearchField } from '../ui/search-field'
import panel from '../ui/side-panel.module.css'
import { OutlineTree, type Row } from './outline-tree'
import styles from './outline.module.css'
import { useOutline } from './use-outline'
import { shownTitle } from '../../shared/terms'

/** The headings of the text: a click goes to one; dragging, or a key, moves its section. */
export function OutlinePanel() {
  const session = useActiveSession()
  const { headings, more, current, read } = useOutline(session)
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const isRead = useWindow((state) => readOn(state, state.side) !== undefined)
  const [words, setWords] = useState('')
  const [said, setSaid] = useState('')
  const wanted = words.trim().toLocaleLowerCase()
  const rows = headings.flatMap((heading, index) =>
    heading.text.toLocaleLowerCase().includes(wanted) ? [{ ...heading, index }] : [],
  )
  const isMovable = session !== undefined && readOnly === undefined && !isRead

  function move(row: Row, place: SectionPlace, moved: (index: number) => void): void {
    if (!isMovable) {
      showToastHere(isRead ? 'The text is being read: no section is moved.' : 'This text cannot be changed.')
      return
    }
    const from = session.editor.moveSection(row.from, place)
    const name = shownTitle(row.text)
    setSaid(from === undefined ? `“${name}” stays where it is` : `“${name}” is moved`)
    if (from !== undefined) read((now) => moved(now.headings.findIndex((heading) => heading.from === from)))
  }

  function goTo({ from }: Row): void {
    if (session !== undefined && isRead) readFrom(useWindow.getState().side, { id: session.id, place: from })
    else session?.editor.goToSection(from)
  }

  return (
    <PanelFrame name="Outline">
      {headings.length === 0 ? (
        <p className={panel.hint}>Headings of the text are listed here. A line that begins with # is one.</p>
      ) : (
        <>
          <SearchField
            icon={ListFilter}
            label="Filter headings"
            placeholder="Filter headings"
            className={styles.filter}
            value={words}
            onChange={setWords}
            onKeyDown={(event) => {
              const [first] = rows
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return
              event.preventDefault()
              goTo(first)
            }}
          />
          {rows.length === 0 ? <p className={panel.hint}>No heading has these words.</p> : null}
          <OutlineTree
            rows={rows}
            current={current}
            isMovable={isMovable}
            isDraggable={isMovable && wanted === ''}
            goTo={goTo}
            step={move}
            drop={(row, before, moved) => {
              const next = headings[before]
              move(row, next === undefined ? 'end' : { before: next.from }, moved)
            }}
            undo={() => {
              session?.editor.run('undo')
              read()
            }}
          />
        </>
      )}
      <span role="status" aria-label="Outline notice" className="visually-hidden">
        {said}
      </span>
      {more ? (
        <p className={panel.hint}>
          Only the first {headings.length.toLocaleString('en')} headings are listed.
        </p>
      ) : null}
    </PanelFrame>
  )
}
