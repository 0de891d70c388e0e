import { EpubCheck } from '@likecoin/epubcheck-ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { BookCover } from '../../../shared/export-forms'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import type { Picture, Pictures, Publication } from '../publication'
import { bookOf, PICTURE, publicationOf, whole } from '../testing/fixtures'
import { writeEpub } from './epub'

const pictures: Pictures = (address) => (address === 'sea.png' ? PICTURE : undefined)

/** The files of a book in which the format's checker finds no error. */
async function checked(publication: Publication, cover?: BookCover, image?: Picture) {
  const bytes = whole(writeEpub(publication, pictures, cover && { cover, image }))
  const { messages } = await EpubCheck.validate(bytes)
  expect(messages.filter(({ severity }) => severity !== 'info' && severity !== 'usage')).toEqual([])
  const files = unzipSync(bytes)
  return { names: Object.keys(files), read: (name: string) => strFromU8(files[name] ?? new Uint8Array()) }
}

const TEXT = `# Low water

One[^1], *two* & <three> with \`a < b\`, ~~four~~, <br> and a [link](https://example.org/?a=1&b=2 "There")[^1].
<!-- mine alone -->

> It will come.

- [ ] to do
- [x] done

3. three
4. four

| Tide | Height |
| :--- | -----: |
| low  |    4.1 |

![The sea](sea.png "At low water"){width=50%} ![Gone](gone.png)

$$
\\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}
$$

---

שלום and 港の話

## Below

See [above](#low-water).

[^1]: A note.

    - with a list
`

test('a document is a valid book with a table of contents, notes, pictures and formulas', async () => {
  const { names, read } = await checked(publicationOf(readDocument(TEXT), { language: 'de' }))
  expect(names[0]).toBe('mimetype')
  expect(names).toContain('EPUB/picture-1.png')
  const chapter = read('EPUB/d1.xhtml')
  expect(chapter).toContain('<math')
  expect(chapter).toContain('href="d1.xhtml#d1h1"')
  expect(chapter).not.toContain('mine alone')
  expect(read('EPUB/contents.xhtml')).toMatch(/Letters from the sea<\/a><ol><li><a [^>]*>Low water<\/a>/)
  expect(read('EPUB/package.opf')).toContain('<dc:language>de</dc:language>')
})

test('a folder is a book with a chapter for each document, and links between them', async () => {
  const { read } = await checked(
    bookOf(
      { title: 'Part & first', level: 1 },
      { title: 'One', level: 2, tree: readDocument('See [[Two]] and [[Two#Deep]].') },
      { title: 'Two', level: 2, tree: readDocument('## Deep\n\nWords.') },
      { title: 'Last', level: 1, tree: readDocument('') },
    ),
  )
  expect(read('EPUB/d2.xhtml')).toContain('href="d3.xhtml#d3"')
  expect(read('EPUB/d2.xhtml')).toContain('href="d3.xhtml#d3h1"')
  expect(read('EPUB/contents.xhtml').match(/<ol>/g)).toHaveLength(3)
})

test('nothing of a text becomes markup, whatever it holds', async () => {
  const { read } = await checked(
    publicationOf(
      readDocument(
        '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> and <svg/onload=x>\n\n[x](javascript:alert(1))\n\n`<br>` \u0001\n',
      ),
      { title: '<i>Title</i> "&"', authors: ['A <b> & Co'] },
    ),
  )
  const chapter = read('EPUB/d1.xhtml')
  expect(chapter).not.toMatch(/<(?:script|svg|img)/)
  expect(chapter).not.toContain('javascript:')
})

test.each([
  ['Letters from the sea', ['Ann Ferry', 'Bo & Co']],
  ['x'.repeat(3_000), ['y'.repeat(3_000)]],
  ['港の話'.repeat(40), []],
  ['رسائل من البحر <i>', ['كاتبة']],
])('a cover of words is valid, however they are: %#', async (title, authors) => {
  const { names, read } = await checked(publicationOf(readDocument('Words.'), { title, authors }))
  expect(names).toContain('EPUB/cover.svg')
  expect(read('EPUB/package.opf')).toContain(
    'href="cover.svg" media-type="image/svg+xml" properties="cover-image"',
  )
  const lines = [...read('EPUB/cover.svg').matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, words]) => words)
  expect(lines.length).toBeLessThan(15)
  expect(title.startsWith(lines[0]?.replace('…', '') ?? '-')).toBe(true)
})

test('the first picture is the cover where that is chosen, and words where there is none', async () => {
  const text = readDocument('![The sea](sea.png)')
  const { names, read } = await checked(publicationOf(text), 'picture')
  expect(names).not.toContain('EPUB/cover.svg')
  expect(read('EPUB/package.opf')).toContain(
    'href="picture-1.png" media-type="image/png" properties="cover-image"',
  )
  const { names: without } = await checked(publicationOf(readDocument('Words.')), 'picture')
  expect(without).toContain('EPUB/cover.svg')
})

test('a picture that is given is the cover, beside those in the book', async () => {
  const { names, read } = await checked(publicationOf(readDocument('![The sea](sea.png)')), 'image', PICTURE)
  expect(names).toContain('EPUB/cover.png')
  expect(names).toContain('EPUB/picture-1.png')
  expect(names).not.toContain('EPUB/cover.svg')
  const book = read('EPUB/package.opf')
  expect(book).toContain('href="cover.png" media-type="image/png" properties="cover-image"')
  expect(book.match(/cover-image/g)).toHaveLength(1)
  const { names: gone } = await checked(publicationOf(readDocument('Words.')), 'image')
  expect(gone).toContain('EPUB/cover.svg')
})

test('terms and their definitions are a list of a valid book', async () => {
  const { read } = await checked(
    publicationOf(readDocument('Tide\n: rise[^1]\n\n    - a list\n\nSalt\n\n: white\n\n[^1]: A note.\n')),
  )
  expect(read('EPUB/d1.xhtml')).toMatch(/<dl>\s*<dt>Tide<\/dt>/)
})
