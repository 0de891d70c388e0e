import { Emoji, GFM, parser, Subscript, Superscript } from '@lezer/markdown'
import type { Tree } from '@lezer/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXTENSIONS, markdownParser } from './grammar'
import { plainWords } from './plain-words'

const asking = parser.configure([
  GFM,
  Subscript,
  Superscript,
  Emoji,
  ...EXTENSIONS.filter((one) => one !== plainWords),
])

function nodesOf(tree: Tree): readonly string[] {
  const nodes: string[] = []
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}-${to}`) })
  return nodes
}

const PARTS = [
  ...['word', ' ', 'ü', '海', '\n', '  \n', '\\\n', '.', '-', '1.', '(', ')', '"'],
  ...[
    '*',
    '**',
    '_',
    '~',
    '~~',
    '^',
    '`',
    '``',
    '$',
    '$$',
    '==',
    '=',
    '[',
    ']',
    '](',
    '!',
    '[[',
    ']]',
    '[^1]',
  ],
  ...['<', '>', '<b>', '<!--', '-->', '&amp;', '&', ':', ':smile:', '\\', '\\*', '|', '# '],
  ...[
    'www.a.org',
    'http://a.org',
    'https://a.org/b',
    'mailto:a@b.org',
    'a@b.org',
    'xmpp:a@b.org',
    '@',
    'www.',
  ],
]

test('words that are passed over change no tree', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      expect(nodesOf(markdownParser.parse(text))).toEqual(nodesOf(asking.parse(text)))
    }),
    { numRuns: 3_000 },
  )
})
