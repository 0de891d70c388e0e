import { useEffect, useEffectEvent, useRef } from 'react'
import { useApp } from '../../state/context'
import type { ListQuery } from '../../state/list-page'
import { useWindow } from '../../state/store'

/**
 * Deselects documents that have left the list: the next action, above all Delete, must not apply to documents that are
 * not visible. While many documents are being changed, this waits until the end.
 */
export function useListedChoice(list: ListQuery, total: number | undefined): void {
  const { client } = useApp()
  const isChangingMany = useWindow(({ batches }) => batches.length > 0)
  const before = useRef<{ readonly list: ListQuery; readonly total: number }>(undefined)

  const forgetUnlisted = useEffectEvent(async (limit: number) => {
    const ids = await client.call('documents.ids', { ...list, offset: 0, limit })
    // Another list with a selection of its own is on screen by now.
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
