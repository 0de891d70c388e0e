import type { Session } from 'electron'
import {
  DRAW_MS_MAX,
  DIAGRAM_UNITS_MAX,
  NOT_DRAWN,
  readAnswer,
  type DiagramDrawn,
} from '../../../shared/markdown/diagram-messages'
import { DIAGRAM_PAGE, DIAGRAM_SCHEME, PRINT_SCHEME, serveDiagrams } from '../../app/app-protocol'
import type { Drawer, DrawnDiagram, Drawing } from './drawer'
import { inTime, openHiddenWindow, type HiddenWindow } from './hidden-window'

/** The time limit for loading the page and the drawing library, which happens once for each export. */
const LOADED_WITHIN_MS = 10_000
/** The time limit for one picture; a picture of many megabytes takes longer than a diagram. */
const RASTER_MS = 10_000

const KEPT_LENGTH_MAX = 40_000_000
const RASTER_PAGE = `${PRINT_SCHEME}://page/`

/** Only the one picture may load; as an image it runs no script and loads nothing. */
const RASTER_POLICY = `default-src 'none'; img-src ${PRINT_SCHEME}:; base-uri 'none'; form-action 'none'`

/**
 * Draws in hidden windows. Results are kept, so that an export does not draw again what was drawn for its dialog.
 *
 * @param diagramFile the page that draws diagrams and its scripts, by their addresses
 */
export function createDrawer(diagramFile: (address: string) => Promise<Response>): Drawer {
  const kept = createKept()
  return {
    begin(signal) {
      const diagrams = pageOf(
        () =>
          openHiddenWindow((to) => serveDiagrams(to, diagramFile), [`${DIAGRAM_SCHEME}://page/`], {
            runsScripts: true,
          }),
        DIAGRAM_PAGE,
        signal,
      )
      let svgs = new Map<string, Uint8Array>()
      const rasters = pageOf(
        () =>
          openHiddenWindow((to) => servePictures(to, (name) => svgs.get(name)), [RASTER_PAGE], {
            runsScripts: true,
          }),
        RASTER_PAGE,
        signal,
      )
      let count = 0
      return {
        async diagram(source) {
          const known = kept.get(source)
          if (known !== undefined) return known
          if (source.length > DIAGRAM_UNITS_MAX) return failed(NOT_DRAWN.tooLong)
          return kept.add(source, await drawnIn(diagrams, source, ++count))
        },
        async raster(svg, size, paper) {
          const name = `${++count}.svg`
          svgs = new Map([[name, svg]])
          const asked = JSON.stringify({ address: RASTER_PAGE + name, ...size, paper })
          const made = await rasters.run(`${RASTER}(${asked})`, RASTER_MS)
          svgs = new Map()
          return typeof made === 'string' && made.startsWith(PNG)
            ? Buffer.from(made.slice(PNG.length), 'base64')
            : undefined
        },
        end() {
          diagrams.close()
          rasters.close()
        },
      } satisfies Drawing
    },
  }
}

const PNG = 'data:image/png;base64,'
const failed = (why: string): DrawnDiagram => ({ kind: 'failed', why })

async function drawnIn(page: Page, source: string, id: number): Promise<DrawnDiagram> {
  const said = await page.run(`${ASK}(${JSON.stringify({ id, source })})`, DRAW_MS_MAX)
  if (said === NOT_LOADED) return failed(NOT_DRAWN.notNow)
  if (said === undefined) return failed(NOT_DRAWN.tooSlow)
  const answer = readAnswer(said)
  if (answer?.kind === 'drawn') return pictureOf(answer)
  return failed(answer?.kind === 'failed' ? NOT_DRAWN.wrong(answer.why) : NOT_DRAWN.notNow)
}

const pictureOf = ({ svg, width, height, words }: DiagramDrawn): DrawnDiagram => ({
  ...{ kind: 'picture', svg, width, height, words },
})

interface Page {
  /** The result of a script; `undefined`: it did not finish in time, and the next call gets a new page. */
  run(script: string, withinMs: number): Promise<unknown>
  close(): void
}

const NOT_LOADED = Symbol('the page could not be loaded')

/** A page that is opened when it is first needed, and again after it had to be closed. */
function pageOf(open: () => HiddenWindow, address: string, signal: AbortSignal): Page {
  let page: HiddenWindow | undefined
  const close = () => {
    page?.close()
    page = undefined
  }
  const within = async (
    given: HiddenWindow,
    withinMs: number,
    work: () => Promise<unknown>,
    otherwise: unknown,
  ) => {
    try {
      return await inTime(given, { signal, withinMs }, work)
    } catch {
      close()
      signal.throwIfAborted()
      return otherwise
    }
  }
  return {
    close,
    async run(script, withinMs) {
      signal.throwIfAborted()
      if (page === undefined) {
        const opened = (page = open())
        const loaded = await within(
          opened,
          LOADED_WITHIN_MS,
          () => opened.contents.loadURL(address),
          NOT_LOADED,
        )
        if (loaded === NOT_LOADED) return NOT_LOADED
      }
      const { contents } = page
      return within(page, withinMs, () => contents.executeJavaScript(script), undefined)
    },
  }
}

/** Wraps both scripts in a page, with their input as JSON. */
const ASK = `((asked) => new Promise((resolve) => {
  addEventListener('message', ({ data }) => {
    if (data.id === asked.id && data.kind !== undefined) resolve(data)
  })
  postMessage(asked, '*')
}))`

const RASTER = `(async ({ address, width, height, paper }) => {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (paper !== undefined) {
    pen.fillStyle = paper
    pen.fillRect(0, 0, width, height)
  }
  pen.drawImage(picture, 0, 0, width, height)
  return canvas.toDataURL('image/png')
})`

const PAGE = '<!doctype html><meta charset="utf-8"><title>A picture</title>'

function servePictures(partition: Session, bytesOf: (name: string) => Uint8Array | undefined): void {
  partition.protocol.handle(PRINT_SCHEME, ({ url }) => {
    const isPage = url === RASTER_PAGE
    const body = isPage ? PAGE : bytesOf(url.slice(RASTER_PAGE.length))
    if (body === undefined) return new Response('Not found', { status: 404 })
    return new Response(body as Uint8Array<ArrayBuffer> | string, {
      headers: {
        'Content-Type': isPage ? 'text/html; charset=utf-8' : 'image/svg+xml',
        'Content-Security-Policy': RASTER_POLICY,
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}

/** Kept results by their sources; the oldest is dropped first. */
function createKept() {
  const drawn = new Map<string, DrawnDiagram>()
  const lengthOf = (one: DrawnDiagram) => (one.kind === 'picture' ? one.svg.length : 100)
  let length = 0
  return {
    get: (source: string) => drawn.get(source),
    add(source: string, one: DrawnDiagram): DrawnDiagram {
      drawn.set(source, one)
      length += lengthOf(one)
      for (const [oldest, its] of drawn) {
        if (length <= KEPT_LENGTH_MAX) break
        drawn.delete(oldest)
        length -= lengthOf(its)
      }
      return one
    },
  }
}
