import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { markdownSupport } from '../markdown/language'
import { typeInto } from '../testing/type-into'
import { typedSigns } from './pairs'

const editor = (isSmart: boolean): EditorState =>
  EditorState.create({
    extensions: [
      markdownSupport(),
      typedSigns({
        quotationMarks: isSmart ? 'english' : 'typed',
        typographicDashes: false,
        language: 'en',
        closesPairs: true,
      }),
    ],
  })

const straight = (text: string): string => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'")

const PIECES = ['"', "'", '(', ')', '[', ']', '{', '}', '`', '<b>', '</b>', '<a b="c">', '$', '*', ' ', '.']
const typed = fc
  .array(fc.constantFrom(...PIECES, 'a', 'z'), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(''))

test('as many signs stand as were typed: one that waits behind the cursor is the one that is typed', () => {
  fc.assert(
    fc.property(typed, fc.boolean(), (signs, isSmart) => {
      let state = editor(isSmart)
      for (const [index, sign] of [...signs].entries()) {
        const waiting = state.sliceDoc(state.selection.main.head)
        state = typeInto(state, sign)
        const { head } = state.selection.main
        expect(straight(state.sliceDoc(0, head))).toBe(signs.slice(0, index + 1))
        const isStepped = waiting.startsWith(sign)
        if (isStepped) expect(state.sliceDoc(head)).toBe(waiting.slice(1))
        else
          expect(['', ')', ']', '}', '"', "'", '`'].map((one) => one + waiting)).toContain(
            state.sliceDoc(head),
          )
      }
    }),
    fuzzRuns(300),
  )
})
