import { X } from 'lucide-react'
import {
  createContext,
  use,
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { useDialogFocus } from './dialog-focus'
import { focusBeforePress, isPlace } from './focus-before'
import { writingPane } from './panes'
import { matchesShortcut } from './shortcuts'
import { enterTop } from './top-dialog'
import styles from './window.module.css'

/** The shortcut for the primary button of a dialog, from anywhere in it. */
export const DONE_KEYS = 'Mod+Enter'

const InFoot = createContext<string | undefined>(undefined)

/**
 * Undefined outside the foot of a dialog. Inside it, the `id` of the text that its primary button is about, or an empty
 * string.
 */
export const useDialogFoot = () => use(InFoot)

/** Called after each rendering of the foot: the focused element may have been replaced by the next step. */
const AfterDrawing = createContext(() => {})

/**
 * The buttons that end a dialog; `about` is the `id` of the text that is read out with the primary one, and `onPress`
 * is called before the action of a button.
 */
export function DialogFoot(props: {
  readonly about?: string
  readonly onPress?: (button: HTMLElement) => void
  readonly children: ReactNode
}) {
  const { about = '', onPress, children } = props
  const press = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button !== null) onPress?.(button)
  }
  const follow = use(AfterDrawing)
  useEffect(() => follow())
  return (
    <div className={styles.dialogFoot} data-dialog-foot onClickCapture={press}>
      <InFoot value={about}>{children}</InFoot>
    </div>
  )
}

const hasEnter = (element: EventTarget): boolean =>
  element instanceof Element &&
  element.matches('select, input:not([type="search"], [type="checkbox"], [type="radio"])') &&
  element.closest('form') === null

/**
 * React also tells a dialog about events of a dialog nested in it, such as a question over the settings; this tells
 * them apart.
 */
const isOwn = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): boolean =>
  target instanceof Element && target.closest('dialog') === currentTarget

/** Presses the primary button: by Mod+Enter from anywhere, and by Enter in a field, as in a form. */
function pressPrimary(event: KeyboardEvent<HTMLDialogElement>): void {
  const { nativeEvent, target } = event
  if (event.defaultPrevented || nativeEvent.isComposing || !isOwn(event)) return
  const isDone = matchesShortcut(nativeEvent, DONE_KEYS)
  const isEnter = matchesShortcut(nativeEvent, 'Enter')
  // A held key that brings the next step must not go through that step as well.
  if (event.repeat && (isDone || (isEnter && target instanceof HTMLButtonElement)))
    return event.preventDefault()
  if (!isDone && !(isEnter && !event.repeat && hasEnter(target))) return
  const button = event.currentTarget.querySelector<HTMLElement>('[data-dialog-foot] [data-primary]')
  if (button === null) return
  event.preventDefault()
  button.click()
}

/**
 * A modal dialog over the window. Escape and a click outside close it. The focus returns to where it was, also before a
 * mouse click moved it to open the dialog.
 */
export function Dialog(props: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'palette' | 'small' | 'large'
  /** Shows the label as a heading, with a close button. */
  readonly heading?: boolean
  /** Work is under way, which a click outside must not end. */
  readonly isBusy?: boolean
}) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    const at = document.activeElement
    const before = focusBeforePress()
    dialog.showModal()
    const leaveTop = enterTop(dialog)
    const place = () => placeOverEditor(dialog)
    place()
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('resize', place)
      leaveTop()
      // Chromium returns the focus and scrolls to the beginning of the focused element, for a text its first line.
      const scroller = before?.closest('[data-scroller]')
      const top = scroller?.scrollTop ?? 0
      dialog.close()
      const now = document.activeElement
      if (isPlace(before) && (now === document.body || now === at)) before.focus({ preventScroll: true })
      if (scroller != null && scroller.scrollTop !== top) scroller.scrollTop = top
    }
  }, [])
  const follow = useDialogFocus(element)
  useEffect(() => follow())
  return (
    <dialog
      ref={element}
      aria-label={props.label}
      tabIndex={-1}
      className={`${styles.dialog} ${styles[props.size ?? 'small']}`}
      onKeyDown={pressPrimary}
      onCancel={(event) => {
        event.preventDefault()
        if (isOwn(event)) props.onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current && props.isBusy !== true) props.onClose()
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
        <AfterDrawing value={follow}>{props.children}</AfterDrawing>
      </div>
    </dialog>
  )
}

/** A palette is centred over the text, where the writer is looking; a dialog is centred in the window. */
function placeOverEditor(dialog: HTMLDialogElement): void {
  if (!dialog.classList.contains(styles['palette'] ?? '')) return
  const editor = writingPane()?.getBoundingClientRect()
  if (editor === undefined) return
  const left = (editor.left + editor.right - dialog.offsetWidth) / 2
  dialog.style.marginLeft = `${Math.max(16, Math.min(left, window.innerWidth - dialog.offsetWidth - 16))}px`
}
