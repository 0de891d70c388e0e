import { useEffect, useState } from 'react'
import { closeToast, useWindow } from '../store'
import styles from './window.module.css'

const SHOWN_MS = 9_000

/** One sentence at a time, at the bottom of the editor; it waits while the pointer or the focus is on it. */
export function Toasts() {
  const toast = useWindow(({ toasts }) => toasts[0])
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (toast === undefined || held) return
    const timer = setTimeout(() => closeToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, held])
  return (
    <div className={styles.toastPlace} data-kept="never">
      <div
        role="status"
        aria-label="Notice"
        className={toast === undefined ? undefined : styles.toast}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && toast !== undefined) closeToast(toast.id)
        }}
      >
        {toast === undefined ? null : (
          <>
            <span>{toast.text}</span>
            {toast.actions.map(({ label, run }, index) => (
              <button
                key={label}
                type="button"
                className={index === 0 ? styles.button : styles.quietButton}
                onClick={() => {
                  setHeld(false)
                  closeToast(toast.id)
                  run()
                }}
              >
                {label}
              </button>
            ))}
          </>
        )}
      </div>
    </div>
  )
}
