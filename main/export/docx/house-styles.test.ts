import { strFromU8, strToU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { publicationOf, whole } from '../testing/fixtures'
import { writeDocx } from './docx'
import { houseStylesIn } from './house-styles'

const SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const style = (type: string, id: string, name: string, inner = '', more = '') =>
  `<w:style w:type="${type}" ${more}w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`

/** Styles as a German Word writes them: with English names and German ids. */
const HOUSE = `<?xml version="1.0"?><w:styles ${SPACE}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE" w:eastAsia="en-US"/></w:rPr></w:rPrDefault></w:docDefaults>${[
  style('paragraph', 'Standard', 'Normal', '<w:rPr><w:rFonts w:ascii="Garamond"/></w:rPr>', 'w:default="1" '),
  style(
    'paragraph',
    'berschrift2',
    'heading 2',
    '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr><w:rPr><w:color w:val="AA0000"/></w:rPr>',
  ),
  style('paragraph', 'Zitat', 'Quote', '<w:basedOn w:val="Standard"/>'),
  style('paragraph', 'SourceCode', 'Something else'),
].join('')}</w:styles>`

const TEXT =
  'Words.\n\n## Two\n\n> Said.\n\n```\ncode\n```\n\n1. one\n\n| a |\n| - |\n| b |\n\nNote[^1].\n\n[^1]: Below.\n'

const written = async (files: Readonly<Record<string, string>>) => {
  const styles = houseStylesIn(new Map(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
  const bytes = whole(
    writeDocx(publicationOf(readDocument(TEXT), { language: 'fr' }), () => undefined, {
      paper: 'A4',
      styles,
    }),
  )
  const parts = unzipSync(bytes)
  return { bytes, part: (name: string) => strFromU8(parts[name] ?? new Uint8Array()) }
}

test('a document has the styles of the one that a writer gives, by their names in every language of Word', async () => {
  const { bytes, part } = await written({ 'word/styles.xml': HOUSE, 'word/theme/theme1.xml': '<a:theme/>' })
  const [document, styles] = [part('word/document.xml'), part('word/styles.xml')]
  const styleOf = (words: string) =>
    document
      .split('<w:p>')
      .find((one) => one.includes(`>${words}<`))
      ?.match(/<w:pStyle w:val="([^"]+)"/)?.[1]
  expect(styleOf('Two')).toBe('berschrift2')
  expect(styleOf('Said.')).toBe('Zitat')
  // A style that the template does not have stays ours, with the template's font; an id that is taken becomes another
  // one.
  expect(styleOf('code')).toBe('StetSourceCode')
  expect(styles).toContain('AA0000')
  expect(styles).toMatch(/w:styleId="StetSourceCode"[^]*?<w:basedOn w:val="Standard"\/>/)
  expect(styles).not.toContain('w:numPr')
  expect(styles).toContain('<w:lang w:val="fr" w:eastAsia="en-US"/>')
  const defined = [...styles.matchAll(/w:styleId="([^"]+)"/g)].map(([, id]) => id)
  expect(defined).toEqual([...new Set(defined)])
  const used = [
    ...`${document}${part('word/footnotes.xml')}`.matchAll(/w:(?:pStyle|rStyle|tblStyle) w:val="([^"]+)"/g),
  ]
  expect(used.map(([, id]) => id).filter((id) => !defined.includes(id))).toEqual([])
  expect(part('word/theme/theme1.xml')).toBe('<a:theme/>')
  const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
  expect(value).toContain('Two</h2>')
  expect(messages.filter(({ type }) => type === 'error')).toEqual([])
})

test('a document of our own gives its styles, too', async () => {
  const own = whole(writeDocx(publicationOf(readDocument(TEXT)), () => undefined, { paper: 'A4' }))
  const { part } = await written({
    'word/styles.xml': strFromU8(unzipSync(own)['word/styles.xml'] ?? new Uint8Array()),
  })
  const defined = [...part('word/styles.xml').matchAll(/w:styleId="([^"]+)"/g)].map(([, id]) => id)
  expect(defined).toEqual([...new Set(defined)])
})

test.each([
  ['nothing', {}],
  ['no styles', { 'word/styles.xml': '<w:styles/>' }],
  ['an entity', { 'word/styles.xml': `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${HOUSE}` }],
])('a file with %s is refused in a sentence', (_what, files) => {
  const given = new Map(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]))
  expect(() => houseStylesIn(given)).toThrow('This is not a Word document with styles.')
})
