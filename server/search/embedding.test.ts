import { expect, test } from 'vitest'
import { toUnitLength, unlearnedEmbedding, type EmbeddingProvider } from './embedding'
import { decodeLearned, encodeLearned, learnedEmbedding } from './embedding-learned'
import { learnFeatures, type LearnedFeatures } from './embedding-learning'
import { readFeatures, type Passage } from './features'

const passage = (text: string): Passage => ({ title: '', headingPath: [], text })
const PROSE = [
  'The ferry leaves the harbour at noon.',
  'A boat crosses the water to the island, and the ferry comes back at night.',
  'The harbour master counts the boats in the evening.',
  'Bread needs flour, water, salt and time.',
  'The dough rises in the warm kitchen; bake the loaf in a hot oven.',
  'A hot oven and a heavy pot make a good crust on the loaf.',
  '朝の地下鉄はとても混んでいる。',
  '地下鉄の駅で乗り換える。',
]

function learn(texts: readonly string[]): LearnedFeatures {
  const work = learnFeatures(texts.map(passage))
  for (;;) {
    const slice = work.next()
    if (slice.done) return slice.value
  }
}
const learned = learnedEmbedding('m', encodeLearned(learn(PROSE)))
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

async function nearest(provider: EmbeddingProvider, query: string): Promise<string> {
  const vectors = await provider.embedPassages(PROSE.map(passage))
  const asked = await provider.embedQuery(query)
  const best = vectors.map((vector) => cosine(vector, asked))
  return PROSE[best.indexOf(Math.max(...best))]!
}

test('[G4] the same texts teach the same, to the last bit', async () => {
  const again = learn(PROSE)
  expect(encodeLearned(again)).toEqual(encodeLearned(learn(PROSE)))
  const provider = learnedEmbedding('m', encodeLearned(again))
  for (const text of [...PROSE, 'something new', ''])
    expect(await provider.embedQuery(text)).toEqual(await learned.embedQuery(text))
})

test.each([
  ['learned', learned],
  ['not yet learned', unlearnedEmbedding],
])('[G4] %s: unit length, 256 values, nothing for nothing', async (_, provider) => {
  const [vector, empty] = await provider.embedPassages([passage('harbour and ferry'), passage('... !')])
  expect(vector).toHaveLength(256)
  expect(Math.hypot(...vector!)).toBeCloseTo(1, 5)
  expect(empty!.every((value) => value === 0)).toBe(true)
  expect(await nearest(provider, 'oven for the loaf')).toMatch(/oven/)
  expect(await nearest(provider, '地下鉄')).toMatch(/地下鉄/)
})

test('words that keep company in the texts are near, though they never meet in the query', async () => {
  const near = cosine(await learned.embedQuery('ferry'), await learned.embedQuery('boat'))
  const far = cosine(await learned.embedQuery('ferry'), await learned.embedQuery('flour'))
  expect(near).toBeGreaterThan(far + 0.1)
})

test('a word of the thesaurus stands for another one that the texts use', async () => {
  expect(await nearest(learned, 'ship')).toMatch(/boat|ferry/i)
})

test('a word with a slip of the pen is taken for the one that is written like it', async () => {
  expect(await nearest(learned, 'habrour mastr')).toMatch(/harbour/)
})

test('what was learned survives its bytes; other bytes are refused', () => {
  const { features, weights, directions } = decodeLearned(encodeLearned(learn(PROSE)))
  const before = learn(PROSE)
  expect(features).toEqual(before.features)
  expect(weights).toEqual(before.weights)
  const largest = Math.max(...before.directions.values.map(Math.abs))
  directions.values.forEach((value, i) =>
    expect(Math.abs(value - before.directions.values[i]!)).toBeLessThan(largest / 100),
  )
  expect(() => decodeLearned(new Uint8Array(64))).toThrow('another format')
  expect(() => decodeLearned(encodeLearned(before).subarray(0, 900))).toThrow('out of range')
})

test('learning from nothing, one text, equal texts and texts without words gives a provider that works', async () => {
  for (const texts of [[], ['one'], ['same', 'same', 'same'], ['', '---', '\ud800']]) {
    const provider = learnedEmbedding('m', encodeLearned(learn(texts)))
    for (const value of await provider.embedQuery('same one')) expect(Number.isFinite(value)).toBe(true)
  }
})

test('features: stems, ideas, pairs of characters; function words and headings further up say nothing', () => {
  const features = readFeatures({
    title: '',
    headingPath: ['Far', 'Near', 'Deep'],
    text: 'The boats. 地下鉄',
  })
  expect([...features.keys()]).toEqual(expect.arrayContaining(['near', 'deep', 'boat', '地下', '下鉄', '地']))
  expect(features.has('the')).toBe(false)
  expect(features.has('far')).toBe(false)
  expect([...features.keys()].some((feature) => feature.startsWith('#'))).toBe(true)
})

test('a vector that cannot be scaled becomes all zero', () => {
  expect([...toUnitLength(Float32Array.of(0, 0))]).toEqual([0, 0])
  expect([...toUnitLength(Float32Array.of(NaN, 1))]).toEqual([0, 0])
  expect([...toUnitLength(Float32Array.of(3, 4))].map((value) => value.toFixed(1))).toEqual(['0.6', '0.8'])
})
