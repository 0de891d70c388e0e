import { imageSize } from 'image-size'

/**
 * The width, height and orientation of a picture, in pixels. Throws where its bytes do not contain them.
 *
 * The library gets bytes of its own: given a view of a larger buffer it would read beyond the end, and take unrelated
 * memory for the size of a truncated picture.
 */
export const pictureSize = (bytes: Uint8Array): ReturnType<typeof imageSize> =>
  imageSize(bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes))
