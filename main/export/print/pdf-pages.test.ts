import { expect, test } from 'vitest'
import { pdfOf } from '../testing/pdf-of'
import { withProducer } from './producer'
import { pagesOfPlaces } from './pdf-pages'

const PAGES = [
  '<</Type /Catalog\n/Pages 2 0 R\n/Dests 3 0 R>>',
  '<</Type /Pages\n/Kids [5 0 R 4 0 R]>>',
  '<</d1 [6 0 R /XYZ 6 777.75 0]\n/d2.b [8 0 R /XYZ 6 777.75 0]\n/gone [99 0 R /XYZ 0 0 0]>>',
  '<</Type /Pages\n/Kids [7 0 R 8 0 R]>>',
  '<</Type /Pages\n/Kids [6 0 R]>>',
  '<</Type /Page>>',
  '<</Type /Page>>',
  '<</Type /Page>>',
]

test('places have the numbers of their pages, in the order in which the pages follow each other', () => {
  expect([...pagesOfPlaces(pdfOf(PAGES))]).toEqual([
    ['d1', 1],
    ['d2.b', 3],
  ])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('no PDF at all')],
  ['one that is cut off', pdfOf(PAGES).subarray(0, 300)],
  ['one without places', pdfOf(['<</Type /Catalog\n/Pages 2 0 R>>', '<</Type /Pages\n/Kids []>>'])],
  [
    'pages within themselves',
    pdfOf([PAGES[0] ?? '', '<</Type /Pages\n/Kids [2 0 R 2 0 R]>>', PAGES[2] ?? '']),
  ],
])('%s has no places that could be told', (_name, pdf) => {
  expect([...pagesOfPlaces(pdf)]).toEqual([])
})

test('the program that made it is named, and not a byte moves', () => {
  const of = (info: string) => Buffer.from(`%PDF\n1 0 obj\n<<${info}\n/Producer (Skia)>>\nendobj\n`)
  const browser = of('/Creator (Mozilla/5.0 \\(X11; Linux\\) Chrome/1)')
  const named = Buffer.from(withProducer('Stet', browser))
  expect(named.toString()).toMatch(/<<\/Creator \(Stet\) +\n\/Producer \(Skia\)>>/)
  expect(named).toHaveLength(browser.length)
  for (const other of [of('/Creator (A)'), of('/Creator <41>'), Buffer.alloc(0)])
    expect(Buffer.from(withProducer('Stet', other))).toEqual(other)
})
