import { ChevronDown, ChevronUp, X, type LucideIcon } from 'lucide-react'
import { useEffect, type KeyboardEvent, type RefObject } from 'react'
import { foundText } from '../editor/find/found-text'
import styles from './reading-view.module.css'

/** The find bar of the reading view, in the look of the text's own. Escape closes it. */
export function FindBar(props: {
  readonly field: RefObject<HTMLInputElement | null>
  readonly words: string
  readonly found: number | undefined
  readonly onType: (words: string) => void
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
}) {
  const { field, onStep, onClose } = props
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [field])
  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, target } = event
    if (key === 'Escape') onClose()
    else if (key === 'F3' || (key === 'Enter' && target instanceof HTMLInputElement))
      onStep(shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  return (
    <div
      role="search"
      aria-label="Find in the document"
      className={`find-panel ${styles.find}`}
      onKeyDown={onKeyDown}
    >
      <input
        ref={field}
        type="text"
        aria-label="Find"
        placeholder="Find"
        spellCheck={false}
        className="find-field"
        value={props.words}
        onChange={({ target }) => props.onType(target.value)}
      />
      <div className="find-row">
        <span role="status" aria-label="Found" className="find-count">
          {props.words === '' || props.found === undefined ? '' : foundText(props.found)}
        </span>
        <FindButton icon={ChevronUp} label="Previous" onClick={() => onStep(-1)} />
        <FindButton icon={ChevronDown} label="Next" onClick={() => onStep(1)} />
        <FindButton icon={X} label="Close" onClick={onClose} />
      </div>
    </div>
  )
}

const FindButton = ({
  icon: Icon,
  label,
  onClick,
}: {
  icon: LucideIcon
  label: string
  onClick: () => void
}) => (
  <button type="button" className="find-button" aria-label={label} title={label} onClick={onClick}>
    <Icon />
  </button>
)
