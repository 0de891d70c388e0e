import { defineLanguageFacet, Language } from '@codemirror/language'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView, ViewUpdate } from '@codemirror/view'
import { NodeType, Parser, Tree, type PartialParse } from '@lezer/common'
import { expect, test } from 'vitest'
import { DrawnTo } from './syntax'

/** How far the parser gets before the time of a key is over. */
let reach = 0

class Slow extends Parser {
  createParse(): PartialParse {
    let stoppedAt: number | null = null
    return {
      parsedPos: reach,
      get stoppedAt() {
        return stoppedAt
      },
      stopAt: (position) => void (stoppedAt = position),
      advance: () =>
        stoppedAt === null ? null : new Tree(NodeType.none, [], [], Math.min(reach, stoppedAt)),
    }
  }
}

/** The updates that an editor with a screen of up to 600 characters reports after a change. */
function editor() {
  let state = EditorState.create({
    doc: 'word '.repeat(200),
    extensions: new Language(defineLanguageFacet(), new Slow()),
  })
  const view = () => ({ state, viewport: { from: 0, to: 600 } }) as EditorView
  return {
    view,
    update(spec: TransactionSpec): ViewUpdate {
      const { changes, state: next } = state.update(spec)
      state = next
      return { view: view(), changes } as ViewUpdate
    },
  }
}

test('what was drawn stays while the parse is behind it, and is drawn anew once it is there', () => {
  reach = 700
  const { view, update } = editor()
  const drawn = new DrawnTo(view())
  const type = () => drawn.isAheadOfParse(update({ changes: { from: 10, insert: 'x' } }))
  expect(type()).toBe(false)
  reach = 300
  expect(type()).toBe(true)
  expect(type()).toBe(true)
  reach = 700
  expect(type()).toBe(false)
})

test('what the parse has never reached is drawn as far as it comes', () => {
  reach = 200
  const { view, update } = editor()
  const drawn = new DrawnTo(view())
  const type = () => drawn.isAheadOfParse(update({ changes: { from: 10, insert: 'x' } }))
  reach = 250
  expect(type()).toBe(false)
  reach = 400
  expect(type()).toBe(false)
  reach = 300
  expect(type()).toBe(true)
})
