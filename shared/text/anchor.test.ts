import { expect, test } from 'vitest'
import { anchorIn, sentenceAt, sentenceSpans, type Anchor } from './anchor'

const TEXT =
  'The tide was late that morning. The ferryman took it as an insult.\n\n' +
  'He stood at the end of the slip. “It will come,” said the boy. Nobody answered him for a while.\n\n' +
  'A dog barked somewhere. He stood at the end of the slip. The water said nothing.\n'

function anchorOf(quote: string, at = TEXT.indexOf(quote), unchanged = false): Anchor {
  const end = at + quote.length
  return {
    quote,
    start: at,
    before: TEXT.slice(Math.max(0, at - 60), at),
    after: TEXT.slice(end, end + 60),
    unchanged,
  }
}

const landed = (text: string, anchor: Anchor) => {
  const { kind, from, to } = anchorIn(text, anchor)
  return [kind, text.slice(from, to)]
}

test('in the text it was found in, it is where it was', () => {
  const anchor = anchorOf('He stood at the end of the slip.', TEXT.lastIndexOf('He stood'), true)
  expect(anchorIn(TEXT, anchor)).toEqual({
    kind: 'exact',
    from: TEXT.lastIndexOf('He stood'),
    to: TEXT.lastIndexOf('He stood') + 32,
  })
})

test('moved by what was written before it, it is exact; of two that read the same, the one among its neighbours', () => {
  const text = `A new beginning.\n\n${TEXT}`
  expect(landed(text, anchorOf('“It will come,” said the boy.'))).toEqual([
    'exact',
    '“It will come,” said the boy.',
  ])
  const second = anchorIn(text, anchorOf('He stood at the end of the slip.', TEXT.lastIndexOf('He stood')))
  expect(second).toMatchObject({ kind: 'exact', from: text.lastIndexOf('He stood') })
})

test('rewritten, it is the nearest sentence, and said so', () => {
  const text = TEXT.replace('took it as an insult', 'took it as a personal insult')
  expect(landed(text, anchorOf('The ferryman took it as an insult.'))).toEqual([
    'near',
    'The ferryman took it as a personal insult.',
  ])
})

test('its copy is never exact while it was rewritten itself', () => {
  const text = TEXT.replace('He stood at the end of the slip.', 'He waited at the end of the slip.')
  expect(anchorIn(text, anchorOf('He stood at the end of the slip.')).kind).not.toBe('exact')
})

test('gone without a trace, it is about where it stood', () => {
  expect(anchorIn('Other words.', anchorOf('Nobody answered him for a while.'))).toEqual({
    kind: 'lost',
    from: 0,
    to: 12,
  })
  expect(anchorIn('', anchorOf('Nobody answered him for a while.')).kind).toBe('lost')
})

test('without offsets and neighbours a short passage is never exact, a long one only where it is the only one', () => {
  const bare = { before: '', after: '', unchanged: false }
  expect(anchorIn('Yes. No. Yes.', { quote: 'Yes.', ...bare }).kind).toBe('near')
  expect(anchorIn(TEXT, { quote: 'He stood at the end of the slip.', ...bare }).kind).toBe('near')
})

test.each([Number.NaN, -5, 1e12])('an offset that is none (%d) does no harm', (start) => {
  expect(anchorIn(TEXT, { ...anchorOf('not in it'), start }).to).toBeLessThanOrEqual(TEXT.length)
})

test('sentences of a text, without the white space between them', () => {
  const spans = sentenceSpans(TEXT).map(({ from, to }) => TEXT.slice(from, to))
  expect(spans.slice(0, 3)).toEqual([
    'The tide was late that morning.',
    'The ferryman took it as an insult.',
    'He stood at the end of the slip.',
  ])
  const { from, to } = sentenceAt(TEXT, TEXT.indexOf('dog'))
  expect(TEXT.slice(from, to)).toBe('A dog barked somewhere.')
})

test('ten megabytes are searched within their neighbourhood', () => {
  const long = TEXT.repeat(Math.ceil(10_000_000 / TEXT.length))
  const anchor = { ...anchorOf('The ferryman took offence at it.'), start: 5_000_000 }
  expect(anchorIn(long, anchor).from).toBeGreaterThan(4_000_000)
})
