import type { PrintToPDFOptions, Session, WebContents } from 'electron'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { SHEETS, type PaperSize } from '../../../shared/export-forms'
import { appError } from '../../../shared/problem'
import { PRINT_SCHEME } from '../../app/app-protocol'
import { imageType, startOf } from '../../library/files/image-type'
import { inTime, openHiddenWindow } from '../drawing/hidden-window'
import { FONT_STYLE, PICTURES } from '../html/paper-addresses'
import type { FontFaces } from './font-faces'
import { madeBy } from './made-by'
import { pagesOfPlaces } from './pdf-pages'
import type { PaperPage, Printer } from './printer'
import { withoutSoftHyphens } from './soft-hyphens'

const ADDRESS = `${PRINT_SCHEME}://page/`

/** A text of another writer is printed: no script, no request, nothing but the page with its pictures and faces. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline' ${PRINT_SCHEME}:; img-src ${PRINT_SCHEME}:; font-src ${PRINT_SCHEME}:; base-uri 'none'; form-action 'none'`

/** The longest book takes less; then something in the page has no end. */
const PRINT_MS = 5 * 60_000

/** Prints in hidden windows of their own: each sandboxed, without scripts, in a session in memory that reaches no network. */
export function createPrinter(faces: () => FontFaces): Printer {
  return {
    pdfOf: (page, signal) =>
      inWindow(page, faces(), signal, async (contents) => {
        await numberContents(contents)
        const pdf = madeBy('Stet', new Uint8Array(await contents.printToPDF(WHOLE)))
        return page.isHyphenated ? withoutSoftHyphens(pdf) : pdf
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
 * Chromium has no `target-counter`: a page with a table of contents is printed once to know where its parts begin, without all
 * that changes no line, which takes nearly half of the time.
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

/** The style of the page says which words stand in which line of which page. */
const LINES: PrintToPDFOptions = { preferCSSPageSize: true }

/** A tagged PDF with an outline. */
const WHOLE: PrintToPDFOptions = {
  ...LINES,
  printBackground: true,
  // Electron writes an outline only into a tagged PDF.
  generateTaggedPDF: true,
  generateDocumentOutline: true,
}

/** Shows the system's dialog. `false`: the writer left it. */
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

/** In a millimetre. */
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
        .then(() => work(window.contents)),
    )
  } finally {
    window.close()
  }
}

/**
 * Reads every face of the page. Chromium reads one when the layout asks for it, and a page counts as loaded before it has been
 * laid out: printed then, it had no formulas, and the digits of another face, which some readers of PDF do not find.
 */
const readFaces = (contents: WebContents): Promise<unknown> =>
  runOurs(contents, 'Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => true)')

/** A world of scripts beside the page's own, whose scripts never run. */
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

/** Nobody sees the page but on paper: laid out for the window too, a book takes longer. */
const NOT_ON_SCREEN = '@media screen { body { display: none } }\n'

const streamOf = (file: string) =>
  Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array<ArrayBuffer>>
