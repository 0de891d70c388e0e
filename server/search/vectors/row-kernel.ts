import { compile, createMemory, op, PAGE_BYTES, type Memory } from './wasm-module'

/**
 * Weighted sums of rows of numbers, which is all the arithmetic that learning and embedding come down to. Four numbers
 * at a time, in an order that is always the same, so the sums are. This is what it says:
 *
 *     do {                                     // row by row
 *       row = rows + indices[i] * stride
 *       for (at = 0; at < stride; at += 8) sum[at] += weights[i] * row[at]
 *     } while (--count)
 *
 * All that it works on lies in a memory of its own.
 */
export interface RowKernel {
  /** So many zeros. */
  floats(length: number): Float32Array
  integers(length: number): Int32Array
  /**
   * Adds to `sum` the rows at `indices`, each times its weight; as many as there are indices. `sum` is one row long, a
   * multiple of ROW_STEP.
   */
  addRows(sum: Float32Array, rows: Float32Array, indices: Int32Array, weights: Float32Array): void
}

/** The lengths of rows are multiples of this. */
export const ROW_STEP = 8

const NUMBER_BYTES = 4

/** With room for so many numbers, each array of them rounded up to whole steps. */
export function createRowKernel(numbers: number): RowKernel {
  const memory = createMemory(Math.ceil((numbers * NUMBER_BYTES) / PAGE_BYTES))
  const run = bind(memory)
  let used = 0
  const take = (length: number): number => {
    const at = used
    used += roundUp(length) * NUMBER_BYTES
    return at
  }
  return {
    floats: (length) => new Float32Array(memory.buffer, take(length), length),
    integers: (length) => new Int32Array(memory.buffer, take(length), length),
    addRows(sum, rows, indices, weights) {
      if (indices.length === 0) return
      const stride = sum.length * NUMBER_BYTES
      run(sum.byteOffset, rows.byteOffset, stride, indices.byteOffset, weights.byteOffset, indices.length)
    },
  }
}

/** The length of a row that has room for so many values. */
export const roundUp = (length: number): number => Math.ceil(length / ROW_STEP) * ROW_STEP

type Run = (
  sum: number,
  rows: number,
  stride: number,
  indices: number,
  weights: number,
  count: number,
) => void

// parameters and locals, by their index
const [SUM, ROWS, STRIDE, INDICES, WEIGHTS, COUNT, ROW, AT, TO, WEIGHT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const { get, set, keep, constant, add, loop, againIf } = op
const advance = (local: number, by: number) => [...get(local), ...constant(by), ...add, ...set(local)]
/** Four numbers of the sum, so many bytes further on. */
const addFour = (offset: number) => [
  ...get(TO),
  ...get(TO),
  ...op.load16(offset),
  ...get(WEIGHT),
  ...get(ROW),
  ...get(AT),
  ...add,
  ...op.load16(offset),
  ...op.multiplyFloats,
  ...op.addFloats,
  ...op.store16(offset),
]

const bind: (memory: Memory) => Run = compile<Run>({
  parameters: 6,
  numbers: 3,
  vectors: 1,
  body: loop(
    [...get(ROWS), ...get(INDICES), ...op.load, ...get(STRIDE), ...op.multiply, ...add, ...set(ROW)],
    [...get(WEIGHTS), ...op.loadSplat, ...set(WEIGHT), ...constant(0), ...set(AT)],
    loop([...get(SUM), ...get(AT), ...add, ...set(TO)], addFour(0), addFour(16), [
      ...get(AT),
      ...constant(32),
      ...add,
      ...keep(AT),
      ...get(STRIDE),
      ...op.isLess,
      ...againIf,
    ]),
    advance(INDICES, 4),
    advance(WEIGHTS, 4),
    [...get(COUNT), ...constant(1), ...op.subtract, ...keep(COUNT), ...againIf],
  ),
})
