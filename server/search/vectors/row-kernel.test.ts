import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowKernel } from './row-kernel'

test('weighted sums of rows are those of a plain loop, to the last bit', () => {
  const number = fc.float({ noNaN: true, min: -1_000, max: 1_000 })
  fc.assert(
    fc.property(
      fc.constantFrom(8, 16, 264),
      fc.array(fc.tuple(fc.nat({ max: 19 }), number), { maxLength: 40 }),
      fc.infiniteStream(number),
      (width, chosen, numbers) => {
        const kernel = createRowKernel(21 * width + 2 * 40)
        const rows = kernel.floats(20 * width)
        const sum = kernel.floats(width)
        const indices = kernel.integers(chosen.length)
        const weights = kernel.floats(chosen.length)
        for (let i = 0; i < rows.length; i++) rows[i] = numbers.next().value!
        sum.fill(1)
        chosen.forEach(([row, weight], i) => {
          indices[i] = row
          weights[i] = weight
        })
        const expected = new Float32Array(width).fill(1)
        for (const [row, weight] of chosen)
          for (let at = 0; at < width; at++)
            expected[at]! += Math.fround(Math.fround(weight) * rows[row * width + at]!)
        kernel.addRows(sum, rows, indices, weights)
        expect(sum).toEqual(expected)
      },
    ),
    { numRuns: 50 },
  )
})
