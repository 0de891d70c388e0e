import { merge3 } from '../../shared/merge3'
import { textChanges, type TextChange } from '../../shared/text/text-change'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import { closeToast, isShown, showToast } from '../state/toasts'
import { carried, takeBack, type Change, type Comparison } from './comparison'
import { asShown, useCompare } from './use-comparison'

const MOVED = 'The text has just changed. Look again before you take something back.'
const CHANGED_SINCE = 'This passage was changed again since. Compare with now to take it back.'

/**
 * Restores older words as an edit of the writer's: the present text is kept first, and the edit is saved like any other
 * and undone in one step.
 */
export function useTakingBack(session: Session) {
  const { actions } = useApp()
  const compare = useCompare()
  const { id, editor } = session

  async function change(
    why: 'restore' | 'take-back',
    from: string,
    changes: readonly TextChange[],
    done: string,
    undone: () => void = () => {},
  ): Promise<boolean> {
    await session.flush()
    if (!(await actions.did('history.keep', { id, why }))) return false
    if (editor.text() !== from) {
      showToast(MOVED)
      return false
    }
    editor.change(changes)
    const after = editor.text()
    const toast = showToast(done, [
      {
        label: 'Undo',
        run: () => {
          void putBack(from, after)
          undone()
        },
      },
    ])
    // Undo in the text has done the same, and the toast's Undo would revert what is typed from then on.
    const stop = session.subscribe(() => {
      if (isShown(toast) && (after === from || editor.text() !== from)) return
      closeToast(toast)
      stop()
    })
    await session.flush()
    return true
  }

  /** Restores the text from `before` the change, keeping what was typed after it had become `after`. */
  async function putBack(before: string, after: string): Promise<void> {
    if (editor.text() === after) return void editor.run('undo')
    const merged = merge3({ base: after, mine: before, theirs: editor.text() })
    if (merged.kind === 'merged') return editor.change(textChanges(editor.text(), merged.text))
    await session.flush()
    if (!(await actions.did('history.keep', { id, why: 'take-back' }))) return
    editor.change(textChanges(editor.text(), before))
    showToast('The text is as it was. What was typed in it since stays in the history.')
  }

  return {
    /** Replaces these places by their older words. */
    async passages(comparison: Comparison, chosen: readonly Change[], against: 'now' | 'previous') {
      const now = editor.text()
      const wanted = takeBack(comparison, chosen)
      if (against === 'now') {
        if (comparison.after !== now) {
          showToast(MOVED)
          return
        }
        await change('take-back', now, wanted, TAKEN[chosen.length === 1 ? 'one' : 'several'])
        return
      }
      const since = await compare(comparison.after, now)
      const changes = carried(wanted, since.changes)
      if (changes === undefined) showToast(CHANGED_SINCE)
      else await change('take-back', now, changes, TAKEN[chosen.length === 1 ? 'one' : 'several'])
    },

    /** Restores the whole text, and the title if it was different. */
    async restore(version: { readonly title: string; readonly text: string }): Promise<boolean> {
      const now = editor.text()
      const before = session.view().title
      const renames = version.title !== '' && version.title !== before
      const changes = textChanges(now, asShown(version.text))
      const title = (text: string) => void actions.run('document.edit-fields', { id, title: text })
      const done = await change(
        'restore',
        now,
        changes,
        'Restored. The text before it stays in the history.',
        () => renames && title(before),
      )
      if (done && renames) title(version.title)
      return done
    },
  }
}

const TAKEN = {
  one: 'The passage is as it was. The words in its place stay in the history.',
  several: 'The passages are as they were. The words in their place stay in the history.',
} as const
