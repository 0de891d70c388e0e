import type { IImageOptions } from 'docx'
import type { Inline } from '../../../shared/markdown/tree/tree'
import type { Picture } from '../publication'
import type { Room } from './room'
import type { Writing } from './writing'

/** The types of pictures that Word shows. */
const TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
} as const

export const showsInWord = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type)

/** The fallback for older programs in place of an SVG that could not be drawn as PNG: one transparent pixel. */
const NOTHING = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
)

/**
 * The picture in its own size, or in the width that the text specifies (`width`, in percent of the room), and never
 * larger than its room; `undefined` where Word does not show its type. The room is in pixels at 96 per inch.
 */
export function imageIn(
  picture: Picture,
  { placeholderFor: dataOf, words }: Pick<Writing, 'placeholderFor' | 'words'>,
  room: Room,
  { alt, title, width: share }: Pick<Extract<Inline, { kind: 'image' }>, 'alt' | 'title' | 'width'>,
): IImageOptions | undefined {
  const { type, width, height, raster } = picture
  if (!showsInWord(type)) return undefined
  const most = share === undefined ? 1 : (room.width * share) / 100 / width
  const scale = Math.min(most, room.width / width, room.height / height)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const kind = TYPES[type]
  const data = dataOf(picture)
  const instead = raster === undefined ? NOTHING : dataOf(raster)
  return {
    ...(kind === 'svg'
      ? { type: kind, data, fallback: { type: 'png' as const, data: instead } }
      : { type: kind, data }),
    transformation: size,
    altText: { name: alt === '' ? words.picture : alt, description: alt, title },
  }
}
