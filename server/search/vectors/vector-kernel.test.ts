import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVectorKernel } from './vector-kernel'

test('products are those of a plain loop, at the bounds of a byte too', () => {
  const byte = fc.oneof(fc.integer({ min: -128, max: 127 }), fc.constantFrom(-128, 127))
  fc.assert(
    fc.property(
      fc.constantFrom(16, 32, 256, 1_536),
      fc.integer({ min: 1, max: 20 }),
      fc.infiniteStream(byte),
      (width, count, bytes) => {
        const kernel = createVectorKernel()
        kernel.memory.grow(2)
        const memory = new Int8Array(kernel.memory.buffer)
        for (let i = 0; i < width * (count + 1); i++) memory[i] = bytes.next().value!
        const products = width * (count + 1)
        kernel.multiply(0, width, width, count, products)
        const expected = Array.from({ length: count }, (_, v) => {
          let sum = 0
          for (let i = 0; i < width; i++) sum += memory[i]! * memory[width * (v + 1) + i]!
          return sum
        })
        expect([...new Int32Array(kernel.memory.buffer, products, count)]).toEqual(expected)
      },
    ),
    { numRuns: 50 },
  )
})
