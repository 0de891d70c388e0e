import { BrowserWindow, session, type Session } from 'electron'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { PaperSize } from '../../../shared/export-forms'
import { escaped } from '../../../shared/markdown/html/escape'
import { AppError, appError } from '../../../shared/problem'
import { PRINT_SCHEME } from '../../app/app-protocol'
import { imageType } from '../../library/files/image-type'
import { readBeginning } from './read-beginning'
import { FONT_STYLE, PICTURES } from '../html/write-paper'
import type { FontFaces } from './font-faces'
import type { PaperPage, Printer } from './printer'

const ADDRESS = `${PRINT_SCHEME}://page/`

/** A text of another writer is printed: no script, no request, nothing but the page with its pictures and faces. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline' ${PRINT_SCHEME}:; img-src ${PRINT_SCHEME}:; font-src ${PRINT_SCHEME}:; base-uri 'none'; form-action 'none'`

/** The longest book takes less; then something in the page has no end. */
const PRINT_MS = 5 * 60_000

/** Prints in hidden windows of their own: each sandboxed, without scripts, in a session in memory that reaches no network. */
export function createPrinter(faces: () => FontFaces): Printer {
  return {
    pdfOf: (page, signal) =>
      inWindow(page, faces(), signal, async (window) => {
        const pdf = await window.webContents.printToPDF({
          pageSize: page.paper,
          margins: MARGINS_IN_INCHES[page.margins ?? 'usual'],
          printBackground: true,
          // Electron writes an outline only into a tagged PDF.
          generateTaggedPDF: true,
          generateDocumentOutline: true,
          displayHeaderFooter: true,
          headerTemplate: `<div style="${RUNNING}">${escaped(page.title)}</div>`,
          footerTemplate: `<div style="${RUNNING}"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`,
        })
        return new Uint8Array(pdf)
      }),
    print: (page, signal) =>
      inWindow(page, faces(), signal, (window) => printed(window, page.paper), Number.POSITIVE_INFINITY),
  }
}

/** The running head and the number of a page stand in them. */
const MARGINS_IN_INCHES = {
  narrow: { top: 0.75, bottom: 0.7, left: 0.6, right: 0.6 },
  usual: { top: 1, bottom: 0.95, left: 1, right: 1 },
  wide: { top: 1.3, bottom: 1.25, left: 1.6, right: 1.6 },
}
const RUNNING = 'width: 100%; text-align: center; font: 8pt Georgia, serif; color: #6d675c'

/** Shows the system's dialog. `false`: the writer left it. */
function printed(window: BrowserWindow, paper: PaperSize): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const options = { silent: false, printBackground: true, pageSize: paper }
    window.webContents.print(options, (isPrinted, reason) => {
      if (isPrinted || /cancel/i.test(reason)) resolve(isPrinted)
      else reject(appError('unexpected', 'The system could not print this. Is there a printer?'))
    })
  })
}

async function inWindow<T>(
  page: PaperPage,
  faces: FontFaces,
  signal: AbortSignal,
  work: (window: BrowserWindow) => Promise<T>,
  withinMs = PRINT_MS,
): Promise<T> {
  signal.throwIfAborted()
  const partition = session.fromPartition(`print-${crypto.randomUUID()}`, { cache: false })
  servePage(partition, page, faces)
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
      webgl: false,
      spellcheck: false,
    },
  })
  lockPage(window)
  const ended = new AbortController()
  const stop = new Promise<never>((_resolve, reject) => {
    const stopWith = (error: AppError) => () => reject(error)
    const stopped = { signal: ended.signal }
    signal.addEventListener('abort', stopWith(appError('cancelled', 'Cancelled.')), stopped)
    window.webContents.once('render-process-gone', stopWith(tooLarge()))
    if (Number.isFinite(withinMs)) {
      const timer = setTimeout(stopWith(tooLarge()), withinMs)
      ended.signal.addEventListener('abort', () => clearTimeout(timer))
    }
  })
  try {
    return await Promise.race([stop, window.loadURL(ADDRESS).then(() => work(window))])
  } finally {
    ended.abort()
    if (!window.isDestroyed()) window.destroy()
  }
}

const tooLarge = () => appError('too-large', 'This is too large for one file. Export it in parts.')

/** The page goes nowhere, opens nothing and is shown to nobody. */
function lockPage({ webContents }: BrowserWindow): void {
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-redirect', (event) => event.preventDefault())
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

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
    if (name === FONT_STYLE) return answer(faces.style, 'text/css; charset=utf-8')
    const face = name.startsWith('font/') ? faces.fileOf(name.slice('font/'.length)) : undefined
    if (face !== undefined) return answer(streamOf(face), 'font/woff2')
    const picture = name.startsWith(PICTURES)
      ? page.pictures.get(decodeURIComponent(name.slice(PICTURES.length)))
      : undefined
    const type = picture === undefined ? undefined : imageType(await readBeginning(picture))
    return picture === undefined || type === undefined
      ? new Response('Not found', { status: 404 })
      : answer(streamOf(picture), type)
  })
  partition.setPermissionRequestHandler((_contents, _permission, allow) => allow(false))
  partition.setPermissionCheckHandler(() => false)
  partition.on('will-download', (event) => event.preventDefault())
  partition.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) =>
    decide({ cancel: !url.startsWith(ADDRESS) }),
  )
}

const streamOf = (file: string) =>
  Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array<ArrayBuffer>>
