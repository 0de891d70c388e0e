import { useEffect, useState } from 'react'
import type { FetchProgress } from '../../shared/ipc/ipc-history'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import type { Timeline } from './use-timeline'
import styles from './history.module.css'

/** Says what is not on this device, and offers to load it. */
export function GetAll({ id, timeline }: { readonly id: string; readonly timeline: Timeline }) {
  const { client, actions } = useApp()
  const [progress, setProgress] = useState<FetchProgress>()
  const { here, known, listedAll, refresh } = timeline
  useEffect(
    () =>
      client.listen('history.fetched', (fetched) => {
        if (fetched.id !== id) return
        setProgress(fetched)
        if (fetched.state === 'done') listedAll()
        if (fetched.state !== 'running') void refresh()
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- what the timeline does is the same each time
    [client, id],
  )
  const isRunning = progress?.state === 'running'
  const isWhole = here >= known && !timeline.hasOlder
  if (known === 0 || (isWhole && progress === undefined)) return null
  return (
    <div className={styles.getAll}>
      <p role="status" aria-label="Versions on this device">
        {isRunning
          ? `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')} versions are on this device`
          : progress?.state === 'failed' || progress?.note !== undefined
            ? (progress.note ?? '')
            : isWhole
              ? 'All versions of this document are on this device'
              : `${here.toLocaleString('en')} of ${timeline.hasOlder ? 'more than ' : ''}${known.toLocaleString('en')} versions are on this device`}
      </p>
      {isRunning ? (
        <>
          <progress
            aria-label="Getting all versions"
            max={Math.max(1, progress.total)}
            value={progress.done}
          />
          <Button onClick={() => void actions.run('history.stop', { id })}>Stop</Button>
        </>
      ) : isWhole ? null : (
        <Button onClick={() => void actions.run('history.fetch', { id })}>
          Get all versions of this document
        </Button>
      )}
    </div>
  )
}
