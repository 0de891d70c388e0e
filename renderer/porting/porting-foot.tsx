import type { ReactNode } from 'react'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import window from '../ui/window.module.css'

/** The buttons of an import, export or move: while it runs it can be cancelled; else what comes next, and the way out. */
export function PortingFoot(props: {
  readonly isRunning: boolean
  /** Without it the dialog is left by one of `children`. */
  readonly onClose?: (() => void) | undefined
  readonly closeLabel?: string
  readonly children?: ReactNode
}) {
  const { isRunning, onClose, closeLabel = 'Cancel' } = props
  const { actions } = useApp()
  const leave = isRunning ? () => void actions.run('porting.cancel', undefined) : onClose
  return (
    <div className={window.dialogFoot}>
      {leave === undefined ? null : <Button onClick={leave}>{isRunning ? 'Cancel' : closeLabel}</Button>}
      {isRunning ? null : props.children}
    </div>
  )
}
