import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import { useApp } from './context'

/**
 * Changes settings from what they are when it is called, with every change before it, whether main has taken that yet
 * or not: a switch that is pressed twice is off again. What main refuses is as it was, and is said.
 */
export function useChangeSettings(): (change: (now: Settings) => SettingsChange) => void {
  const { actions } = useApp()
  const queries = useQueryClient()
  return useCallback(
    (change) => {
      const now = queries.getQueryData<Settings>(['settings'])
      if (now === undefined) return
      const changed = change(now)
      if (Object.keys(changed).length === 0) return
      queries.setQueryData(['settings'], { ...now, ...changed })
      void actions.run('settings.set', changed).then((taken) => {
        if (taken === undefined) void queries.invalidateQueries({ queryKey: ['settings'] })
      })
    },
    [actions, queries],
  )
}
