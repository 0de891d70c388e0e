import { expect, test } from 'vitest'
import { sentenceAt } from '../../shared/text/anchor'
import { insertLink } from './insert-link'

/** The text after its mention became a link; the mention was found in the sentence that contains `at`. */
function linked(text: string, title: string, at: string, now = text): string {
  const { from, to } = sentenceAt(text, text.indexOf(at))
  const mention = {
    quote: text.slice(from, to),
    start: from,
    before: text.slice(0, from),
    after: text.slice(to),
    unchanged: false,
  }
  const insertion = insertLink(now, title, mention)
  return insertion.kind === 'place'
    ? now.slice(0, insertion.from) + insertion.link + now.slice(insertion.to)
    : insertion.kind
}

test.each([
  ['as it is written', 'We met at Low water. Later.', 'We met at [[Low water]]. Later.'],
  ['another case stays what is read', 'We met at low water.', 'We met at [[low water]].'],
  ['other signs between the words too', 'A low-water mark.', 'A [[Low water|low-water]] mark.'],
  ['in a table row', '| a low-water mark | b |', '| a [[Low water\\|low-water]] mark | b |'],
  ['over the end of a line', 'At low\nwater.', 'At [[low water]].'],
  ['the one in its sentence', 'Low water. But at low water.', 'Low water. But at [[low water]].'],
  ['beside a link to something else', '[[Tides]] at low water.', '[[Tides]] at [[low water]].'],
  ['after code that ends', '```\nx\n```\n\nAt low water.', '```\nx\n```\n\nAt [[low water]].'],
])('%s', (_what, text, expected) => {
  const at = text.includes('But') ? 'But' : text.slice(text.toLowerCase().search(/low[^a-z]water/))
  expect(linked(text, 'Low water', at)).toBe(expected)
})

test.each([
  ['code', 'Say `low water` here.'],
  ['a block of code', '```\nlow water\n```\n'],
  ['a link', 'See [low water](https://example.org).'],
  ['an address', 'See https://example.org/low-water/x today.'],
  ['a tag', '<img alt="low water">'],
  ['front matter', '---\ntitle: low water\n---\nText.'],
])('in %s it stays as it is', (_what, text) => {
  expect(linked(text, 'Low water', 'low')).toBe('bound')
})

test('the text has moved on: found again, or gone', () => {
  const text = 'One. We met at low water. Two.'
  expect(linked(text, 'Low water', 'met', `Before all. ${text}`)).toBe(
    'Before all. One. We met at [[low water]]. Two.',
  )
  expect(linked(text, 'Low water', 'met', 'One. We met at high tide. Two.')).toBe('gone')
  expect(linked(text, 'Low water', 'met', 'One. We met at [[low water]]. Two.')).toBe('gone')
  expect(linked(text, 'Low water', 'met', '')).toBe('gone')
})

test('a title with signs that end a link stands there by its name in links; words with such signs are no link', () => {
  expect(linked('At low #water.', 'Low #water', 'low')).toBe('At [[Low water|low #water]].')
  expect(linked('At low water.', 'Low|water', 'low')).toBe('At [[low water]].')
  expect(linked('At low [water].', 'Low [water]', 'low')).toBe('bound')
  expect(linked('At ***.', '***', 'At')).toBe('bound')
})
