import { isolateHistory } from '@codemirror/commands'
import { Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { ReplaceHit } from '../../../shared/ipc/ipc-replace'

export type Replaced = Pick<ReplaceHit, 'from' | 'to' | 'found' | 'replacement'>

/**
 * Treats what the main process has just replaced in this text as the writer's own change, so that one step of undo
 * reverts all of it. Changes from the main process stay out of the undo history, so the text is reverted invisibly and
 * the same changes are made again here. Does nothing if the text is not as the replacement left it.
 */
export function adoptReplaced(view: EditorView, hits: readonly Replaced[]): void {
  const { doc, selection } = view.state
  let moved = 0
  const places = hits
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, found, replacement }) => {
      const at = from + moved
      moved += replacement.length - (to - from)
      return { from: at, to: at + replacement.length, insert: found, replacement }
    })
  if (places.some(({ from, to, replacement }) => doc.sliceString(from, to) !== replacement)) return
  const before = view.state.update({
    changes: places,
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  })
  const after = before.state.update({
    changes: before.changes.invert(doc),
    selection,
    annotations: isolateHistory.of('full'),
    userEvent: 'input.replace',
    filter: false,
  })
  view.dispatch([before, after])
}
