import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSpellingThread, type Bounds, type SpellingThread } from './spelling-thread'

const bytes = (text: string) => new TextEncoder().encode(text)
const SMALL = { aff: bytes('SET UTF-8\n'), dic: bytes('2\nword\nwords\n') }
/**
 * French elides words, so the dictionary tries the part after each apostrophe: with sixty of them that takes longer
 * than a lifetime.
 */
const ENDLESS = "'".repeat(60)
const french = () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('dictionary-fr'))
  const read = (name: string) => fs.readFileSync(path.join(folder, name))
  return { fr: { aff: read('index.aff'), dic: read('index.dic') } }
}

let thread: SpellingThread | undefined
const broken: string[] = []

function start(files: Readonly<Record<string, typeof SMALL>>, bounds?: Bounds): SpellingThread {
  broken.length = 0
  return (thread = createSpellingThread({
    read: async (language) => {
      const found = files[language]
      if (found === undefined) throw new Error('not there')
      return found
    },
    isBroken: (language) => void broken.push(language),
    ...(bounds && { bounds }),
  }))
}
afterEach(() => thread?.end())

test('each word is told for every language, by a sum of its places', async () => {
  const other = { aff: SMALL.aff, dic: bytes('2\nmot\nword\n') }
  const { check } = start({ one: SMALL, two: other })
  expect(await check(['word', 'words', 'mot', 'nothing'], ['one', 'two'])).toEqual([3, 1, 2, 0])
})

test('suggestions come from every language in turn', async () => {
  const other = { aff: SMALL.aff, dic: bytes('1\nwort\n') }
  const { suggest } = start({ one: SMALL, two: other })
  expect(await suggest('worq', ['one', 'two'])).toEqual(expect.arrayContaining(['word', 'wort']))
})

test('English takes accents or leaves them, other languages do not', async () => {
  const words = { aff: SMALL.aff, dic: bytes('3\ncafe\nZoe\nmere\n') }
  const { check } = start({ 'en-US': words, fr: words })
  expect(await check(['café', 'Zoë', 'mère', 'cafè', 'caféx'], ['en-US', 'fr'])).toEqual([1, 1, 1, 1, 0])
})

test('the likeliest suggestions come first, as the writer has the capitals, five at most', async () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('dictionary-en'))
  const read = (name: string) => fs.readFileSync(path.join(folder, name))
  const { suggest } = start({ 'en-US': { aff: read('index.aff'), dic: read('index.dic') } })
  const found = await Promise.all(['Teh', 'dont', 'recieve'].map((word) => suggest(word, ['en-US'])))
  expect(found.map(([first]) => first)).toEqual(['The', "don't", 'receive'])
  expect(found.flat().filter((one) => /\b[b-df-hj-np-tv-z]\b/i.test(one.replace("'t", '')))).toEqual([])
  for (const all of found) expect(all.length).toBeLessThanOrEqual(5)
})

test('a dictionary that cannot be read is said once, and the others go on', async () => {
  const { check } = start({ one: SMALL, damaged: { aff: bytes(''), dic: bytes('') } })
  expect(await check(['word'], ['gone', 'damaged', 'one'])).toEqual([4])
  expect(await check(['word'], ['gone', 'damaged', 'one'])).toEqual([4])
  expect(broken).toEqual(['gone', 'damaged'])
})

test('a word that takes for ever ends the thread, is right, and leaves the others their answers', async () => {
  const { check } = start(french(), { loadMs: 60_000, checkMs: 3_000, suggestMs: 3_000 })
  expect(await check(['maison', ENDLESS, 'maisson'], ['fr'])).toEqual([1, 1, 0])
})

test('a suggestion that takes for ever ends the thread, and what is asked next is answered', async () => {
  const { check, suggest } = start(french(), { loadMs: 60_000, checkMs: 3_000, suggestMs: 300 })
  await check(['maison'], ['fr'])
  expect(await suggest(ENDLESS, ['fr'])).toEqual([])
  expect(await check(['maison', 'maisson'], ['fr'])).toEqual([1, 0])
})

test('a thread that is ended while dictionaries are read breaks none of them', async () => {
  const { check, end } = start({ one: SMALL, two: SMALL })
  const asked = [check(['word', 'rong'], ['one']), check(['word', 'rong'], ['one', 'two'])]
  await new Promise((resolve) => setTimeout(resolve))
  end()
  expect(await Promise.all(asked)).toEqual([
    [1, 0],
    [3, 0],
  ])
  expect(broken).toEqual([])
})

test('a thread that is ended in the middle of a question answers it', async () => {
  const { check, end } = start({ one: SMALL })
  const asked = check(['word', 'rong'], ['one'])
  end()
  expect(await asked).toEqual([1, 0])
})
