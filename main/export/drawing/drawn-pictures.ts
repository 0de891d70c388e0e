import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { diagramAlt } from '../../../shared/markdown/diagram-messages'
import { hereLink } from '../../../shared/text/file-links'
import { imageType, startOf } from '../../library/files/image-type'
import { DRAWS_DIAGRAMS } from '../diagrams'
import type { ExportJob, JobDiagram, JobDone, JobPicture } from '../job'
import type { DrawnDiagram, Drawer, Drawing, PixelSize } from './drawer'

interface DrawingParts {
  readonly drawer: Drawer
  /** Whether the writer has chosen to see diagrams as pictures. */
  readonly drawsDiagrams: () => boolean
  readonly run: (job: ExportJob, signal: AbortSignal) => Promise<JobDone>
}

/** The fence of a diagram, at any place in a text. */
const FENCE = /(?:`{3}|~{3})[ \t]*mermaid/i

/** How many diagrams of one export are drawn; the others appear as their sources. */
const DIAGRAMS_MAX = 500
const SVG_BYTES_MAX = 10_000_000

/** The job with all drawn pictures that it needs: its diagrams, and for Word a PNG beside each SVG. */
export async function withDrawnPictures(
  job: ExportJob,
  { drawer, drawsDiagrams, run }: DrawingParts,
  signal: AbortSignal,
): Promise<ExportJob> {
  const drawing = drawer.begin(signal)
  try {
    // A check does not need Word's pictures.
    const pictures = new Map(
      job.format === 'docx' && job.kind === 'write'
        ? await withRasters(job.pictures, drawing, signal)
        : job.pictures,
    )
    if (!DRAWS_DIAGRAMS.has(job.format) || !drawsDiagrams()) return { ...job, pictures }
    const hasAny = job.parts.some(({ markdown = '' }) => FENCE.test(markdown))
    const { sources = [] } = hasAny ? await run({ ...job, kind: 'diagrams' }, signal) : {}
    const diagrams = new Map<string, JobDiagram>()
    for (const source of sources) {
      const drawn = diagrams.size < DIAGRAMS_MAX ? await drawing.diagram(source) : TOO_MANY
      if (drawn.kind === 'failed') {
        diagrams.set(source, drawn)
        continue
      }
      const address = hereLink(`diagram-${createHash('sha256').update(source).digest('hex').slice(0, 40)}`)
      diagrams.set(source, { kind: 'drawn', address, alt: diagramAlt(drawn.words) })
      const { svg, width, height } = drawn
      const size = { width: Math.ceil(width), height: Math.ceil(height) }
      const bytes = Buffer.from(svg)
      // Reading devices, Word and other programs for its documents support few of the styles in such an SVG.
      const raster =
        job.kind === 'write' && HAS_RASTERS.has(job.format)
          ? await drawing.raster(bytes, sharp(size), 'white')
          : undefined
      pictures.set(address, { bytes: raster ?? bytes, ...size })
    }
    return { ...job, pictures, diagrams }
  } finally {
    drawing.end()
  }
}

const HAS_RASTERS = new Set(['docx', 'epub'])
const TOO_MANY: DrawnDiagram = { kind: 'failed', why: `Only the first ${DIAGRAMS_MAX} diagrams are drawn.` }

/** The room on a page of paper between its margins, in CSS pixels. */
const ROOM: PixelSize = { width: 640, height: 900 }
/** Three dots for a pixel are 288 per inch, which is as sharp as printers draw. */
const DOTS = 3

/** The size in dots, at most that of the drawing on paper. */
function sharp({ width, height }: PixelSize): PixelSize {
  const scale = DOTS * Math.min(1, ROOM.width / width, ROOM.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function withRasters(
  pictures: ExportJob['pictures'],
  drawing: Drawing,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JobPicture>> {
  const all = new Map(pictures)
  for (const [key, file] of pictures) {
    signal.throwIfAborted()
    const drawn = typeof file === 'string' ? await rastered(file, drawing) : undefined
    if (drawn !== undefined) all.set(key, drawn)
  }
  return all
}

/**
 * The PNG of an SVG; `undefined` where the file is not an SVG or cannot be drawn; the code that writes the export
 * examines it again.
 */
async function rastered(file: string, drawing: Drawing): Promise<JobPicture | undefined> {
  try {
    if (imageType(await startOf(file)) !== 'image/svg+xml') return undefined
    const bytes = await readFile(file)
    if (bytes.length > SVG_BYTES_MAX) return undefined
    const { pictureSize } = await import('../../library/files/picture-size')
    const { width, height } = pictureSize(bytes)
    const raster = await drawing.raster(bytes, sharp({ width, height }))
    return raster === undefined ? undefined : { bytes, width, height, raster }
  } catch {
    return undefined
  }
}
