import { deflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { pdfOf } from '../testing/pdf-of'
import { withAuthors } from './pdf-authors'
import { withChanges } from './pdf-objects'
import { withoutSoftHyphens } from './soft-hyphens'

/** A PDF of a page, its content stream and its font. */
function pdfWith(content: string): Buffer {
  const drawn = deflateSync(Buffer.from(content, 'latin1'))
  return pdfOf([
    '<</Type /Catalog\n/Pages 2 0 R>>',
    '<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>',
    '<</Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 300 100]\n/Resources <</Font <</F4 5 0 R>>>>\n/Contents 4 0 R>>',
    `<</Filter /FlateDecode\n/Length ${drawn.length}>> stream\n${drawn.toString('latin1')}\nendstream`,
    '<</Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica>>',
  ])
}

const drawn = (letters: string) => `<${Buffer.from(letters).toString('hex').toUpperCase()}> Tj\n`
const soft = (said = '00AD', letters = ' ') =>
  `/Span<</ActualText <FEFF${said}> >> BDC\n3.336 0 Td ${drawn(letters)}EMC\n`
const page = (...parts: readonly string[]) =>
  `BT\n/P <</MCID 0 >>BDC\n/F4 12 Tf\n1 0 0 1 20 50 Tm\n${parts.join('')}EMC\nET\n`

const cleaned = (pdf: Uint8Array) => withChanges(pdf, [withoutSoftHyphens])

/** The text that another program's reader finds, with the distance of each word from the left. */
async function read(pdf: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  const found = items.flatMap((item) => ('str' in item ? [item] : []))
  const last = found.at(-1)
  return {
    words: found.map(({ str }) => str).join(''),
    right: (last?.transform[4] as number) + (last?.width ?? 0),
  }
}

test('soft hyphens are taken out, and all else stays in its place', async () => {
  const pdf = pdfWith(page(drawn('f'), soft(), `0 0 Td ${drawn('e')}`, `6.672 0 Td ${drawn('r')}`))
  const without = await cleaned(pdf)
  const [before, after] = [await read(pdf), await read(without)]
  expect(Buffer.from(without).equals(pdf)).toBe(false)
  expect(after.words).toBe('fer')
  expect(after.right).toBeCloseTo(before.right, 3)
  // The second time there is nothing to do.
  expect(await cleaned(without)).toBe(without)
})

test('the outline has the words of a heading without the hyphens at the ends of its lines', async () => {
  const pdf = pdfOf([
    '<</Type /Catalog\n/Pages 2 0 R\n/Outlines 4 0 R>>',
    '<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>',
    '<</Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 300 100]>>',
    '<</Count 1\n/First 5 0 R\n/Last 5 0 R>>',
    '<</Title <FEFF006600AD201000650072201000AD0061>\n/Dest [3 0 R /XYZ 0 0 0]\n/Parent 4 0 R>>',
  ])
  const { promise } = getDocument({ data: new Uint8Array(await cleaned(pdf)) })
  expect((await (await promise).getOutline()).map(({ title }) => title)).toEqual(['fer‐a'])
})

test('authors are added in the same pass', async () => {
  const pdf = Buffer.from(
    pdfWith(page(drawn('f'), soft(), `0 0 Td ${drawn('e')}`))
      .toString('latin1')
      .replace('/Root 1 0 R', '/Root 1 0 R\n/Info 5 0 R'),
    'latin1',
  )
  const changed = await withChanges(pdf, [withoutSoftHyphens, withAuthors(['Ann'])])
  expect((await read(changed)).words).toBe('fe')
  const { info } = await (await getDocument({ data: new Uint8Array(changed) }).promise).getMetadata()
  expect(info).toMatchObject({ Author: 'Ann' })
})

test('letters that are said together with one keep what they say', async () => {
  const pdf = pdfWith(page(soft('006600AD0069', 'x')))
  const without = Buffer.from(await cleaned(pdf))
  expect(without.equals(pdf)).toBe(false)
  expect((await read(without)).words).toBe('x')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('no PDF at all')],
  ['one that is cut off', pdfWith(page(soft())).subarray(0, 300)],
  ['one without soft hyphens', pdfWith(page(drawn('plain')))],
  [
    'one whose content is damaged',
    Buffer.from(pdfWith(page(soft())).toString('latin1').replace('stream\nx', 'stream\ny'), 'latin1'),
  ],
  [
    'one whose table is elsewhere',
    Buffer.from(
      pdfWith(page(soft()))
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    ),
  ],
])('%s stays as it is', async (name, pdf) => {
  if (name.includes('content is damaged'))
    pdf.fill(0xff, pdf.indexOf('>> stream\n') + 10, pdf.indexOf('>> stream\n') + 16)
  expect(await cleaned(pdf)).toBe(pdf)
})
