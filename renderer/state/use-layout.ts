import { useMemo, useSyncExternalStore } from 'react'
import { useWindow } from './store'
import { layoutOf, type Layout } from './layout'

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export function useLayout(): Layout {
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const panes = useWindow((state) => state.panes)
  const isSplit = useWindow((state) => state.sideDocument !== null)
  return useMemo(() => layoutOf(width, panes, isSplit), [width, panes, isSplit])
}
