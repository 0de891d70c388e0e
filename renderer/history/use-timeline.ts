import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useAnswer } from '../state/queries'
import { useApp } from '../state/context'
import { dayName } from '../ui/relative-time'
import { groupTimeline, mergeTimeline } from './timeline'
import { clockOf } from './version-time'

const WINDOW = 500
const WINDOW_MAX = 5_000
const NONE: never[] = []

/** The timeline of a document, as far as it is loaded; the service has more, which is loaded on request. */
export function useTimeline(id: string) {
  const { actions } = useApp()
  const queries = useQueryClient()
  const [limit, setLimit] = useState(WINDOW)
  const [olderNote, setOlderNote] = useState<string>()
  const [more, setMore] = useState<boolean>()
  const list = useAnswer(
    ['history', id, limit],
    'history.list',
    { id, limit },
    { staleTime: 0, placeholderData: (before) => before },
  )
  const look = useAnswer(['history-look', id], 'history.look', { id, older: false }, { staleTime: 0 })
  const measures = useAnswer(
    ['history-measures', id, list.data?.here],
    'history.measures',
    { id },
    { enabled: list.data !== undefined },
  )
  const seen = look.dataUpdatedAt
  useEffect(() => {
    if (seen > 0) void queries.invalidateQueries({ queryKey: ['history', id] })
  }, [queries, id, seen])

  const { versions = NONE, snapshots = NONE } = list.data ?? {}
  const entries = useMemo(() => mergeTimeline(versions, snapshots), [versions, snapshots])
  const days = useMemo(() => groupTimeline(entries, (at) => dayName(at)), [entries])
  const timeOf = useMemo(() => clockOf(entries), [entries])
  const known = list.data?.known ?? 0
  const isWindowed = known > versions.length

  return {
    entries,
    days,
    timeOf,
    measures: measures.data,
    known,
    here: list.data?.here ?? 0,
    isReady: list.data !== undefined && !look.isPending,
    failure: list.error?.message,
    note: olderNote ?? look.data?.note,
    hasOlder: (isWindowed && limit < WINDOW_MAX) || (more ?? look.data?.more ?? false),
    async showOlder(): Promise<void> {
      if (!isWindowed) {
        const report = await actions.run('history.look', { id, older: true })
        if (report === undefined) return
        setMore(report.more)
        setOlderNote(report.note)
      }
      if (known + 100 > limit) setLimit(Math.min(WINDOW_MAX, limit + WINDOW))
      await queries.invalidateQueries({ queryKey: ['history', id] })
    },
    /** Notes that every version of the service is listed. */
    listedAll: () => setMore(false),
    refresh: () => queries.invalidateQueries({ queryKey: ['history', id] }),
  }
}

export type Timeline = ReturnType<typeof useTimeline>

/** The text of a version, cached only briefly, because long texts need much memory. */
export function useVersionText(id: string, versionId: string | undefined) {
  return useAnswer(
    ['version', id, versionId],
    'history.read',
    { id, versionId: versionId ?? '' },
    { enabled: versionId !== undefined, gcTime: 5_000 },
  )
}
