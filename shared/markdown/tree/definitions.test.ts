import { expect, test } from 'vitest'
import { blocksHtml } from '../html/html'
import type { HtmlContext } from '../html/inline-html'
import { readDocument } from './read-document'

const context: HtmlContext = {
  linkTo: () => undefined,
  picture: () => undefined,
  idOf: (id) => id,
  formula: (text) => text,
  words: { notes: '', note: '', backToText: '' },
}
const html = (text: string): string =>
  blocksHtml(readDocument(text).blocks, context).replace(/>\n+/g, '>').replace(/\n+</g, '<')

test.each<[string, string, string]>([
  ['right below its term', 'Tide\n: rise and fall', '<dl><dt>Tide</dt><dd>rise and fall</dd></dl>'],
  [
    'behind an empty line, as paragraphs',
    'Tide\n\n:   rise and *fall*\n\n    of the sea\n\nAfter.',
    '<dl><dt>Tide</dt><dd><p>rise and <em>fall</em></p><p>of the sea</p></dd></dl><p>After.</p>',
  ],
  [
    'several of one term, and several terms',
    '**Salt**\n: white\n: in water\n\nTar\n: black\n',
    '<dl><dt><strong>Salt</strong></dt><dd>white</dd><dd>in water</dd><dt>Tar</dt><dd>black</dd></dl>',
  ],
  [
    'terms right below definitions',
    'Apple\n:   a fruit\nOrange\n:   another',
    '<dl><dt>Apple</dt><dd>a fruit</dd><dt>Orange</dt><dd>another</dd></dl>',
  ],
  [
    'lines that go on without room before them',
    'Tide\n: rise\nand fall\n\nAfter.',
    '<dl><dt>Tide</dt><dd>rise\nand fall</dd></dl><p>After.</p>',
  ],
  [
    'lists and code further in',
    'Rope\n:   - one\n    - two\n\n    ```\n    a\n    ```\n',
    '<dl><dt>Rope</dt><dd><ul><li>one</li><li>two</li></ul><pre tabindex="0"><code>a</code></pre></dd></dl>',
  ],
  ['indented by up to three spaces', 'Tide\n   : rise', '<dl><dt>Tide</dt><dd>rise</dd></dl>'],
])('a definition: %s', (_name, text, expected) => {
  expect(html(text)).toBe(expected)
})

test.each([
  ['no term stands above it', ': words'],
  ['two lines stand above it', 'one\ntwo\n: words'],
  ['two empty lines stand above it', 'one\n\n\n: words'],
  ['a heading stands above it', '# one\n: words'],
  ['an item of a list stands above it', '- one\n: words'],
  ['nothing stands behind the sign', 'one\n:'],
  ['no space stands behind the sign', 'one\n:smile and more'],
  ['it stands in a quotation', '> one\n> : words'],
  ['it is code', '    one\n    : words'],
])('no definition, because %s', (_name, text) => {
  expect(html(text)).not.toContain('<dl>')
})

test('a reference in a definition leads to what defines it, also where that stands in one', () => {
  const { blocks, footnotes } = readDocument(
    'Tide\n: rise[^1] and [fall]\n\n    [fall]: https://example.org\n\n[^1]: A note.\n',
  )
  expect(footnotes).toHaveLength(1)
  expect(JSON.stringify(blocks)).toContain('https://example.org')
})
