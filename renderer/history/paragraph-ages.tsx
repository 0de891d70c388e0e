import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Provenance } from '../../shared/ipc/ipc-history'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import type { Age } from '../editor/review/provenance-gutter'
import { clockTime, dayName } from '../ui/relative-time'
import { chooseVersion } from './history-state'

/** Marks beside the text that show the age of each paragraph and the version that introduced it. */
export function ParagraphAges(props: { readonly session: Session; readonly saved: number }) {
  const { session, saved } = props
  const { client } = useApp()
  const { id, editor } = session
  const pauses = usePauses(session)
  const { data } = useQuery({
    queryKey: ['history-provenance', id, saved, pauses],
    gcTime: 0,
    placeholderData: (before) => before,
    queryFn: async () => {
      await session.flush()
      return client.ask('history.provenance', { id })
    },
  })
  useEffect(() => {
    if (data !== undefined) editor.showAges(agesOf(data), chooseVersion)
  }, [data, editor])
  useEffect(() => () => editor.showAges(undefined, chooseVersion), [editor])
  return null
}

const PAUSE_MS = 500

/**
 * Counts the pauses in typing. The marks move with the text by themselves, so the text is read again only after a
 * pause.
 */
function usePauses(session: Session): number {
  const { client } = useApp()
  const [pauses, setPauses] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.listen('document.changed', ({ id }) => {
      if (id !== session.id) return
      clearTimeout(timer)
      timer = setTimeout(() => setPauses((count) => count + 1), PAUSE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, session])
  return pauses
}

const STEPS = 5

/** The ages by line of the text; newer and older versions are distinguished in five steps. */
function agesOf({ runs, times, oldest }: Provenance): readonly Age[] {
  const order = Object.keys(times).sort((a, b) => ((times[a] ?? '') < (times[b] ?? '') ? 1 : -1))
  const place = new Map(order.map((key, index) => [key, index / Math.max(1, order.length)]))
  let line = 1
  return runs.map(({ lines, versionId }) => {
    const from = line
    line += lines
    if (versionId === null) return { from, lines, versionId, step: 0, title: 'Not in a version yet' }
    const at = times[versionId] ?? ''
    const when = `${dayName(at)} ${clockTime(at)}`.trim()
    return {
      from,
      lines,
      versionId,
      step: 1 + Math.floor((place.get(versionId) ?? 0) * STEPS),
      title: versionId === oldest ? `From ${when} or before` : `Came with the version of ${when}`,
    }
  })
}
