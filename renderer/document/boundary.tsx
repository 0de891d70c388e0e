import { Component, useEffect, useRef, useState, type ReactNode } from 'react'
import { useApp } from '../state/context'
import { useWindow } from '../state/store'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import styles from '../ui/window.module.css'

interface BoundaryProps {
  /** What is missing where it breaks, as the sentence names it: "The document list". */
  readonly name: string
  /** What is shown in it; when that changes, drawing is tried again. */
  readonly shows?: string | null
  readonly children: ReactNode
  /** A part that lies over the window says so in a dialog, which this closes. */
  readonly onClose?: () => void
}

interface BoundaryState {
  readonly isBroken: boolean
  readonly shows: string | null | undefined
}

/** A part of the window that cannot be drawn says so in its own place; all the rest of the window goes on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isBroken: false, shows: this.props.shows }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.shows === state.shows ? null : { isBroken: false, shows: props.shows }
  }

  override render(): ReactNode {
    const { name, children, onClose } = this.props
    if (!this.state.isBroken) return children
    if (onClose === undefined) return <Broken name={name} />
    return (
      <Dialog label={name} onClose={onClose}>
        <Broken name={name} />
      </Dialog>
    )
  }
}

/** Drawing is tried again with the next tab, and with each that closes. */
export function TabsBoundary({ children }: { readonly children: ReactNode }) {
  const shows = useWindow(({ tabs, active }) => `${tabs.join(' ')} ${active}`)
  return (
    <Boundary name="The bar of tabs" shows={shows}>
      {children}
    </Boundary>
  )
}

/** Another document may be one that can be drawn. */
export function TextBoundary({ children }: { readonly children: ReactNode }) {
  const shows = useWindow(({ active, sideDocument }) => `${active} ${sideDocument}`)
  return (
    <Boundary name="The text" shows={shows}>
      {children}
    </Boundary>
  )
}

const KEPT = {
  unknown: 'Your documents are safe: what you type is kept on this device as you type it.',
  refused: 'Some words could not be kept yet. Copy them before you reload the window.',
} as const

function Broken({ name }: { readonly name: string }) {
  const { sessions } = useApp()
  const [kept, setKept] = useState<keyof typeof KEPT>('unknown')
  const button = useRef<HTMLButtonElement>(null)
  // What had the focus has just gone.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  /** Main has every word before the page goes; where it does not take them, the second press goes all the same. */
  async function reload(): Promise<void> {
    if (kept === 'refused' || (await sessions.flushAll())) location.reload()
    else setKept('refused')
  }
  return (
    <div role="alert" className={styles.broken}>
      <h2>{name} cannot be shown</h2>
      <p>{KEPT[kept]}</p>
      <Button ref={button} onClick={() => void reload()}>
        Reload window
      </Button>
    </div>
  )
}
