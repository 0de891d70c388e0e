import { describe, expect, test } from 'vitest'
import { tabulate } from '../diff/lines'
import { lineKinds, unitsOf } from './blocks'

/** A document with the kind of each line before it, and the expected result. */
const documents: Readonly<Record<string, readonly string[]>> = {
  paragraphs: ['prose|One.', 'prose|Two.', 'blank|', 'prose|Three.', 'blank|  ', 'prose|  Indented.'],
  headings: [
    'block|# One',
    'prose|Text.',
    'prose|#no heading',
    'block|###### Six',
    'prose|Title',
    'row|=====',
    'prose|Title',
    'row|---',
  ],
  rules: ['row|***', 'row|- - -', 'row|___', 'row|:::note', 'prose|Text.', 'row|:::'],
  lists: [
    ...[
      'block|- a',
      'block|* b',
      'block|+ c',
      'block|1. d',
      'block|2) e',
      'block|- [ ] f',
      'more|lazy',
      'more|  wrapped',
    ],
    ...[
      'block|  - nested',
      'blank|',
      'block|  Its paragraph.',
      'more|  goes on',
      'blank|',
      'prose|After.',
      'prose|   Indented prose.',
    ],
  ],
  'numbers in prose': ['prose|It was', 'prose|1999. A year.', 'block|1. but this is a list'],
  quotes: ['block|> a', 'more|> b', 'more|lazy', 'block|>', 'block|> c', 'blank|', 'prose|d'],
  fences: [
    'row|```js',
    'row|code',
    'row|',
    'row|~~~',
    'row|```',
    'prose|Text.',
    'row|~~~~',
    'row|~~~',
    'row|~~~~',
    'prose|Text.',
  ],
  'fences in a list': [
    'block|- a',
    'row|  ```',
    'row|  code',
    'row|  ```',
    'block|- b',
    'row|- ```',
    'row|  code',
    'row|  ```',
    'prose|Text.',
  ],
  'a fence in a quote': ['row|> ```', 'row|> code', 'row|> ```', 'block|> text'],
  'inline code is no fence': ['prose|```code``` is inline', 'prose|Text.'],
  'a fence that is never closed': ['prose|Text.', 'row|```', 'row|code', 'row|', 'row|more'],
  'indented code': [
    'prose|Text.',
    'prose|    not code',
    'blank|',
    'row|    code',
    'row|\tcode',
    'blank|',
    'prose|Text.',
  ],
  tables: ['row|| a | b |', 'row||---|---|', 'row|| 1 | 2 |', 'blank|', 'prose|Text.'],
  'tables without outer bars': [
    'prose|Text.',
    'row|a | b',
    'row|--|--',
    'row|1 | 2',
    'row|a last row',
    'blank|',
    'prose|a | b is prose',
  ],
  'front matter': ['row|---', 'row|title: x', 'row|', 'row|---', 'prose|Text.'],
  'front matter that ends with dots': ['row|---', 'row|title: x', 'row|...', 'prose|Text.'],
  'front matter in another tongue': ['row|+++', 'row|title = 1', 'row|+++', 'prose|Text.'],
  'a rule is no front matter': ['row|---', 'prose|Text.', 'blank|', 'prose|More.'],
  HTML: [
    'row|<div>',
    'row|One.',
    'blank|',
    'prose|Text',
    'prose|<b>bold</b> text',
    'row|<table>',
    'row|<tr>',
    'blank|',
    'prose|<https://a.example> is a link',
  ],
  'HTML over blank lines': [
    'row|<!-- a',
    'row|',
    'row|b -->',
    'prose|Text.',
    'row|<pre>',
    'row|',
    'row|x</pre>',
    'prose|Text.',
    'row|<!-- a -->',
    'prose|Text.',
  ],
  mathematics: [
    'row|$$',
    'row|a',
    'row|',
    'row|$$',
    'prose|$$x$$ is inline',
    'prose|Text.',
    'prose|$$',
    'blank|',
    'prose|never closed',
  ],
  definitions: [
    'block|[^1]: A note.',
    'more|    goes on',
    'block|[a]: https://a.example',
    'blank|',
    'prose|[a] is a link',
  ],
  Japanese: ['prose|文。', 'block|- 項目', 'blank|', 'prose|「文」', 'prose|　字下げ'],
}

describe('what a line is to a merge', () => {
  test.each(Object.entries(documents))('%s', (_, list) => {
    const text = list.map((line) => `${line.slice(line.indexOf('|') + 1)}\n`).join('')
    const kinds = lineKinds(tabulate([text]).texts[0]!)
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line, index) => `${kinds[index]}|${line}`),
    ).toEqual(list)
  })

  test('lines that are one: a paragraph, an item with what goes on with it', () => {
    const units = unitsOf(['prose', 'prose', 'blank', 'block', 'more', 'block', 'row', 'row'])
    expect([...units.from]).toEqual([0, 0, 2, 3, 3, 5, 6, 7])
    expect([...units.to]).toEqual([2, 2, 3, 5, 5, 6, 7, 8])
    expect(unitsOf([])).toEqual({ from: new Int32Array(0), to: new Int32Array(0) })
  })

  test.each(['|', '> ', '<', '```\n', '- ', '$$\n', '<!--\n', '[', '---\n', ' \n', 'a | b\n'])(
    'a long row of %j is read in one go',
    (part) => {
      const text = part.repeat(2e5 / part.length)
      const lines = tabulate([text]).texts[0]!
      expect(lineKinds(lines)).toHaveLength(lines.ids.length)
    },
  )
})
