import type { PrintToPDFOptions, Session, WebContents } from 'electron'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { SHEETS, type PaperSize } from '../../../shared/export-forms'
import { appError } from '../../../shared/problem'
import { PRINT_SCHEME } from '../../app/app-protocol'
import { imageType, startOf } from '../../library/files/image-type'
import { inTime, openHiddenWindow } from '../drawing/hidden-window'
import { FONT_STYLE, PICTURES } from '../html/paper-addresses'
import { FIT_WIDTH } from './fit-width'
import type { FontFaces } from './font-faces'
import { withAuthors } from './pdf-authors'
import { withProducer } from './producer'
import { withChanges } from './pdf-objects'
import { pagesOfPlaces } from './pdf-pages'
import type { PaperPage, Printer } from './printer'
import { withoutSoftHyphens } from './soft-hyphens'

const ADDRESS = `${PRINT_SCHEME}://page/`

/** The text may come from another writer: the page runs no script and loads only its pictures and fonts. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline' ${PRINT_SCHEME}:; img-src ${PRINT_SCHEME}:; font-src ${PRINT_SCHEME}:; base-uri 'none'; form-action 'none'`

/** The longest book takes less; after this time some part of the page is assumed never to finish. */
const PRINT_MS = 5 * 60_000

/** Prints in hidden windows, each sandboxed, without scripts of the page, in a session in memory without a network. */
export function createPrinter(faces: () => FontFaces): Printer {
  return {
    pdfOf: (page, signal) =>
      inWindow(page, faces(), signal, async (contents) => {
        await runOurs(contents, KEEP_SPACES)
        await numberContents(contents)
        const authors = await runOurs<readonly string[]>(contents, AUTHORS)
        const pdf = withProducer('Stet', new Uint8Array(await contents.printToPDF(WHOLE)))
        return withChanges(pdf, [
          ...(page.isHyphenated ? [withoutSoftHyphens] : []),
          ...(authors.length > 0 ? [withAuthors(authors)] : []),
        ])
      }),
    print: (page, signal) =>
      inWindow(
        page,
        faces(),
        signal,
        async (contents) => {
          await numberContents(contents)
          return printed(contents, page.paper)
        },
        Number.POSITIVE_INFINITY,
      ),
  }
}

/**
 * Keeps the spaces at the ends of the lines of headings, which Chromium otherwise leaves out of the outline. All other
 * white space is written as it is shown, because it would be kept too.
 */
const KEEP_SPACES = String.raw`
for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/[ \t\n]+/g, ' ')
  heading.style.whiteSpace = 'pre-wrap'
}`

/** The authors that the page names in its head. */
const AUTHORS = `Array.from(document.head.querySelectorAll('meta[name="author"]'), ({ content }) => content)`

/**
 * Adds page numbers to the table of contents. Chromium has no `target-counter`, so the page is printed once to find the
 * page of each part, without everything that affects no line break, which saves nearly half of the time.
 */
async function numberContents(contents: WebContents): Promise<void> {
  if (!(await runOurs<boolean>(contents, `document.querySelector('${ROOM}') !== null`))) return
  const draft = await contents.printToPDF({ ...LINES, generateTaggedPDF: false })
  const numbers = JSON.stringify(Object.fromEntries(pagesOfPlaces(new Uint8Array(draft))))
  await runOurs(
    contents,
    `const numbers = ${numbers}
    for (const room of document.querySelectorAll('${ROOM}'))
      room.textContent = numbers[room.parentElement.hash.slice(1)] ?? ''`,
  )
}

const ROOM = '.contents a > .page'

/** The page's own style decides how lines and pages break. */
const LINES: PrintToPDFOptions = { preferCSSPageSize: true }

/** A tagged PDF with an outline. */
const WHOLE: PrintToPDFOptions = {
  ...LINES,
  printBackground: true,
  // Electron writes an outline only into a tagged PDF.
  generateTaggedPDF: true,
  generateDocumentOutline: true,
}

/** Shows the system's dialog. `false`: the writer cancelled it. */
function printed(contents: WebContents, paper: PaperSize): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const { width, height } = SHEETS[paper]
    const pageSize = { width: width * MICRONS, height: height * MICRONS }
    const options = { silent: false, printBackground: true, pageSize }
    contents.print(options, (isPrinted, reason) => {
      if (isPrinted || /cancel/i.test(reason)) resolve(isPrinted)
      else reject(appError('unexpected', 'The system could not print this. Is there a printer?'))
    })
  })
}

/** Microns per millimetre. */
const MICRONS = 1_000

async function inWindow<T>(
  page: PaperPage,
  faces: FontFaces,
  signal: AbortSignal,
  work: (contents: WebContents) => Promise<T>,
  withinMs = PRINT_MS,
): Promise<T> {
  signal.throwIfAborted()
  const window = openHiddenWindow((partition) => servePage(partition, page, faces), [ADDRESS], {
    runsScripts: false,
    hasMarginBoxes: true,
  })
  try {
    return await inTime(window, { signal, withinMs }, () =>
      window.contents
        .loadURL(ADDRESS)
        .then(() => readFaces(window.contents))
        .then(() => runOurs(window.contents, FIT_WIDTH))
        .then(() => work(window.contents)),
    )
  } finally {
    window.close()
  }
}

/**
 * Loads every font of the page. Chromium loads one only when the layout needs it, and reports a page as loaded before
 * its layout: printed at that moment, it had no formulas, and digits in a fallback font that some PDF readers do not
 * find.
 */
const readFaces = (contents: WebContents): Promise<unknown> =>
  runOurs(contents, 'Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => true)')

/** A JavaScript world separate from that of the page, whose scripts never run. */
const OUR_WORLD = 1_000

const runOurs = <T>(contents: WebContents, code: string) =>
  contents.executeJavaScriptInIsolatedWorld(OUR_WORLD, [{ code }]) as Promise<T>

function servePage(partition: Session, page: PaperPage, faces: FontFaces): void {
  const answer = (
    body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | string,
    type: string,
  ) =>
    new Response(body, {
      headers: {
        'Content-Type': type,
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
      },
    })
  partition.protocol.handle(PRINT_SCHEME, async ({ url }) => {
    const name = url.slice(ADDRESS.length)
    if (url === ADDRESS) return answer(page.html as Uint8Array<ArrayBuffer>, 'text/html; charset=utf-8')
    if (name === FONT_STYLE) return answer(NOT_ON_SCREEN + faces.style, 'text/css; charset=utf-8')
    const face = name.startsWith('font/') ? faces.fileOf(name.slice('font/'.length)) : undefined
    if (face !== undefined) return answer(streamOf(face), 'font/woff2')
    const picture = name.startsWith(PICTURES)
      ? page.pictures.get(decodeURIComponent(name.slice(PICTURES.length)))
      : undefined
    if (picture === undefined) return new Response('Not found', { status: 404 })
    const isFile = typeof picture === 'string'
    const type = imageType(isFile ? await startOf(picture) : picture.bytes)
    return type === undefined
      ? new Response('Not found', { status: 404 })
      : answer(isFile ? streamOf(picture) : (picture.bytes as Uint8Array<ArrayBuffer>), type)
  })
}

/** Hides the page on the screen: laying it out for the window too would take longer for a book. */
const NOT_ON_SCREEN = '@media screen { body { display: none } }\n'

const streamOf = (file: string) =>
  Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array<ArrayBuffer>>
