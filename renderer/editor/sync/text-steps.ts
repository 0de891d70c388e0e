import type { Update } from '@codemirror/collab'
import { diff } from '@codemirror/merge'
import { ChangeSet, Text, type StateEffect } from '@codemirror/state'
import type { TextUpdate } from '../../../shared/ipc/ipc-records'
import type { TextChange } from '../../../shared/text/text-change'
import { decided } from './received'

/** Steps of a text between the editor's form and the one in which they travel to main and back. */

const CHANGES_AN_UPDATE = 10_000

export const toText = (text: string): Text => Text.of(text.split('\n'))

/** A step as main takes it; `before` tells the text that it applies to, asked only where the list is too long to send. */
export function textChangesOf(changes: ChangeSet, before: () => Text): readonly TextChange[] {
  const list: TextChange[] = []
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    list.push({ from, to, insert: inserted.sliceString(0, inserted.length, '\n') })
  })
  return list.length <= CHANGES_AN_UPDATE ? list : spanning(list, before())
}

/** One replacement that does the same as a list too long to send. */
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

/** Steps that main announced, of a text of `length`; throws where one does not fit it. */
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
    return fromOutside(changes, update.isDecision ? [...(elsewhere ?? []), decided.of(null)] : elsewhere)
  })
}

/** A step that nobody typed in a window. */
export function fromOutside(
  changes: ChangeSet,
  elsewhere: readonly StateEffect<unknown>[] | undefined,
): Update {
  return { changes, clientID: '', ...(elsewhere === undefined ? {} : { effects: elsewhere }) }
}

/** The smallest replacements found in bounded work that turn one text into the other. */
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
