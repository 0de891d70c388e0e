import { expect, test } from 'vitest'
import { excerptOf } from './excerpt'

test.each([
  ['', ''],
  ['# The mast\n\nIt *stands*.', 'The mast It stands.'],
  ['---\ntags: [a]\n---\nWords', 'Words'],
  ['- one\n- two\n\n> said', 'one two said'],
  ['1. first\r\n2. second', 'first second'],
  ['See [the map](https://example.com/a_b).', 'See the map.'],
  ['See [a](http://x/(b)) and [b](<c (d> "e (f)").', 'See a and b.'],
  ['![a map](charts/map_(old).png) [![small](a.png)](b_(c)) [no target]()', 'a map small no target'],
  ['[[Low water]] and [[Tide#Spring|the tide]], ![[map.png]]', 'Low water and the tide, map.png'],
  ['So says [the\nharbour master](https://example.com).', 'So says the harbour master.'],
  ['snake_case stays_as it is', 'snake_case stays_as it is'],
  ['| H1 | H2 |\n| - | :-: |\n| a\\|b | c |\n\nWords', 'H1 H2 a|b c Words'],
  ['Salt[^1] was taxed.\n\n[^1]: By the barrel.', 'Salt was taxed. By the barrel.'],
  ['- [ ] mend the net\n- [x] tar\n1. [ ] oars\n- [xy] z', 'mend the net tar oars [xy] z'],
  ['# [link \\[x\\]](https://example.com) here', 'link [x] here'],
  ['\\# No heading, 5 \\* 3 \\* 2 and \\_no emphasis\\_', '# No heading, 5 * 3 * 2 and _no emphasis_'],
  ['Code keeps `\\[` and C:\\Users stays', 'Code keeps \\[ and C:\\Users stays'],
  ['one  \ntwo\\\nthree', 'one two three'],
  ['10^2^ of H~2~O, ==marked== and ~~struck~~, a == b', '10^2 of H2O, marked and struck, a == b'],
  ['1^st^ *a = b* and 2^n ~ ~x', '1st a = b and 2^n ~ ~x'],
  [
    '<u>one</u> H<sub>2</sub>O, 10<sup>2</sup>, 1<sup>st</sup> <MARK>lit</MARK><br>two `<u>` \\<u> a<b <font>',
    'one H2O, 10^2, 1st lit two <u> <u> a<b <font>',
  ],
  ['Either a | b, or ||, stays.', 'Either a | b, or ||, stays.'],
  ['--- \ntitle: a\n...\nWords', 'Words'],
  ['---\r\ntitle: a\r\n---', ''],
  [`---\ntitle: ${'a'.repeat(5_000)}\n---\nWords`, 'Words'],
  ['---\n\nA rule\n\n---\n\nfirst\n* * *\n___', 'A rule first'],
  ['Title\n=====\n\nSub\n---\r\ntext', 'Title Sub text'],
  ['> > deep\n> - item\n> ## head\n- > said\n- # high\n- 1. [ ] box', 'deep item head said high box'],
  ['# 1. Tide\n\n#\n-\n>\n- - -\nWords', '1. Tide Words'],
  ['> [!note] Mind it\n> [!warning]-\n> here', 'Mind it here'],
  ['see [a book][1], ![map][m]\n\n[1]: https://example.org "x"\nend', 'see a book, map end'],
  [
    '<https://example.org> <!-- not\nshown --> `<!-- code -->` 1 < 2',
    'https://example.org <!-- code --> 1 < 2',
  ],
  ['> ```js\n> const a = 1\n> ```\n> after', 'const a = 1 after'],
  ['- one\n- ```\n  a\n  ```\n\n  1. ~~~~ js\n     b\n     ~~~~', 'one a b'],
  ['> > | a | b |\n> > | - | - |\n> > | c | d |\n> ---\n> e', 'a b c d e'],
  ['```a``` words ``b``', 'a words b'],
  ['**Let $a^2+b^2=c^2$** be', 'Let $a^2+b^2=c^2$ be'],
  [
    '$x_1 * y_2$, $\\{x^*\\}$ or $$~a~$$; \\$1^2^ and `$a` *b*$',
    '$x_1 * y_2$, $\\{x^*\\}$ or $$~a~$$; $1^2 and $a b$',
  ],
  ['$$\nx^2^ + y\n= \\sqrt{z}\n$$\n\n*After*', '$$ x^2^ + y = \\sqrt{z} $$ After'],
  ['> $$\n> x\n> $$\n\nIt is $5 and *6* $', '$$ x $$ It is $5 and 6 $'],
  ['**a *b* c** and *d **e***', 'a b c and d e'],
])('%j', (text, expected) => expect(excerptOf(text)).toBe(expected))

test('where the beginning is enough it says the same as the whole', () => {
  const pieces = [
    'The mast stands. ',
    'wind\n',
    '\n\n',
    '# Head ',
    '- item\n',
    '> said\n',
    '12. ',
    '    ',
    '雪の朝',
  ]
  let state = 7
  const below = (n: number) => (state = (state * 48_271) % 2_147_483_647) % n
  let compared = 0
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 120 }, () => pieces[below(pieces.length)]!).join('')
    // A single mark at the end of a line that is not shown makes the function read the whole text.
    const end = text.indexOf('\n', 298)
    const whole = excerptOf(`${text.slice(0, end)}\`${text.slice(end)}`)
    if (whole.includes('`')) continue
    expect(excerptOf(text)).toBe(whole)
    compared++
  }
  expect(compared).toBeGreaterThan(100)
})

test.each([
  [`*${'soft words '.repeat(90)}soft*\n\nAfter`, 'soft words soft'],
  [`> **${'a word '.repeat(200)}end**`, 'a word a word'],
  [`See [the map](https://a.org/${'x'.repeat(900)}) of it`, 'See the map of it'],
  [`See ![the map](data:image/png;base64,${'x'.repeat(9_000)}) of it`, 'See the map'],
  [`See [the map](https://a.org/${'x'.repeat(740)})\n\n\`\`\`js\ncode\n\`\`\``, 'See the map'],
])('what is cut in %# shows no halves of marks', (text, begin) => {
  const excerpt = excerptOf(text)
  expect(excerpt.startsWith(begin)).toBe(true)
  expect(excerpt).not.toMatch(/[*`([\]]/)
})

test('a long text is cut, and never within a character', () => {
  const excerpt = excerptOf('😀'.repeat(400))
  expect(excerpt).toBe(`${'😀'.repeat(100)}…`)
  expect(excerptOf(`a${'😀'.repeat(400)}`)).toBe(`a${'😀'.repeat(99)}…`)
})
