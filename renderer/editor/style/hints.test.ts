import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STYLE_KINDS, type StyleKind } from '../../../shared/ipc/settings-bounds'
import { MASK, styleHints } from './hints'

const LANGUAGES = ['en-GB', 'de-DE', 'fr-FR']

/** The marked texts with their replacements. */
const found = (text: string, kind: StyleKind, languages = LANGUAGES) =>
  styleHints({ text, languages, kinds: [kind] }).map(({ from, to, instead }) =>
    instead === undefined ? text.slice(from, to) : [text.slice(from, to), instead],
  )

test.each([
  ['It was actually *quite* late, and in order to be there we ran.', ['actually', 'quite', 'in order to']],
  ['This is the factual account of a kindly man.', []],
  [
    'Das ist eigentlich im Grunde nicht so, und er hat es halt gesagt. Ein Aufenthalt.',
    ['eigentlich', 'im Grunde', 'halt'],
  ],
  [
    'Il est vraiment parti, et c’est tout à fait ce que je dis du coup.',
    ['vraiment', 'tout à fait', 'du coup'],
  ],
])('fillers: %s', (text, words) => expect(found(text, 'filler')).toEqual(words))

test.each([
  ['The door was never opened, and the boats had been taken by them.', ['was never opened', 'been taken']],
  ['She was tired and interested in what they said; they are used to it.', []],
  [
    'Das Haus wurde im letzten Jahr gebaut, und es wird nicht verkauft.',
    ['wurde im letzten Jahr gebaut', 'wird nicht verkauft'],
  ],
  ['Er sagt, dass der Brief geschrieben wurde.', ['geschrieben wurde']],
  ['Er wird nach Hause gehen und das wird bekannt. Es wird nicht gelten, was sie geben werden.', []],
  [
    'La porte a été fermée par lui, et les lettres sont souvent écrites dans le train.',
    ['été fermée', 'sont souvent écrites'],
  ],
  ['Elle est allée dans la maison, ils se sont levés et nous sommes restés.', []],
])('passive: %s', (text, words) => expect(found(text, 'passive')).toEqual(words))

test.each([
  ['It was in the the harbour. The harbour had had a wall.', ['the', 'harbour']],
  ['Harbour lights in the night, and Salisbury and then Salisbury for all that that is.', []],
  [
    'Der Hafen war leer, und der Hafen blieb es. Die, die da sind, wissen, dass die die Besten sind.',
    ['Hafen'],
  ],
  [`The harbour is ${'one of the two or three for us '.repeat(4)} and the harbour again.`, []],
])('repeats: %s', (text, words) => expect(found(text, 'repeat')).toEqual(words))

test('long sentences are marked at their first words', () => {
  const long = `Then ${'we go on and '.repeat(9)}stop.`
  expect(found(`It is short. ${long} The end of it.`, 'long')).toEqual(['Then we go'])
  expect(found(`It is short. ${'We go on. '.repeat(9)}`, 'long')).toEqual([])
})

test.each([
  [
    'She said "it is *late*" and didn\'t go -- so...',
    [
      ['"', '“'],
      ['"', '”'],
      ["'", '’'],
      ['--', '—'],
      ['...', '…'],
    ],
  ],
  [
    'Er sagte "ja" und “nein” - das ist nicht »so« „gut“.',
    [
      ['"', '„'],
      ['"', '“'],
      ['”', '“'],
      ['-', '–'],
    ],
  ],
  [
    'Il dit "oui" à l\'homme; et puis: rien ! Que faire ?',
    [
      ['"', '« '],
      ['"', ' »'],
      ["'", '’'],
      [';', ' ;'],
      [':', ' :'],
      [' !', ' !'],
      [' ?', ' ?'],
    ],
  ],
  ['À 12:30 il est là « oui », et c’est tout.', []],
  ['A well-known list of the 3-4 things that are in it.', []],
])('typography: %s', (text, hints) => {
  const plain = (hint: string) => hint.replace(/[\u00a0\u202f]/g, ' ')
  expect(
    found(text, 'typography').map((hint) => (typeof hint === 'string' ? hint : hint.map(plain))),
  ).toEqual(hints)
})

test('a paragraph in none of the languages has no hints, and what is masked has none', () => {
  const all = (text: string, languages = LANGUAGES) => styleHints({ text, languages, kinds: STYLE_KINDS })
  expect(all('Det är faktiskt "mycket" sent...')).toEqual([])
  expect(all('It was actually late.', ['de-DE'])).toEqual([])
  expect(all(`It is the ${MASK.repeat(8)} of the day.`)).toEqual([])
})

test('any text: hints lie within it, and long ones take no time that grows faster than they do', () => {
  const words = fc.constantFrom(
    'was',
    'the',
    'wird',
    'ge',
    'est',
    '"',
    "'",
    '-',
    '...',
    ' ',
    '*',
    'actually',
    'é',
    MASK,
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      const text = `the of and ${parts.join('')}`
      for (const { from, to } of styleHints({ text, languages: LANGUAGES, kinds: STYLE_KINDS })) {
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThanOrEqual(text.length)
      }
    }),
  )
  for (const unit of ['wird ', 'was not ', '*', ' - ', 'est pas ', 'gege', '"'])
    styleHints({
      text: `the of and ${unit.repeat(20_000 / unit.length)}`,
      languages: LANGUAGES,
      kinds: STYLE_KINDS,
    })
})
