import { Component, useEffect, useRef, useState, type ReactNode } from 'react'
import { BROKEN_ERROR_MAX } from '../../shared/terms'
import { messageOf } from '../../shared/thrown'
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
  /** Why it is broken; null as long as it is whole. */
  readonly broken: { readonly error: unknown } | null
  readonly shows: string | null | undefined
}

/** A part of the window that cannot be drawn says so in its own place; all the rest of the window goes on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: null, shows: this.props.shows }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.shows === state.shows ? null : { broken: null, shows: props.shows }
  }

  override render(): ReactNode {
    const { name, children, onClose } = this.props
    const { broken } = this.state
    if (broken === null) return children
    if (onClose === undefined) return <Broken name={name} error={broken.error} />
    return (
      <Dialog label={name} onClose={onClose}>
        <Broken name={name} error={broken.error} />
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

function Broken({ name, error }: { readonly name: string; readonly error: unknown }) {
  const { client, sessions } = useApp()
  const [kept, setKept] = useState<keyof typeof KEPT>('unknown')
  const [copied, setCopied] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    void client.call('report.broken-part', { part: name.slice(0, 100), error: wordsOf(error) })
  }, [client, name, error])
  // What had the focus has just gone.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  /** Main has every word before the page goes; where it does not take them, the second press goes all the same. */
  async function reload(): Promise<void> {
    if (kept === 'refused' || (await sessions.flushAll())) location.reload()
    else setKept('refused')
  }
  /** Toasts are drawn by a part of the window, which may be the one that broke. */
  async function copy(): Promise<void> {
    const report = await client.call('report.make', undefined)
    if (!report.ok) return setCopied(report.problem.message)
    await navigator.clipboard.writeText(report.value.text).then(
      () => setCopied('Copied'),
      () => setCopied('The clipboard did not take it.'),
    )
  }
  return (
    <div role="alert" className={styles.broken}>
      <h2>{name} cannot be shown</h2>
      <p>{KEPT[kept]}</p>
      <Button ref={button} onClick={() => void reload()}>
        Reload window
      </Button>
      <Button onClick={() => void copy()}>Copy what happened</Button>
      <p role="status">{copied}</p>
    </div>
  )
}

/** The stack of an error begins with its message; from other things that are thrown nothing more can be had. */
const wordsOf = (error: unknown): string =>
  ((error instanceof Error ? error.stack : undefined) ?? messageOf(error)).slice(0, BROKEN_ERROR_MAX)
