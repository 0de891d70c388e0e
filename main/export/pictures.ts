import { ImportedXmlComponent } from 'docx'
import fs from 'node:fs'
import { imageType } from '../library/files/image-type'
import { pictureSize } from '../library/files/picture-size'
import { targetKey, targetOf } from '../../shared/text/file-links'
import type { DrawnPicture, JobPicture } from './job'
import type { Picture, Pictures } from './publication'

/** A larger picture is left out. */
const PICTURE_BYTES_MAX = 64 * 1024 * 1024
/** The bound for all pictures of one file together. */
const TOGETHER_BYTES_MAX = 1024 * 1024 * 1024
/** A picture that claims a larger side, in pixels, was made to crash programs that show it. */
const SIDE_MAX = 100_000

/** The pictures of a library; each is examined once. */
export function readPictures(given: ReadonlyMap<string, JobPicture>): Pictures {
  const read = new Map<string, Picture | undefined>()
  let bytes = 0
  return (address) => {
    const target = targetOf(address)
    const key = target && targetKey(target)
    const one = key === undefined ? undefined : given.get(key)
    if (key === undefined || one === undefined) return undefined
    if (!read.has(key)) {
      const found = typeof one === 'string' ? pictureIn(one, TOGETHER_BYTES_MAX - bytes) : drawnPicture(one)
      bytes += found?.size ?? 0
      read.set(key, found?.picture)
    }
    return read.get(key)
  }
}

/**
 * Whether the SVG is well-formed XML: a browser draws nothing of one that is not, and a book that contains it is
 * invalid.
 */
function isWhole(svg: string): boolean {
  try {
    // Drawing programs define entities of their own, which this parser does not know.
    ImportedXmlComponent.fromXmlString(svg.replace(/&[\w.-]+;/g, ''))
    return true
  } catch {
    return false
  }
}

/** The picture of a cover; `undefined` where the file is no longer a picture. */
export const readCover = (file: string): Picture | undefined => pictureIn(file, PICTURE_BYTES_MAX)?.picture

function drawnPicture({ bytes, width, height, raster }: DrawnPicture): FoundPicture | undefined {
  const type = imageType(bytes)
  if (type === undefined || (type === 'image/svg+xml' && !isWhole(Buffer.from(bytes).toString())))
    return undefined
  const of = (data: Uint8Array, kind: string): Picture => ({ read: () => data, type: kind, width, height })
  const picture = { ...of(bytes, type), ...(raster !== undefined && { raster: of(raster, 'image/png') }) }
  return { picture, size: bytes.length }
}

interface FoundPicture {
  readonly picture: Picture
  readonly size: number
}

/** The picture; `undefined` where the file is not a picture, is damaged, or exceeds the bound. */
function pictureIn(file: string, room: number): FoundPicture | undefined {
  try {
    if (fs.statSync(file).size > Math.min(room, PICTURE_BYTES_MAX)) return undefined
    const bytes = fs.readFileSync(file)
    const type = imageType(bytes)
    if (type === undefined || (type === 'image/svg+xml' && !isWhole(bytes.toString()))) return undefined
    const { width, height, orientation = 1 } = pictureSize(bytes)
    // Cameras may store a picture sideways, with its orientation beside it.
    const [wide, high] = orientation > 4 ? [height, width] : [width, height]
    return wide >= 1 && high >= 1 && wide <= SIDE_MAX && high <= SIDE_MAX
      ? {
          picture: { read: () => fs.readFileSync(file), type, width: wide, height: high },
          size: bytes.length,
        }
      : undefined
  } catch {
    return undefined
  }
}
