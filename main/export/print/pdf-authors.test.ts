import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { pdfOf } from '../testing/pdf-of'
import { withAuthors } from './pdf-authors'
import { withChanges } from './pdf-objects'

/** A PDF with its properties in the first object. */
const withProperties = (properties: string): Buffer =>
  pdfOf(
    [
      properties,
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>',
      '<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 300 100]>>',
    ],
    { root: 2, more: '\n/Info 1 0 R' },
  )

const TITLED = withProperties('<</Title (The ferryman)\n/Creator (Stet)   \n/Producer (Skia)>>')

/** The properties that another program's reader finds. */
async function propertiesOf(pdf: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(pdf), stopAtErrors: true }).promise
  expect((await document.getPage(1)).view).toEqual([0, 0, 300, 100])
  return (await document.getMetadata()).info
}

test.each([
  [['Ann Ferry'], 'Ann Ferry'],
  [['Bo (the elder) \\', 'Čapek 🚢 >>'], 'Bo (the elder) \\, Čapek 🚢 >>'],
])('authors are among the properties, and all else stays: %j', async (authors, Author) => {
  expect(await propertiesOf(await withChanges(TITLED, [withAuthors(authors)]))).toMatchObject({
    ...{ Author, Title: 'The ferryman', Creator: 'Stet', Producer: 'Skia' },
  })
})

test.each([
  ['that is none', ['Ann'], Buffer.from('no PDF at all')],
  ['that is cut off', ['Ann'], TITLED.subarray(0, 300)],
  [
    'without properties',
    ['Ann'],
    Buffer.from(TITLED.toString('latin1').replace('/Info 1', '/Inf0 1'), 'latin1'),
  ],
  ['with properties in another form', ['Ann'], withProperties('(words)')],
])('a PDF %s is not changed', async (_name, authors, pdf) => {
  expect(await withChanges(pdf, [withAuthors(authors)])).toBe(pdf)
})
