import { Component, useEffect, useRef, useState, type ReactNode } from 'react'
import { BROKEN_ERROR_MAX } from '../../shared/terms'
import { messageOf } from '../../shared/thrown'
import { useApp } from '../state/context'
import { useWindow } from '../state/store'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import styles from '../ui/window.module.css'

interface BoundaryProps {
  /** The name of this part in the error message: "The document list". */
  readonly name: string
  /** Identifies the content; when it changes, rendering is tried again. */
  readonly shows?: string | null
  readonly children: ReactNode
  /** For a part that covers the window: the error is shown in a dialog, which this closes. */
  readonly onClose?: () => void
}

interface BoundaryState {
  /** The error; null while the part works. */
  readonly broken: { readonly error: unknown } | null
  readonly shows: string | null | undefined
}

/** Shows an error in place of a part of the window that cannot be rendered; the rest of the window keeps working. */
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

/** Tries to render the tabs again when a tab is opened, closed or selected. */
export function TabsBoundary({ children }: { readonly children: ReactNode }) {
  const shows = useWindow(({ tabs, active }) => `${tabs.join(' ')} ${active}`)
  return (
    <Boundary name="The bar of tabs" shows={shows}>
      {children}
    </Boundary>
  )
}

/** Tries to render again when another document is shown. */
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
  // The focused element has just been removed.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  /** Reloads after the main process has all text. If it does not accept the text, the second press reloads anyway. */
  async function reload(): Promise<void> {
    if (kept === 'refused' || (await sessions.flushAll())) location.reload()
    else setKept('refused')
  }
  /** Shows the result on the button, because the part that shows toasts may be the one that failed. */
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

/** The stack of an error, which begins with its message; for other thrown values only the message. */
const wordsOf = (error: unknown): string =>
  ((error instanceof Error ? error.stack : undefined) ?? messageOf(error)).slice(0, BROKEN_ERROR_MAX)
