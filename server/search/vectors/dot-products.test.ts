import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import assembler from 'wabt'
import { ASSEMBLED, createDotProducts } from './dot-products'

test('the bytes that ship are what the text beside them says', async () => {
  const file = fileURLToPath(new URL('./dot-products.wat', import.meta.url))
  const { parseWat } = await assembler()
  const module = parseWat('dot-products.wat', readFileSync(file, 'utf8'), { simd: true })
  expect(ASSEMBLED).toBe(Buffer.from(module.toBinary({}).buffer).toString('base64'))
})

test('products are those of a plain loop, at the bounds of a byte too', () => {
  const byte = fc.oneof(fc.integer({ min: -128, max: 127 }), fc.constantFrom(-128, 127))
  fc.assert(
    fc.property(
      fc.constantFrom(16, 32, 256, 1_536),
      fc.integer({ min: 1, max: 20 }),
      fc.infiniteStream(byte),
      (width, count, bytes) => {
        const dotProducts = createDotProducts()
        dotProducts.memory.grow(2)
        const memory = new Int8Array(dotProducts.memory.buffer)
        for (let i = 0; i < width * (count + 1); i++) memory[i] = bytes.next().value!
        const products = width * (count + 1)
        dotProducts.run(0, width, width, count, products)
        const expected = Array.from({ length: count }, (_, v) => {
          let sum = 0
          for (let i = 0; i < width; i++) sum += memory[i]! * memory[width * (v + 1) + i]!
          return sum
        })
        expect([...new Int32Array(dotProducts.memory.buffer, products, count)]).toEqual(expected)
      },
    ),
    { numRuns: 50 },
  )
})
