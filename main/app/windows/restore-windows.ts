import type { WindowMemories } from './window-memory'
import type { Bounds, Shown, WindowState } from './window-states'
import type { Windows } from './windows'

interface RestoreParts {
  readonly windows: Pick<Windows, 'ids' | 'recordFrom' | 'record'>
  readonly memories: Pick<WindowMemories, 'begin' | 'left' | 'whenKept'>
  /** The windows that were open when the app ended. */
  readonly states: readonly WindowState[]
  /** Resolves when the first window is painted; the other windows leave the processor to it until then. */
  readonly painted: Promise<unknown>
  readonly isEnding: () => boolean
  readonly open: (shown: Shown | undefined, bounds: Bounds) => void
}

/** Restores what the first window showed, opens the other windows, and keeps a record of all from then on. */
export function restoreWindows({ windows, memories, states, painted, isEnding, open }: RestoreParts): void {
  const [first, ...others] = states
  let unopened = others
  const [id] = windows.ids()
  if (id !== undefined && first?.shown !== undefined) memories.begin(id, first.shown)
  windows.recordFrom(memories.left, () => unopened)
  memories.whenKept(windows.record)
  void painted.then(() => {
    if (isEnding()) return
    for (const { shown, ...bounds } of others) open(shown, bounds)
    unopened = []
  })
}
