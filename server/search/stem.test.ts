import { expect, test } from 'vitest'
import { stem } from './stem'

test.each([
  // Porter 1980, the examples of the algorithm's steps
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['cats', 'cat'],
  ['feed', 'feed'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['bled', 'bled'],
  ['motoring', 'motor'],
  ['sing', 'sing'],
  ['conflated', 'conflat'],
  ['hopping', 'hop'],
  ['falling', 'fall'],
  ['hissing', 'hiss'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['sky', 'sky'],
  ['relational', 'relat'],
  ['conditional', 'condit'],
  ['digitizer', 'digit'],
  ['vietnamization', 'vietnam'],
  ['hopefulness', 'hope'],
  ['sensibiliti', 'sensibl'],
  ['triplicate', 'triplic'],
  ['electrical', 'electr'],
  ['goodness', 'good'],
  ['revival', 'reviv'],
  ['adjustment', 'adjust'],
  ['adoption', 'adopt'],
  ['effective', 'effect'],
  ['probate', 'probat'],
  ['rate', 'rate'],
  ['cease', 'ceas'],
  ['controll', 'control'],
  ['roll', 'roll'],
])('%s -> %s', (word, expected) => expect(stem(word)).toBe(expected))

test('forms of one word meet', () => {
  for (const [...forms] of [
    ['connect', 'connected', 'connecting', 'connection', 'connections'],
    ['write', 'writes', 'writing'],
    ['merge', 'merged', 'merges', 'merging'],
    ['story', 'stories'],
  ])
    expect(new Set(forms.map(stem)).size).toBe(1)
})

test('what is not an English word of three letters stays as it is', () => {
  for (const word of ['', 'is', 'été', '東京', '2026', 'a1s', 'Übung']) expect(stem(word)).toBe(word)
})
