import type { Bootstrap } from '../../shared/ipc/ipc-window'
import type { App } from '../state/context'

/** The library that main has brought on screen. */
export type OnScreen = Bootstrap['onScreen']

/** What the window has of one library: bound to that library, never to the one that comes next (rule W22). */
export interface LibraryHere extends App {
  /** The window follows what main tells about this library, and remembers what it shows of it. */
  follow(): void
  /** Another library comes on screen. What is open of this one goes on until main has all of it. */
  stop(): void
}

/** The libraries that this window has something of: the one on screen, and those that it still hands words over to. */
export interface Libraries {
  current(): LibraryHere
  subscribe(listener: () => void): () => void
  /** Takes up another library. The one before keeps its client until main has every word of it, then it is left. */
  change(to: OnScreen): { readonly before: LibraryHere; readonly now: LibraryHere }
  /** True when main has every word of all of them. */
  handOver(): Promise<boolean>
}
