import fs from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test, type App } from './app'
import { AWKWARD, awkwardWords, ofKind, saidInOrder } from './corpus/awkward'
import { isInstalled, saidBy } from './corpus/other-readers'
import { CORPUS, CORPUS_FOLDER } from './corpus/texts'
import { lettersIn, sourceWords, wordsIn } from './corpus/words'
import { stet } from './command'
import { freshFolder } from './paths'

async function importCorpus(app: App): Promise<void> {
  const library = freshFolder('library')
  fs.cpSync(CORPUS_FOLDER, path.join(library, 'Corpus'), { recursive: true })
  await importFolder(app, library, `Imported ${CORPUS.length} documents and 3 files.`)
}

async function importFolder({ electron, page, runCommand }: App, library: string, done: string) {
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, library)
  await runCommand('Import…')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByRole('button', { name: 'Choose folder…' }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText(done)
  await dialog.getByRole('button', { name: 'Show what came in' }).click()
}

/** In points. Text nearer to the edge of the sheet is a running head or a page number. */
const MARGIN = 56

async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: bytes }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const height = page.getViewport({ scale: 1 }).height
      const { items } = await page.getTextContent()
      const texts = items.flatMap((item) => ('str' in item ? [item] : []))
      const isBody = (y: number) => y > MARGIN && y < height - MARGIN
      const said = (inBody: boolean) =>
        texts
          .filter(({ transform }) => isBody(transform[5]) === inBody)
          .map(({ str, hasEOL }) => str + (hasEOL ? '\n' : ''))
      return { body: said(true).join(''), edges: said(false).join('') }
    }),
  )
  const outline = (items: Awaited<ReturnType<typeof pdf.getOutline>>): readonly string[] =>
    (items ?? []).flatMap(({ title, items: below }) => [title, ...outline(below)])
  return { pages, outline: outline(await pdf.getOutline()), ...(await pdf.getMetadata()) }
}

/** Joins words that are hyphenated at the end of a line. */
const joined = (text: string): string => text.replace(/[\u00ad\u2010-]\n+/g, '')

/** Checks the file with the tools of poppler. */
async function readByPoppler(file: string, source: string): Promise<void> {
  const said = await saidBy('pdfinfo', file)
  expect(said).toMatch(/^Tagged: +yes$/m)
  expect(said).toMatch(/^JavaScript: +no$/m)
  const text = await saidBy('pdftotext', '-enc', 'UTF-8', file, '-')
  expect(text).not.toContain('\u00ad')
  const found = new Set(wordsIn(joined(text)))
  const lost = wordsIn(source).filter((word) => !found.has(word))
  expect(lost).toEqual([])
}

/** Exports the corpus as a book in these formats from the command line. */
async function bookOfCorpus(app: App, ...forms: readonly string[]): Promise<string> {
  const out = freshFolder('corpus')
  await importCorpus(app)
  for (const form of forms) {
    const file = path.join(out, `book.${form}`)
    const done = await stet(app.profile, ['--export', '--folder', 'Corpus', '--to', file])
    expect([done.code, done.said], form).toEqual([0, `${file}\n`])
  }
  return out
}

test('the corpus becomes one book, from the command line; its PDF has every letter in its place', async ({
  start,
}) => {
  const out = await bookOfCorpus(await start(), 'docx', 'epub', 'html', 'pdf')
  const file = path.join(out, 'book.pdf')
  const { pages, outline } = await readPdf(new Uint8Array(fs.readFileSync(file)))
  pages.forEach(({ edges, body }, index) => {
    expect(edges).toContain(`${index + 1} / ${pages.length}`)
    expect(edges.includes('Corpus'), `page ${index + 1}`).toBe(index > 0)
    expect(body).not.toContain('\u00ad')
  })
  const chapters = CORPUS.toSorted((one, other) => order.compare(one.title, other.title))
  // A font for Devanagari may be missing, and then its letters cannot be extracted. This reader returns right-to-left
  // words in their visual order.
  const read = pages.map(({ body }) => body).join('\n')
  const letters = lettersIn(joined(read))
  for (const { name, markdown } of chapters.filter((one) => !/diary|letter/.test(one.name))) {
    const source = lettersIn(sourceWords(markdown, { numbers: true }))
    const from = letters.indexOf(source.slice(0, 40))
    expect(letters.slice(from, from + source.length), name).toBe(source)
  }
  // Chromium writes the words of a right-to-left heading in their visual order.
  const inOrder = (title: string) => title.split(' ').toSorted().join(' ')
  const headings = chapters.flatMap(({ title, markdown }) => [title, ...headingsIn(markdown)])
  expect(outline.map(inOrder)).toEqual(['Corpus', ...headings].map(inOrder))
})

test('the PDF of the book is tagged, and its words are found (needs poppler)', async ({ start }) => {
  test.skip(!isInstalled('poppler'))
  const out = await bookOfCorpus(await start(), 'pdf')
  const source = CORPUS
    // Line breaks in these texts separate words of scripts without spaces, and letters that are joined in Arabic.
    .filter(({ name }) => !/diary|letter|report/.test(name))
    .map(({ markdown }) => sourceWords(markdown))
  await readByPoppler(path.join(out, 'book.pdf'), source.join('\n'))
})

test('every word of an awkward text is in its PDF, once and in its place', async ({ start }) => {
  const app = await start()
  const library = freshFolder('library')
  fs.writeFileSync(path.join(library, 'awkward.md'), AWKWARD)
  await importFolder(app, library, 'Imported 1 document.')
  const file = path.join(freshFolder('awkward'), 'awkward.pdf')
  const [title = ''] = awkwardWords(AWKWARD)
  const done = await stet(app.profile, ['--export', '--document', title, '--to', file])
  expect(done.code).toBe(0)
  const { pages } = await readPdf(new Uint8Array(fs.readFileSync(file)))
  // A word that is longer than a line is broken without a hyphen.
  const found = awkwardWords(pages.map(({ body }) => body.replaceAll('\n', '')).join(''))
  const inOrder = (words: readonly string[]) => ofKind(words, 'w', 'n')
  expect(inOrder(found)).toEqual(inOrder(saidInOrder()))
  // This reader returns right-to-left words in their visual order.
  const fromRight = (words: readonly string[]) => ofKind(words, 'r').toSorted()
  expect(fromRight(found)).toEqual(fromRight(saidInOrder()))
})

const order = new Intl.Collator(undefined, { numeric: true })
const headingsIn = (markdown: string) =>
  [...markdown.replace(/^```[^]*?^```/gm, '').matchAll(/^##+ (.*)$/gm)].map(([, said = '']) => said)
