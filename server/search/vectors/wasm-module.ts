/**
 * WebAssembly modules written by hand, for the few loops that a sixteen-byte instruction makes several times as fast.
 * Each module has one function over a memory that it is given.
 */
export interface Memory {
  readonly buffer: ArrayBuffer
  /** By pages of 64 KB; `buffer` is another one afterwards. */
  grow(pages: number): number
}

/** The part of it that is used here; the compiler knows it from the DOM alone. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: { own: { memory: Memory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> }
}

export const PAGE_BYTES = 65_536
const PAGES_MAX = 65_536

/** Of so many pages at first. */
export const createMemory = (pages: number): Memory =>
  new WebAssembly.Memory({ initial: pages, maximum: PAGES_MAX })

/** A function of 32-bit numbers that answers with nothing. Parameters are locals 0 and up, the others follow them. */
export interface WasmFunction {
  readonly parameters: number
  /** Further locals: 32-bit numbers, then rows of sixteen bytes. */
  readonly numbers: number
  readonly vectors: number
  readonly body: readonly number[]
}

/** Compiled once, it can be bound to any number of memories. */
export function compile<F>(written: WasmFunction): (memory: Memory) => F {
  const module = new WebAssembly.Module(assemble(written))
  return (memory) => new WebAssembly.Instance(module, { own: { memory } }).exports.run as F
}

const I32 = 0x7f
const V128 = 0x7b
const VOID = 0x40
/** Numbers above 127 take more bytes (LEB128). */
const number = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >> 7)]
const list = (...items: readonly number[][]): number[] => [...number(items.length), ...items.flat()]
const sized = (bytes: readonly number[]): number[] => [...number(bytes.length), ...bytes]
const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)]
const name = (text: string): number[] => sized([...Buffer.from(text)])

function assemble({ parameters, numbers, vectors, body }: WasmFunction): Uint8Array {
  const locals = list([numbers, I32], [vectors, V128])
  const types = list(...Array.from({ length: parameters }, () => [I32]))
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // one type: numbers to nothing; the memory is given; one function of that type, by the name of `run`
    ...section(1, list([0x60, ...types, 0])),
    ...section(2, list([...name('own'), ...name('memory'), 0x02, 1, 0, ...number(PAGES_MAX)])),
    ...section(3, list([0])),
    ...section(7, list([...name('run'), 0x00, 0])),
    ...section(10, list(sized([...locals, ...body, 0x0b]))),
  ])
}

const vectorOp = (code: number) => [0xfd, ...number(code)]

/** Instructions by what they do; operands come before the operation, as on the machine's stack. */
export const op = {
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  /** Sets it and leaves the value where it was. */
  keep: (local: number) => [0x22, local],
  /** 0 to 63 */
  constant: (value: number) => [0x41, value],
  add: [0x6a],
  subtract: [0x6b],
  multiply: [0x6c],
  isLess: [0x49],
  load: [0x28, 2, 0],
  store: [0x36, 2, 0],
  loop: (...body: readonly (readonly number[])[]) => [0x03, VOID, ...body.flat(), 0x0b],
  /** To the beginning of the innermost loop, unless what was computed last is 0. */
  againIf: [0x0d, 0],
  /** Sixteen bytes, so many beyond the address. */
  load16: (offset: number) => [...vectorOp(0x00), 0, offset],
  store16: (offset: number) => [...vectorOp(0x0b), 0, offset],
  /** One 32-bit value, four times. */
  loadSplat: [...vectorOp(0x09), 2, 0],
  zeros: [...vectorOp(0x0c), ...Array.from({ length: 16 }, () => 0)],
  /** Sixteen signed bytes as eight products: of the first halves, of the second halves. */
  multiplyLow: vectorOp(0x9c),
  multiplyHigh: vectorOp(0x9d),
  /** Eight numbers of 16 bits as the sums of neighbours, four of 32. */
  addNeighbours: vectorOp(0x7e),
  addIntegers: vectorOp(0xae),
  integerAt: (lane: number) => [...vectorOp(0x1b), lane],
  addFloats: vectorOp(0xe4),
  multiplyFloats: vectorOp(0xe6),
} as const
