import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { diffWords } from '../../shared/diff-words'
import { PieceText } from '../conflict/piece-text'
import window from '../window/window.module.css'
import styles from './history.module.css'

/** A version in place of the text, with what has changed since marked in it. */
export function VersionReader(props: {
  readonly title: string
  readonly text: string
  readonly now: string
  readonly onClose: () => void
}) {
  const { pieces } = useMemo(() => diffWords(props.text, props.now), [props.text, props.now])
  const changes = pieces.filter(
    ({ kind }, index) => kind !== 'same' && pieces[index - 1]?.kind !== 'removed',
  ).length
  const place = document.querySelector('[data-pane="editor"]')
  if (place === null) return null
  return createPortal(
    <section
      aria-label="Version"
      tabIndex={0}
      className={styles.reader}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose()
      }}
    >
      <div className={styles.readerColumn}>
        <h2 className={styles.readerTitle}>{props.title === '' ? 'Untitled' : props.title}</h2>
        <div className={styles.readerText}>
          <PieceText pieces={pieces} />
        </div>
      </div>
      <div className={styles.readerBar}>
        <div className={window.toast}>
          <span>
            {changes === 0 ? (
              'The text is the same now'
            ) : (
              <>
                <b>{changes === 1 ? '1 change' : `${changes.toLocaleString('en')} changes`}</b> since this
                version
              </>
            )}
          </span>
        </div>
      </div>
    </section>,
    place,
  )
}
