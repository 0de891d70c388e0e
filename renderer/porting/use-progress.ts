import { useEffect, useState } from 'react'
import type { EventPayload } from '../../shared/ipc/ipc'
import { useApp } from '../state/context'

/** How far an import or export has come, while it runs. */
export function useProgress(isRunning: boolean): EventPayload<'porting.progressed'> | undefined {
  const { client } = useApp()
  const [progress, setProgress] = useState<EventPayload<'porting.progressed'>>()
  useEffect(() => {
    if (!isRunning) return
    setProgress(undefined)
    return client.listen('porting.progressed', setProgress)
  }, [client, isRunning])
  return isRunning ? progress : undefined
}
