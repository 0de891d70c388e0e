import { useEffect, useRef } from 'react'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { useOfConnection, useProgress } from '../state/queries'
import { showToast } from '../state/toasts'
import { VanishingButton } from '../ui/vanishing-button'

/**
 * The progress of a change of many documents, with a button to stop it; nothing while there are only single changes.
 */
export function BatchProgress({ bar = false }: { readonly bar?: boolean }) {
  const { actions } = useApp()
  const progress = useProgress()
  const state = useOfConnection((connection) => connection.state)
  const isCancelling = useRef(false)
  const numbers = progress === undefined ? '' : `${progress.done} ${progress.total} ${progress.cancellable}`
  const shown = useRef(numbers)
  const answered = useRef('')
  useEffect(() => void (shown.current = numbers), [numbers])
  if (progress === undefined) return null
  const { done, total, paused, cancellable, isMany } = progress
  const isOnline = state === undefined || state === 'online'
  // Single changes that wait for the network are not a batch; the outbox lists them.
  if (!paused && !isOnline && !isMany) return null
  const words = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  const sentence = paused ? `Paused: ${words} sent` : isOnline ? `Sending ${words}` : `Offline: ${words} sent`

  async function cancel(): Promise<void> {
    // A second press before the cancellation has ended and is shown counts as the same answer, given twice.
    if (isCancelling.current || answered.current === numbers) return
    isCancelling.current = true
    const cancelled = await actions.run('outbox.cancel-many', undefined)
    isCancelling.current = false
    if (cancelled === undefined) return
    answered.current = shown.current
    showToast(
      cancelled.count === 0
        ? 'Nothing could be taken back; what is typed still goes out.'
        : `${counted(cancelled.count, 'change was', 'changes were')} taken back. What is typed still goes out.`,
    )
  }

  return (
    <>
      <span>{sentence}</span>
      {bar ? <progress aria-label="Sent" value={done} max={total} /> : null}
      {bar ? null : (
        <VanishingButton kind="link" onClick={() => void actions.run('outbox.pause', { paused: !paused })}>
          {paused ? 'Resume' : 'Pause'}
        </VanishingButton>
      )}
      {cancellable === 0 ? null : (
        <VanishingButton kind={bar ? 'quiet' : 'link'} onClick={() => void cancel()}>
          Cancel the rest
        </VanishingButton>
      )}
    </>
  )
}
