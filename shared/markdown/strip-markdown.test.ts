import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stripMarkdown } from './strip-markdown'

const shown = (source: string) => stripMarkdown(source, []).text

describe('an excerpt is read, not parsed', () => {
  test.each([
    ['# The salt road', 'The salt road'],
    ['> - [x] **Tide** tables', 'Tide tables'],
    ['one\\\ntwo', 'one two'],
    ['| Port | Tide |\n| --- | ---: |\n| Lagos | 3 m |', 'Port · Tide Lagos · 3 m'],
    [
      'the *low* water, the ***lowest***, the _lowest of all_',
      'the low water, the lowest, the lowest of all',
    ],
    ['see [the chart](https://example.org/a) and ![a map](map.png)', 'see the chart and a map'],
    ['![a map](map.png){width=40%}, [b](c){width=40%}', 'a map, b{width=40%}'],
    ['[[Low water]] begins', 'Low water begins'],
    ['| a<br>b | `<br>` |\n| - | - |\nc<BR />d', 'a b · <br> c d'],
    ['H<sub>2</sub>O `<u>` **<KBD>Esc</KBD>** <font>', 'H2O <u> Esc <font>'],
    ['[[Tide#Spring|the tide]] and ![[map.png]]', 'the tide and map.png'],
    ['> [!note] Mind it\n> [!warning]\n> here', 'Mind it here'],
    ['see [a](http://x/(b)), [b](<c (d> "e") and [![small](a.png)](b_(c))', 'see a, b and small'],
    [
      'as [the\nharbour master](https://example.org) and [a book][1] say',
      'as the harbour master and a book say',
    ],
    ['`[a](b)` and \\[c](d) stay', '[a](b) and [c](d) stay'],
    ['a `**kept**` word and ~~gone~~ ==lit==', 'a **kept** word and gone lit'],
    ['```js\nconst a = 1\n```', 'const a = 1'],
    ['> ```js\n> const a = 1\n> ```\n> after', 'const a = 1 after'],
    ['> | a | b |\n> | - | - |\n> | c | d |\n> ---\n> e', 'a · b c · d e'],
    ['half of **a pair', 'half of a pair'],
    ['Let $x^*$ and $\\{y^*\\}$, *not* `$a*` or $5', 'Let $x^*$ and $\\{y^*\\}$, not $a* or $5'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['1. first\n2. second', '1. first 2. second'],
    ['\\*not emphasis\\*', '*not emphasis*'],
    ['潮汐与**盐**的路', '潮汐与盐的路'],
    ['a - b, c | d', 'a - b, c | d'],
    ['> > deep\n> - item\n- > said\n- # high\n- - two\n#\n-\n>', 'deep item said high two'],
  ])('%j reads %j', (source, text) => expect(shown(source)).toBe(text))

  test('marks stay on their words', () => {
    const source = '| **Tide** | the *low*   water |'
    const words = ['Tide', 'low', 'water']
    const spans = words.map((word) => ({
      from: source.indexOf(word),
      to: source.indexOf(word) + word.length,
    }))
    const { text, marks } = stripMarkdown(source, spans)
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(words)
  })

  test('any text: one line, marks within it', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '|',
      '[',
      ']',
      '(',
      ')',
      '\n',
      ' ',
      '#',
      '\\',
      'word',
      '潮',
      '😀',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), fc.nat(40), fc.nat(10), (parts, from, length) => {
        const { text, marks } = stripMarkdown(parts.join(''), [{ from, to: from + length }])
        expect(text).not.toMatch(/[\n\r]|^\s|\s$/)
        for (const mark of marks) expect(mark.to <= text.length && mark.from < mark.to).toBe(true)
      }),
    )
  })
})
