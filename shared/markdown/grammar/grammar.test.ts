import { expect, test } from 'vitest'
import { markdownParser } from './grammar'

/** The nodes of a text below its document, with their contents, in order. */
function nodesOf(text: string, ...names: readonly string[]): readonly string[] {
  const nodes: string[] = []
  markdownParser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (names.includes(name)) nodes.push(`${name} ${text.slice(from, to)}`)
    },
  })
  return nodes
}

test.each([
  ['[[Salt]]', ['WikiLink [[Salt]]', 'WikiTarget Salt']],
  [
    '[[Salt#Tar|the words]]',
    ['WikiLink [[Salt#Tar|the words]]', 'WikiTarget Salt#Tar', 'WikiWords the words'],
  ],
  [
    '| [[Salt\\|the words]] |\n| - |',
    ['WikiLink [[Salt\\|the words]]', 'WikiTarget Salt', 'WikiWords the words'],
  ],
  ['![[a.png]]', ['WikiImage ![[a.png]]', 'WikiTarget a.png']],
  ['[[]] [[a]b]] `[[a]]` \\[[a]]', []],
])('links by title: %s', (text, nodes) =>
  expect(nodesOf(text, 'WikiLink', 'WikiImage', 'WikiTarget', 'WikiWords')).toEqual(nodes),
)

test.each([
  ['==a *b*==', ['Highlight ==a *b*==']],
  ['== a ==', []],
  ['a == b and c == d', []],
  ['===a===', []],
  ['Heading\n==', []],
])('marked words: %j', (text, nodes) => expect(nodesOf(text, 'Highlight')).toEqual(nodes))

test.each([
  ['so $a_1 * b$ holds', ['InlineMath $a_1 * b$']],
  ['from $5 to $10', []],
  ['$ a$ and $a $', []],
  ['$$a$$ in a line', ['InlineMath $$a$$']],
  ['$$\na\n\\\\ b\n$$', ['MathBlock $$\na\n\\\\ b\n$$']],
  ['$$ a $$', ['MathBlock $$ a $$']],
  ['> $$\n> a\n> $$\n\nb', ['MathBlock $$\n> a\n> $$']],
  ['$$\na\n\nb$$', []],
  ['`$a$`', []],
])('formulas: %j', (text, nodes) => expect(nodesOf(text, 'InlineMath', 'MathBlock')).toEqual(nodes))

test.each([
  ['[^1]: one\n[^2]: two', ['FootnoteDefinition [^1]: one', 'FootnoteDefinition [^2]: two']],
  ['[^1]: one\ntwo\n\nthree', ['FootnoteDefinition [^1]: one\ntwo']],
  ['[^1]: one\n\n    two\n\n    - three\n\nfour', ['FootnoteDefinition [^1]: one\n\n    two\n\n    - three']],
  ['[^no label]: a', []],
  ['    [^1]: code', []],
])('footnotes: %j', (text, nodes) => expect(nodesOf(text, 'FootnoteDefinition')).toEqual(nodes))

test.each([
  ['[the book [sic]](a)', ['Link [the book [sic]](a)']],
  ['[a [b](c) d](e)', ['Link [b](c)']],
  ['[a [b] c][d]', ['Link [a [b] c][d]']],
])('brackets in the words of a link: %s', (text, nodes) => expect(nodesOf(text, 'Link')).toEqual(nodes))

test.each([
  ['---\na: 1\n---\nb', ['FrontMatter ---\na: 1\n---']],
  ['\ufeff---\na: 1\n...\nb', ['FrontMatter \ufeff---\na: 1\n...']],
  ['---\nüber: 1\n---', ['FrontMatter ---\nüber: 1\n---']],
  ['---\n\na: 1\n---', []],
  ['a\n\n---\na: 1\n---', []],
])('front matter: %j', (text, nodes) => expect(nodesOf(text, 'FrontMatter')).toEqual(nodes))
