import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { typeInto } from '../testing/type-into'
import { typedSigns } from './pairs'

test.each([
  ['<b>"z"</b>', '<b>“z”</b>'],
  ['<a href="x">"z"</a>', '<a href="x">“z”</a>'],
  ['"<b>z</b>"', '“<b>z</b>”'],
  ['"see `z`"', '“see `z`”'],
  ['<br>"z"', '<br>“z”'],
  ['a "" b', 'a “” b'],
  [`"'z'"`, '“‘z’”'],
])('behind a tag a quotation opens, and behind what ends it closes: %s', (signs, text) => {
  for (const closesPairs of [true, false]) {
    const settings = {
      quotationMarks: 'english',
      typographicDashes: false,
      language: 'en',
      closesPairs,
    } as const
    const state = EditorState.create({ extensions: [markdownSupport(), typedSigns(settings)] })
    expect(typeInto(state, signs).doc.toString()).toBe(text)
  }
})
