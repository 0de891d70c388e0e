import { useEffect, useEffectEvent, useRef } from 'react'
import { useApp } from '../../state/context'
import type { ListQuery } from '../../state/list-page'
import { useWindow } from '../../state/store'

/**
 * What has left the list is no longer chosen in it: what comes next, a Delete above all, would meet documents that nobody
 * sees. While many are changed this waits for the end.
 */
export function useListedChoice(list: ListQuery, total: number | undefined): void {
  const { client } = useApp()
  const isChangingMany = useWindow(({ batches }) => batches.length > 0)
  const before = useRef<{ readonly list: ListQuery; readonly total: number }>(undefined)

  const forgetUnlisted = useEffectEvent(async (limit: number) => {
    const ids = await client.call('documents.ids', { ...list, offset: 0, limit })
    // Another list is on screen by now, with a choice of its own.
    if (!ids.ok || before.current?.list !== list) return
    const listed = new Set(ids.value)
    const { selected } = useWindow.getState()
    if (selected.some((id) => !listed.has(id)))
      useWindow.setState({ selected: selected.filter((id) => listed.has(id)) })
  })

  useEffect(() => {
    if (total === undefined || isChangingMany) return
    const isFewer = before.current?.list === list && total < before.current.total
    before.current = { list, total }
    if (isFewer) void forgetUnlisted(total)
  }, [list, total, isChangingMany])
}
