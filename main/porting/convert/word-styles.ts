const HEADINGS = [1, 2, 3, 4, 5, 6].flatMap((level) => [
  `p.Heading${level} => h${level}:fresh`,
  `p[style-name='heading ${level}'] => h${level}:fresh`,
])

const paragraphs = (className: string, ...names: readonly string[]): string[] =>
  names.map((name) => `p[style-name='${name}'] => p.${className}:fresh`)

/** The kinds of callouts by the names of their styles in an exported document (`main/export/docx/callout-styles.ts`). */
const CALLOUTS = ['Note', 'Tip', 'Important', 'Warning', 'Caution', 'Plain'].flatMap((kind) => [
  ...paragraphs(`callout-title.${kind.toLowerCase()}`, `Callout ${kind} Title`),
  ...paragraphs(`callout.${kind.toLowerCase()}`, `Callout ${kind}`),
])

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((level) => [
  `p:unordered-list(${level}) => p.bullet.level-${level}:fresh`,
  `p:ordered-list(${level}) => p.number.level-${level}:fresh`,
])

/**
 * The elements for the styles of Word, of LibreOffice and of exported documents. Paragraphs stand one after another
 * with the names of their styles as classes; `word-blocks.ts` makes lists and quotations of them.
 */
export const STYLES: readonly string[] = [
  "p[style-name='Title'] => h1.title:fresh",
  ...HEADINGS,
  ...paragraphs('quote', 'Quote', 'Intense Quote', 'Quotations'),
  ...CALLOUTS,
  ...paragraphs('code', 'Source Code', 'Preformatted Text', 'HTML Preformatted'),
  ...paragraphs('rule', 'Horizontal Rule', 'Horizontal Line'),
  ...paragraphs('term', 'Definition Term'),
  ...paragraphs('definition', 'Definition'),
  ...LEVELS,
  ...paragraphs('continued', 'List Paragraph', 'List Continue'),
  'highlight => mark',
  'u => u',
  "r[style-name='Inline Code'] => code",
]
