import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { createPortal } from 'react-dom'
import { useWindow, type Toast } from '../state/store'
import { closeToast } from '../state/toasts'
import { Button } from '../ui/button'
import { focusWriting } from '../ui/panes'
import { useTopDialog } from '../ui/top-dialog'
import { usePressGuard } from './press-guard'
import { hearWriter, whenRead } from './when-read'
import styles from '../ui/window.module.css'

const SHOWN_MS_MAX = 9_000

/**
 * How long a toast is shown to a writer who is present, in ms: as long as it takes to read; one with buttons is shown
 * longest.
 */
const shownMs = ({ text, actions }: Toast): number =>
  actions.length > 0 ? SHOWN_MS_MAX : Math.min(SHOWN_MS_MAX, 3_500 + 60 * text.length)

/**
 * Shows one toast at a time at the bottom of the editor. It stays while the pointer or the focus is on it, and until
 * the writer is present to read it. F6 reaches its buttons, and afterwards the focus returns to where it was. While a
 * dialog is open the toast is inside it, because nothing else can be pressed.
 */
export function Toasts() {
  const toast = useWindow(({ toasts }) => toasts[0])
  const about = toast?.about
  const isPlain = useWindow(
    ({ view, active, sideDocument }) => view === 'documents' && active === about?.id && sideDocument === null,
  )
  const [held, setHeld] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const top = useTopDialog()
  const last = useLastBefore(top)
  const { isSettled, onPress, wasMeant } = usePressGuard(toast, notice)
  // A toast from before the dialog opened waits behind it: the keys belong to the dialog.
  const waits = top !== undefined && toast !== undefined && toast.id <= last
  const dialog = waits ? undefined : top
  useEffect(() => {
    const until = new AbortController()
    hearWriter(window, until)
    return () => until.abort()
  }, [])
  useEffect(() => {
    if (toast === undefined || toast.stays === true || held || waits) return
    return whenRead(shownMs(toast), () => closeToast(toast.id))
  }, [toast, held, waits])

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    setHeld(true)
    if (currentTarget.contains(relatedTarget)) return
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
  }

  function close({ id }: Toast): void {
    giveFocusBack()
    setHeld(false)
    closeToast(id)
  }

  /** Returns the focus, unless it is no longer in the toast: a mouse click has left it where it was. */
  function giveFocusBack(): void {
    if (notice.current?.contains(document.activeElement) !== true) return
    if (cameFrom.current?.isConnected === true) cameFrom.current.focus()
    else if (dialog !== undefined) dialog.focus()
    else focusWriting()
  }

  const shown = (
    <div
      className={`${styles.toastPlace} ${dialog === undefined ? '' : styles.inDialog}`}
      data-pane={toast === undefined || toast.actions.length === 0 ? undefined : 'notice'}
    >
      <div
        ref={notice}
        role="status"
        aria-label="Notice"
        className={toast === undefined ? undefined : styles.toast}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onPointerDownCapture={onPress}
        onFocus={onFocus}
        onBlur={() => setHeld(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onPress(event)
          if (event.key !== 'Escape' || toast === undefined) return
          // Escape must not close the dialog that contains the toast.
          event.preventDefault()
          close(toast)
        }}
      >
        {toast === undefined ? null : (
          <>
            <span>{about === undefined || isPlain ? toast.text : about.named}</span>
            <Actions
              toast={toast}
              isEarly={!isSettled}
              onPress={(run) => {
                if (!wasMeant()) return
                close(toast)
                run()
              }}
            />
          </>
        )}
      </div>
    </div>
  )
  return dialog === undefined || toast === undefined ? shown : createPortal(shown, dialog)
}

/** The buttons of a toast; the mouse cannot press them before the toast has been on screen for a moment. */
function Actions(props: {
  readonly toast: Toast
  readonly isEarly: boolean
  readonly onPress: (run: () => void) => void
}) {
  return props.toast.actions.map(({ label, run }, index) => (
    <Button
      key={label}
      kind={index === 0 ? 'usual' : 'quiet'}
      data-early={props.isEarly ? '' : undefined}
      onClick={() => props.onPress(run)}
    >
      {label}
    </Button>
  ))
}

/** The id of the newest toast at the time this dialog became the topmost one. */
function useLastBefore(dialog: HTMLDialogElement | undefined): number {
  const known = useRef({ dialog, last: 0 })
  if (known.current.dialog !== dialog) known.current = { dialog, last: newestToast() }
  return known.current.last
}

const newestToast = () => Math.max(0, ...useWindow.getState().toasts.map(({ id }) => id))
