import type { Bootstrap } from '../../shared/ipc/ipc-window'
import type { App } from '../state/context'

/** The library that the main process shows. */
export type OnScreen = Bootstrap['onScreen']

/** The objects of the window that belong to one library, and never to the next one (rule W22). */
export interface WindowLibrary extends App {
  /** Begins to follow the library's events and to save what the window shows of it. */
  follow(): void
  /**
   * Ends this because another library comes on screen. Open texts are still handed over until the main process has all
   * of them.
   */
  stop(): void
}

/** The libraries in use in this window: the one on screen, and those whose text is still being handed over. */
export interface Libraries {
  current(): WindowLibrary
  subscribe(listener: () => void): () => void
  /**
   * Changes to another library. The previous one keeps its client until the main process has all its text, then it is
   * closed.
   */
  change(to: OnScreen): { readonly before: WindowLibrary; readonly now: WindowLibrary }
  /** Resolves to true when the main process has the text of all of them. */
  handOver(): Promise<boolean>
}
