import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import { useApp } from './context'

/**
 * Returns a function that changes settings. Each change is computed from the settings with all earlier changes applied,
 * including those that the main process has not confirmed, so a switch that is pressed twice is off again. A change
 * that the main process refuses is reverted, and the writer is told.
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
