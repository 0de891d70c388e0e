import { imageSize } from 'image-size'

/**
 * Width and height of a picture in pixels, and how it is turned. Throws where its bytes do not say that.
 *
 * The library gets bytes of their own: where they are a part of a larger buffer it reads on behind their end, and takes
 * whatever lies there in memory for the size of a picture that was cut off.
 */
export const pictureSize = (bytes: Uint8Array): ReturnType<typeof imageSize> =>
  imageSize(bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes))
