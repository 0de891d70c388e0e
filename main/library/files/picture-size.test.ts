import { expect, test } from 'vitest'
import { pictureSize } from './picture-size'

const HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4]
const HEIGHT = [0, 0, 0, 2]

test('the size of a picture is read from its own bytes, wherever they lie', () => {
  const memory = new Uint8Array([9, ...HEAD, ...HEIGHT, 9])
  expect(pictureSize(memory.subarray(1, 25))).toMatchObject({ width: 4, height: 2 })
})

test('of a picture that was cut off nothing behind its end is read', () => {
  const memory = new Uint8Array([...HEAD, ...HEIGHT])
  expect(() => pictureSize(memory.subarray(0, HEAD.length))).toThrow('Offset is outside')
})
