import { isLongFuzz } from '../shared/testing/fuzz-runs'

/** A text designed to be hard to process. */
export interface HostileText {
  readonly name: string
  readonly text: string
}

/** The length of most of the texts, at which quadratic work takes seconds. */
const LENGTH = 50_000

/** The elements of markdown, YAML, HTML and white space, and characters that break encodings. */
const PARTS: readonly string[] = [
  ...[' ', '\t', '\n', '\r', '\r\n', ' \n', '\u00a0', '\u200b', '\u2028', '\ufeff', '\0', '\ud800', '\udc00'],
  ...['e\u0301', '\u0301', '\u202e', '👩\u200d👩', '文', '。', 'ا', '. ', '.', '!?', '…', '"', '('],
  ...['[', ']', '[]', '](', '[](', '[a](', '[a](b)', '![', '![](', '[[', '[[a|', '[[a]]', '[a]: ', '[^1]'],
  ...[
    '*',
    '**',
    '*a',
    '**a ',
    '_',
    '_a',
    '_a_b ',
    '~~',
    '~~a ',
    '==a ',
    '`',
    '``',
    '` ',
    '`` ` ',
    '```',
    '```\n',
  ],
  ...[
    '~~~\n',
    '```js\n',
    '#',
    '# ',
    '# a\n',
    '#a ',
    '#a#',
    '=',
    '===\n',
    '-',
    '- ',
    '---\n',
    '- a\n',
    '+++\n',
  ],
  ...[
    '>',
    '> ',
    '> a\n',
    '1. ',
    '1. a\n',
    '- [ ] a\n',
    '|',
    '| ',
    'a|b\n',
    '|-',
    '|-|\n',
    ':-',
    '-:|',
    '\\',
    '\\[',
  ],
  ...[
    '<',
    '<a',
    '<a>',
    '<!--',
    '-->',
    '<div>\n',
    '<script>',
    '</',
    '<https://a>',
    '&',
    '&amp;',
    '$$',
    '$$\n',
    ':::\n',
  ],
  ...['https://', 'https://a ', 'stet-file:', 'stet-file:a ', '/api/v1/files/', '/api/v1/files/1/serve '],
  ...['a', 'a ', 'A. ', 'a: b\n', '- - ', '  ', '    a\n', '"a', "'a", "''", '0', '0,', '1999. ', 'x\n\n'],
]

const repeated = (part: string, length = LENGTH): string => part.repeat(Math.ceil(length / part.length))

const shapes: readonly ((part: string) => readonly [name: string, text: string])[] = [
  (part) => ['many', repeated(part)],
  (part) => ['many, then a letter', `${repeated(part)}x`],
  (part) => ['many between table rows', `a|b\n${repeated(part)}-${repeated(part)}|x`],
]

/** Texts that once made a part of the app hang, and similar texts. */
const FOUND: readonly HostileText[] = [
  {
    name: '[H3] a table whose rule is spaces and dashes',
    text: `a|b\n${repeated(' ')}-${repeated(' ')}|x\n`,
  },
  { name: '[M6] spaces, then a letter', text: `${repeated(' ', 400_000)}x` },
  { name: '[M6] opening brackets', text: `${repeated('[')}](x)` },
  { name: '[M5] nested italics', text: repeated('<i>x', 4_000) },
  {
    name: 'a long line with marks',
    text: repeated('**bold** and [a link](https://example.org) ', 200_000),
  },
  { name: '[H3] emphasis within emphasis, in a line just below the bound', text: repeated('*_', 19_990) },
  { name: '[H3] links within links, in a line just below the bound', text: repeated('[a](', 19_990) },
  { name: '[H3] control characters', text: repeated('\u0001') },
  { name: '[H3] control characters between letters', text: repeated('\u0001a', 19_990) },
  { name: '[H3] marks on one letter', text: `a${repeated('\u0301')}` },
  { name: 'a line of a megabyte', text: repeated('word ', 1_000_000) },
  { name: 'ten thousand levels of quotation', text: `${'> '.repeat(10_000)}a\n` },
  {
    name: 'a thousand levels of a list',
    text: Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}- a\n`).join(''),
  },
  { name: 'a list of markers in one line', text: `${'- '.repeat(10_000)}a\n` },
  { name: 'brackets in brackets', text: `${'['.repeat(20_000)}a${'](b)'.repeat(20_000)}` },
  { name: 'broken UTF-16', text: repeated('\ud800a\udc00') },
  { name: 'front matter in brackets', text: `---\na: ${'['.repeat(20_000)}\n---\ntext` },
  { name: 'front matter with levels', text: `---\n${'a:\n '.repeat(5_000)}\n---\ntext` },
  {
    name: 'front matter with aliases',
    text: `---\na: &a [x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [${`*${i === 0 ? 'a' : `b${i - 1}`},`.repeat(9)}]\n`).join('')}---\n`,
  },
  {
    name: 'front matter with many keys',
    text: `---\n${Array.from({ length: 5_000 }, (_, i) => `k${i}: v\n`).join('')}---\n`,
  },
  { name: 'a fence of a hundred thousand backticks', text: `${'`'.repeat(LENGTH)}\na\n` },
  {
    name: 'a different run of backticks each time',
    text: Array.from({ length: 400 }, (_, length) => `${'`'.repeat(length + 1)} `).join(''),
  },
  { name: 'lines that are all alike', text: 'a\n'.repeat(LENGTH) },
  {
    name: 'sentences that are all alike, in one paragraph',
    text: 'The same sentence. '.repeat(10_000),
  },
]

/** All hostile texts, about 400. */
export const hostileTexts: readonly HostileText[] = [
  ...FOUND,
  ...PARTS.flatMap((part) =>
    shapes.map((shape) => {
      const [name, text] = shape(part)
      return { name: `${name}: ${JSON.stringify(part)}`, text }
    }),
  ),
]

/**
 * The texts that caused failures, and one in `share` of the others; all of them in `npm run fuzz`. The shapes of a part
 * are adjacent, and `share` must not be a multiple of their number, so that every shape is included.
 */
export const someHostileTexts = (share: number): readonly HostileText[] =>
  hostileTexts.filter((_, index) => isLongFuzz || index < FOUND.length || index % share === 0)

/** The number of places in the window that show a text. */
const PLACES = 6
/** The number of texts in one test of the long run, so that workers share the texts of one place. */
const TEXTS_OF_A_TEST = 60

/**
 * The texts for one of the places in the window that show a text, in parts for one test each. `npm run fuzz -- windows`
 * uses all texts. `npm test` uses one part, a sixth of the texts that caused failures, and the next place uses the next
 * sixth.
 */
export function hostilePartsFor(place: number): readonly (readonly HostileText[])[] {
  if (!isLongFuzz) return [FOUND.filter((_, index) => index % PLACES === place % PLACES)]
  return Array.from({ length: Math.ceil(hostileTexts.length / TEXTS_OF_A_TEST) }, (_, part) =>
    hostileTexts.slice(part * TEXTS_OF_A_TEST, (part + 1) * TEXTS_OF_A_TEST),
  )
}
