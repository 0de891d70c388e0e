import { EditorState } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { expect, test } from 'vitest'
import { applyChanges } from '../../../shared/text/text-change'
import { createTracking } from './tracked-places'

/** Makes changes one after the other, as an editor does. */
function changing(text: string) {
  const { extension, track } = createTracking()
  let state = EditorState.create({ doc: text, extensions: extension })
  return {
    track,
    text: () => state.doc.toString(),
    change(from: number, to: number, insert: string) {
      const { state: next, changes } = state.update({ changes: { from, to, insert } })
      state = next
      for (const heard of state.facet(EditorView.updateListener))
        heard({ docChanged: true, changes } as unknown as ViewUpdate)
    },
  }
}

test('what has changed is one stretch, from the first change to the last', () => {
  const { track, change } = changing('one two three four')
  const places = track()
  expect(places.changed()).toBeUndefined()
  change(4, 7, 'zwei')
  change(15, 15, 'er')
  expect(places.changed()).toEqual({ before: { from: 4, to: 14 }, now: { from: 4, to: 17 } })
})

test.each([1, 2, 3, 4, 5])('seed %i: the stretch makes the text of before the text of now', (seed) => {
  let dice = seed
  const random = (limit: number) =>
    ((dice = (Math.imul(dice, 1_103_515_245) + 12_345) & 0x7fffffff) >> 8) % limit
  const { track, change, text } = changing('The tide was late.\n\nThe ferryman was not.')
  for (let round = 0; round < 200; round++) {
    const before = text()
    const places = track()
    for (let count = random(4); count > 0; count--) {
      const from = random(text().length + 1)
      change(from, Math.min(text().length, from + random(5)), ['', 'a', 'b\n'][random(3)]!)
    }
    const changed = places.changed()
    const made =
      changed === undefined
        ? before
        : applyChanges(before, [
            { ...changed.before, insert: text().slice(changed.now.from, changed.now.to) },
          ])
    expect(made).toBe(text())
    places.end()
  }
})
