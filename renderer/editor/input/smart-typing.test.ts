import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { typeInto } from '../testing/type-into'
import { typedSigns } from './pairs'

/** The result of typing signs into a text with `‸` as the cursor. */
function typed(marked: string, signs: string, closesPairs: boolean, language = 'en'): string {
  const settings = { quotationMarks: 'language', typographicDashes: true, language, closesPairs } as const
  const state = EditorState.create({
    doc: marked.replace('‸', ''),
    selection: { anchor: marked.indexOf('‸') },
    extensions: [markdownSupport(), typedSigns(settings)],
  })
  return typeInto(state, signs).doc.toString()
}

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
    expect(typed('‸', signs, closesPairs)).toBe(text)
  }
})

test.each([
  ["in the '90s", 'in the ’90s'],
  ["'Tis late, 'twas early; 'til dawn.", '’Tis late, ’twas early; ’til dawn.'],
  ["Tell 'em. (And 'em)", 'Tell ’em. (And ’em)'],
  ["rock 'n' roll, Guns 'n Roses", 'rock ’n’ roll, Guns ’n Roses'],
  ["go 'round 'cause it's 'bout time", 'go ’round ’cause it’s ’bout time'],
  ["'Round here,' he said. 'Cause of death'", '‘Round here,’ he said. ‘Cause of death’'],
  ["class of '25 was, in '68, then '07.", 'class of ’25 was, in ’68, then ’07.'],
  ["'TIS late. 'Twasn't, 'twere, 'TWOULDN'T.", '’TIS late. ’Twasn’t, ’twere, ’TWOULDN’T.'],
  ["'tissue' 'emu' 'em' '60' '600 men'", '‘tissue’ ‘emu’ ‘em’ ‘60’ ‘600 men’'],
  ["`'90s 'tis`", "`'90s 'tis`"],
])('an apostrophe begins a decade and what English shortens at its beginning: %s', (signs, text) => {
  for (const closesPairs of [true, false]) expect(typed('‸', signs, closesPairs)).toBe(text)
})

test.each([
  ['de', `"Er sagte: 'nein'", x`, '„Er sagte: ‚nein‘“, x'],
  ['de', `'Er sagte: "nein"', x`, '‚Er sagte: „nein“‘, x'],
  ['da', `"Er sagte: 'nein'", x`, '»Er sagte: ›nein‹«, x'],
  ['it', `"Ha detto: 'no'", x`, '«Ha detto: ‹no›», x'],
  ['en', `"He said 'no'", x`, '“He said ‘no’”, x'],
  ['en', `'no'", x`, '‘no’”, x'],
])('a quotation closes behind one that closes within it: %s %s', (language, signs, text) => {
  for (const closesPairs of [true, false]) expect(typed('‸', signs, closesPairs, language)).toBe(text)
})

test.each([
  [
    'de',
    `'ne Frau, 's ist so; mit 'nem Hut, 'n Abend. 'Nen Tag.`,
    '’ne Frau, ’s ist so; mit ’nem Hut, ’n Abend. ’Nen Tag.',
  ],
  ['de-CH', `'s isch`, '’s isch'],
  ['de', `'nein', 'Netz', 'ne', 'so'`, '‚nein‘, ‚Netz‘, ‚ne‘, ‚so‘'],
  ['pl', `'ne a'`, '‚ne a’'],
])('German shortens articles and “es” by an apostrophe: %s %s', (language, signs, text) => {
  for (const closesPairs of [true, false]) expect(typed('‸', signs, closesPairs, language)).toBe(text)
})

test.each([
  ['de', `Er sagte:"Ja", und:"Nein:" ab`, 'Er sagte:„Ja“, und:„Nein:“ ab'],
  ['en', `So..."Yes..." no…"yes…"`, 'So…“Yes…” no…“yes…”'],
  ['en', `=="a"== "==b==" a =="c"==`, '==“a”== “==b==” a ==“c”=='],
])(
  'a quotation opens behind a colon, an ellipsis and the signs of marked words: %s %s',
  (language, signs, text) => {
    for (const closesPairs of [true, false]) expect(typed('‸', signs, closesPairs, language)).toBe(text)
  },
)

test.each([
  ['fr', `l'"amour" est`, 'l’«\u00a0amour\u00a0» est'],
  ['fr', `qu'"il" dit`, 'qu’«\u00a0il\u00a0» dit'],
  ['it', `l'"uomo" e`, 'l’«uomo» e'],
  ['it', `"un po'" e`, '«un po’» e'],
])('behind the apostrophe of an elision a quotation opens: %s %s', (language, signs, text) => {
  for (const closesPairs of [true, false]) expect(typed('‸', signs, closesPairs, language)).toBe(text)
})

test.each([
  ['‸', '"see $x$" "$y$"', '“see $x$” “$y$”'],
  ['‸', '`a$b` "z"', '`a$b` “z”'],
  ['‸', 'a $x"y', 'a $x"y'],
  ['---\ntitle: a‸\n---\n', '\n"b": "x"', '---\ntitle: a\n"b": "x"\n---\n'],
  ['---\ntitle: a‸\n---\n', '\nit\'s "x" \'90s', '---\ntitle: a\nit\'s "x" \'90s\n---\n'],
  ['---\ntitle: a\n---\n‸', '"x"', '---\ntitle: a\n---\n“x”'],
  ['---\n\n‸\n\n---\n', '"x"', '---\n\n“x”\n\n---\n'],
])('behind a formula stand words, and a line of front matter is source while it is typed: %j', (...told) => {
  const [before, signs, after] = told
  for (const closesPairs of [true, false]) expect(typed(before, signs, closesPairs)).toBe(after)
})
