import { expect, test } from 'vitest'
import { imageType } from './image-type'

test('an image is known by its bytes, whatever it is called', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(imageType(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBe('image/png')
  expect(imageType(bytes('GIF89a'))).toBe('image/gif')
  expect(imageType(bytes('<?xml version="1.0"?>\n<!-- x -->\n<svg onload="x()">'))).toBe('image/svg+xml')
  expect(imageType(bytes('<html><svg></svg></html>'))).toBeUndefined()
  expect(imageType(bytes('<svgx>'))).toBeUndefined()
  expect(imageType(new Uint8Array())).toBeUndefined()
})
