import type { CommandInput } from '../../shared/ipc/ipc'
import type { App } from '../state/context'
import { openFilter } from '../library/list/list-filter'
import { otherSide } from '../state/sides'
import { closeSide, goToSide, setPaneOpen, showOverlay, showToTheSide, useWindow } from '../state/store'
import { useLayout } from '../state/use-layout'
import { cyclePanes } from '../ui/panes'
import type { CommandState, SomeCommands } from './command-state'

/** Commands about the app, the window, its panes and its two sides. */
export function useWindowCommands({ actions }: App) {
  const active = useWindow((state) => state.active)
  const panes = useWindow((state) => state.panes)
  const isSplit = useWindow((state) => state.sideDocument !== null)
  const layout = useLayout()
  const unsplit = isSplit ? undefined : 'the view is not split'
  const zoom = (step: CommandInput<'window.zoom'>['step']): CommandState => ({
    run: () => void actions.run('window.zoom', { step }),
  })
  return {
    'new-window': {
      run: () => void actions.run('window.open', active === null ? {} : { documentId: active }),
    },
    split: {
      run: () => {
        if (isSplit) closeSide(otherSide(useWindow.getState().side))
        else if (active !== null) showToTheSide(active)
      },
      isOn: isSplit,
      disabled: active === null ? 'no document is open' : undefined,
    },
    'open-to-side': { run: () => showOverlay({ kind: 'go-to', toTheSide: true }) },
    'other-side': { run: () => goToSide(), disabled: unsplit },
    'close-side': { run: () => closeSide(), disabled: unsplit },
    'full-screen': { run: () => void actions.run('window.toggle-full-screen', undefined) },
    'zoom-in': zoom('in'),
    'zoom-out': zoom('out'),
    'zoom-usual': zoom('usual'),
    sidebar: {
      run: () =>
        layout.sidebarInline
          ? setPaneOpen('sidebar', !panes.sidebar.open)
          : useWindow.setState(({ drawer }) => ({ drawer: drawer === 'sidebar' ? 'none' : 'sidebar' })),
    },
    'document-list': {
      run: () =>
        layout.listInline
          ? setPaneOpen('list', !panes.list.open)
          : useWindow.setState(({ drawer }) => ({ drawer: drawer === 'list' ? 'none' : 'list' })),
    },
    'filter-list': {
      run: () => {
        if (layout.listInline) setPaneOpen('list', true)
        else useWindow.setState({ drawer: 'list' })
        openFilter()
      },
    },
    about: { run: () => void actions.run('app.show-about', undefined) },
    quit: { run: () => void actions.run('app.quit', undefined) },
    'next-pane': { run: () => cyclePanes(1) },
    'previous-pane': { run: () => cyclePanes(-1) },
  } satisfies SomeCommands
}
