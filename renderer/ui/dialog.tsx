import { X } from 'lucide-react'
import { createContext, use, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { writingPane } from './panes'
import { matchesShortcut } from './shortcuts'
import { enterTop } from './top-dialog'
import styles from './window.module.css'

/** The keys that do what the primary button at the foot of a dialog does, from anywhere in it. */
export const DONE_KEYS = 'Mod+Enter'

const InFoot = createContext(false)

/** Whether the button stands at the foot of a dialog. */
export const useInDialogFoot = (): boolean => use(InFoot)

/** The buttons that end a dialog. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.dialogFoot} data-dialog-foot>
      <InFoot value>{children}</InFoot>
    </div>
  )
}

function pressPrimary(event: KeyboardEvent<HTMLDialogElement>): void {
  if (
    event.defaultPrevented ||
    event.nativeEvent.isComposing ||
    !matchesShortcut(event.nativeEvent, DONE_KEYS)
  )
    return
  const button = event.currentTarget.querySelector<HTMLElement>('[data-dialog-foot] [data-primary]')
  if (button === null) return
  event.preventDefault()
  button.click()
}

/** A modal over the window. Escape and a click beside it close it; the focus goes back to where it was. */
export function Dialog(props: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'palette' | 'small' | 'large'
  /** Shows the label as a heading, with a button to close. */
  readonly heading?: boolean
}) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    const before = document.activeElement
    dialog.showModal()
    const leaveTop = enterTop(dialog)
    // Not the first button that comes: what is said is heard before what can be pressed.
    ;(dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus()
    const place = () => placeOverEditor(dialog)
    place()
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('resize', place)
      leaveTop()
      // Chromium gives the focus back, and scrolls to the beginning of what gets it: of a text its first line.
      const scroller = before?.closest('[data-scroller]')
      const top = scroller?.scrollTop ?? 0
      dialog.close()
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true })
      if (scroller != null && scroller.scrollTop !== top) scroller.scrollTop = top
    }
  }, [])
  // What had the focus has made way for the next step: the dialog is heard again, not nothing.
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus()
  })
  return (
    <dialog
      ref={element}
      aria-label={props.label}
      tabIndex={-1}
      className={`${styles.dialog} ${styles[props.size ?? 'small']}`}
      onKeyDown={pressPrimary}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) props.onClose()
      }}
    >
      <div className={styles.dialogBody}>
        {props.heading === true ? (
          <div className={styles.dialogHead}>
            <h2>{props.label}</h2>
            <button type="button" aria-label="Close" className={styles.iconButton} onClick={props.onClose}>
              <X />
            </button>
          </div>
        ) : null}
        {props.children}
      </div>
    </dialog>
  )
}

/** A palette stands over the middle of the text, where the eyes are; a dialog in the middle of the window. */
function placeOverEditor(dialog: HTMLDialogElement): void {
  if (!dialog.classList.contains(styles['palette'] ?? '')) return
  const editor = writingPane()?.getBoundingClientRect()
  if (editor === undefined) return
  const left = (editor.left + editor.right - dialog.offsetWidth) / 2
  dialog.style.marginLeft = `${Math.max(16, Math.min(left, window.innerWidth - dialog.offsetWidth - 16))}px`
}
