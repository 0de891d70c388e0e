import type { Update } from '@codemirror/collab'
import { diff } from '@codemirror/merge'
import { ChangeSet, Text, type StateEffect } from '@codemirror/state'
import type { TextUpdate } from '../../../shared/ipc/ipc-records'
import type { TextChange } from '../../../shared/text/text-change'
import { undoStep } from './received'

/**
 * Converts steps of a text between the editor's form and the form in which they travel to the main process and back.
 */

const CHANGES_AN_UPDATE = 10_000

export const toText = (text: string): Text => Text.of(text.split('\n'))

/**
 * A step in the form that the main process takes. `before` returns the text that it applies to; it is called only if
 * the list is too long to send.
 */
export function textChangesOf(changes: ChangeSet, before: () => Text): readonly TextChange[] {
  const list: TextChange[] = []
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    list.push({ from, to, insert: inserted.sliceString(0, inserted.length, '\n') })
  })
  return list.length <= CHANGES_AN_UPDATE ? list : spanning(list, before())
}

/** A single replacement equivalent to a list that is too long to send. */
function spanning(list: readonly TextChange[], before: Text): readonly TextChange[] {
  const from = list[0]?.from ?? 0
  const to = list.at(-1)?.to ?? from
  let insert = ''
  let at = from
  for (const change of list) {
    insert += before.sliceString(at, change.from, '\n') + change.insert
    at = change.to
  }
  return [{ from, to, insert }]
}

/** The steps that the main process announced for a text of `length`; throws if one does not fit. */
export function updatesOf(
  updates: readonly TextUpdate[],
  length: number,
  elsewhere: readonly StateEffect<unknown>[] | undefined,
): readonly Update[] {
  let before = length
  return updates.map((update) => {
    const changes = ChangeSet.of(
      update.changes.map(({ from, to, insert }) => ({ from, to, insert: toText(insert) })),
      before,
    )
    before = changes.newLength
    if (update.clientId !== null) return { changes, clientID: update.clientId }
    return fromOutside(changes, update.isUndoStep ? [...(elsewhere ?? []), undoStep.of(null)] : elsewhere)
  })
}

/** A step that nobody typed in a window. */
export function fromOutside(
  changes: ChangeSet,
  elsewhere: readonly StateEffect<unknown>[] | undefined,
): Update {
  return { changes, clientID: '', ...(elsewhere === undefined ? {} : { effects: elsewhere }) }
}

/** The smallest replacements, found within bounded work, that turn one text into the other. */
export function difference(before: Text, after: Text): ChangeSet {
  const newText = after.toString()
  const changes = diff(before.toString(), newText, { scanLimit: 1_000, timeout: 200 })
  return ChangeSet.of(
    changes.map(({ fromA, toA, fromB, toB }) => ({
      from: fromA,
      to: toA,
      insert: toText(newText.slice(fromB, toB)),
    })),
    before.length,
  )
}
