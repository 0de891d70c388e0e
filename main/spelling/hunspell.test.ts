import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Dictionary, SpellingEngine } from './engine'
import { loadHunspell } from './hunspell'

const require = createRequire(import.meta.url)

/** The files of one of the dictionaries from npm. */
function filesOf(language: 'de' | 'en' | 'fr') {
  const folder = path.dirname(require.resolve(`dictionary-${language}`))
  const read = (name: string) => fs.readFileSync(path.join(folder, name))
  return { aff: read('index.aff'), dic: read('index.dic') }
}

let engine: SpellingEngine
const open = new Map<string, Dictionary>()

beforeAll(async () => {
  engine = await loadHunspell()
  for (const language of ['en', 'fr', 'de'] as const) open.set(language, engine.open(filesOf(language)))
}, 60_000)

test.each([
  ['de', 'Haustürschlüssel'],
  ['de', 'Straße'],
  ['fr', "l'homme"],
  ['fr', 'l’homme'],
  ['fr', 'aujourd’hui'],
  ['en', "don't"],
  ['en', 'don’t'],
  ['en', 'well-known'],
])('%s has %s', (language, word) => expect(open.get(language)?.isRight(word)).toBe(true))

test.each([
  ['de', 'Haustürschlüsel'],
  ['fr', 'maisson'],
  ['en', 'recieve'],
])('%s has no %s, and suggests what may be meant', (language, word) => {
  const dictionary = open.get(language)!
  expect(dictionary.isRight(word)).toBe(false)
  expect(dictionary.suggest(word)).toContain(
    { Haustürschlüsel: 'Haustürschlüssel', maisson: 'maison', recieve: 'receive' }[word],
  )
})

test.each(['', '\u0000', '\ud800', '😀', '-'.repeat(64), 'é'.repeat(64), 'a-'.repeat(32), '\u202etxet'])(
  'a hostile word %j is answered',
  (word) => {
    for (const dictionary of open.values()) expect(typeof dictionary.isRight(word)).toBe('boolean')
  },
)

describe('files', () => {
  const dictionary = (aff: string, dic: string, encoding: BufferEncoding = 'utf8') => ({
    aff: Buffer.from(aff, encoding),
    dic: Buffer.from(dic, encoding),
  })

  test('a dictionary in Latin 1, with flags beyond ASCII, is read', () => {
    const files = dictionary('SET ISO8859-1\nSFX é Y 1\nSFX é 0 n .\n', '2\nStraße/é\nTür\n', 'latin1')
    const { isRight } = engine.open(files)
    expect(['Straße', 'Straßen', 'Tür', 'Türn', 'Strasse'].map(isRight)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('a dictionary with a byte order mark is read', () => {
    const { isRight } = engine.open(dictionary('\ufeffSET UTF-8\n', '\ufeff1\nmot\n'))
    expect(isRight('mot')).toBe(true)
  })

  test.each([
    ['nothing', '', ''],
    ['a picture', '\u0089PNG\r\n\u001a\n', 'IHDR\u0000\u0000\u0001'],
    ['a letter', 'Dear M.,', 'the harbour froze'],
  ])('%s is no dictionary', (_name, aff, dic) =>
    expect(() => engine.open(dictionary(aff, dic))).toThrow('no dictionary'),
  )

  test('an encoding that nobody knows is refused', () =>
    expect(() => engine.open(dictionary('SET KLINGON\n', '1\nqapla\n'))).toThrow(RangeError))
})
