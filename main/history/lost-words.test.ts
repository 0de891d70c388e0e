import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentencesOf } from '../../shared/text/words/sentences'
import { createLostWords } from './lost-words'
import { createSeries } from './series'

type Text = readonly string[]

/** Texts, newest first, each with its key. */
function lostIn(texts: readonly Text[]) {
  const series = createSeries()
  texts.forEach((text, index) => series.older(`v${index}`, text))
  return createLostWords({
    lost: () => series.lost,
    rankOf: (key) => Number(key.slice(1)),
    newest: () => ({ key: 'v0', lines: series.newest() }),
  })
}

const words = ['tide', 'bell', 'women', 'water', 'salt', 'ferry']
const sentence = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((parts) => `The ${parts.join(' ')}.`)
const line = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join(' ')}\n`)
const text = fc.uniqueArray(line, { maxLength: 5 })

describe('words that stand in some version and no longer in the text', () => {
  test('as looking through every sentence of every version finds them', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        text,
        fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
        (texts, now, query) => {
          const found = lostIn(texts).find(query.join(' '), now, 1_000)
          expect(new Map(found.map(({ sentence: one, key }) => [one, key]))).toEqual(
            bruteForce(texts, now, query),
          )
        },
      ),
      { numRuns: 400 },
    )
  })

  test('accents, case, beginnings and slips do not keep it from being found', () => {
    const lost = lostIn([['Now.\n'], ['Die Fährfrau läutete die Glocke am Abend.\n', 'Other words.\n']])
    for (const query of ['glocke fahrfrau', 'FÄHRFRAU', 'läut gloc', 'Glokce abend', 'fährfrua'])
      expect(lost.find(query, ['Now.\n'], 10), query).toHaveLength(1)
    expect(lost.find('glocke morgen', ['Now.\n'], 10)).toEqual([])
    expect(lost.find('  ', ['Now.\n'], 10)).toEqual([])
  })

  test('in scripts without spaces', () => {
    const found = lostIn([['今は。\n'], ['霧は四時に来た。舟は出た。\n']]).find('四時 霧', ['今は。\n'], 10)
    expect(found.map(({ sentence: one }) => one)).toEqual(['霧は四時に来た。'])
  })

  test('the words that were asked for are marked', () => {
    const [hit] = lostIn([[], ['You could hear the bell under the water.\n']]).find('water bell', [], 10)
    expect(hit?.marks.map(({ from, to }) => hit.sentence.slice(from, to))).toEqual(['bell', 'water'])
  })

  test('what was deleted and not saved yet is found in the newest version', () => {
    const lost = lostIn([['The bell rang.\n', 'It stands.\n'], ['It stands.\n']])
    expect(lost.find('bell', ['It stands.\n'], 10)).toMatchObject([{ key: 'v0', sentence: 'The bell rang.' }])
    expect(lost.find('bell', ['It stands.\n', 'The bell rang.\n'], 10)).toEqual([])
  })
})

function bruteForce(texts: readonly Text[], now: Text, query: readonly string[]): Map<string, string> {
  const sentencesIn = (one: string) => sentencesOf(one).map(({ from, to }) => one.slice(from, to).trim())
  const holds = (one: string) =>
    query.every(
      (word) =>
        one
          .toLowerCase()
          .match(/\p{L}+/gu)
          ?.includes(word) === true,
    )
  const present = new Set(now.flatMap(sentencesIn))
  const found = new Map<string, string>()
  texts.forEach((lines, index) => {
    for (const one of lines) {
      if (now.includes(one)) continue
      const matching = sentencesIn(one).filter(holds)
      const units = matching.length > 0 ? matching : holds(one) ? [one.trim()] : []
      for (const unit of units) if (!present.has(unit) && !found.has(unit)) found.set(unit, `v${index}`)
    }
  })
  return found
}
