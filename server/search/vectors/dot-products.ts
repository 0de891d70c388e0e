interface Memory {
  readonly buffer: ArrayBuffer
  /** Grows in pages of 64 KB; `buffer` is replaced by that. */
  grow(pages: number): number
}

/**
 * Dot products of one vector with many, all of signed bytes. They are computed in WebAssembly, sixteen bytes at a time:
 * about ten times as fast as a loop in JavaScript (docs/adr/0009-webassembly-for-vectors.md).
 */
interface DotProducts {
  /** Empty at first. */
  readonly memory: Memory
  /**
   * Arguments are addresses in `memory`, except `width`, the bytes of a vector (a multiple of 16), and `count`, the
   * number of vectors (over 0). At `products` there must be room for that many 32-bit numbers.
   */
  run(query: number, vectors: number, width: number, count: number, products: number): void
}

/** The part of WebAssembly that is used here; TypeScript declares it only with the DOM. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: { own: { memory: Memory } },
  ) => { readonly exports: { readonly run: DotProducts['run'] } }
}

/** `dot-products.wat`, assembled. After a change of that file its test prints the new value. */
export const ASSEMBLED =
  'AGFzbQEAAAABCQFgBX9/f39/AAISAQNvd24GbWVtb3J5AgEAgIAEAwIBAAcHAQNydW4AAAqkAQGhAQIBfwN7A0D9DAAAAAAAAAAAAAAAAAAA' +
  'AAAhCEEAIQUDQCAAIAVq/QAEACEGIAEgBWr9AAQAIQcgCCAG/YcBIAf9hwH9ugEgBv2IASAH/YgB/boB/a4B/a4BIQggBUEQaiEFIAUgAkkN' +
  'AAsgBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqNgIAIARBBGohBCABIAJqIQEgA0EBayEDIAMNAAsL'

const compiled = new WebAssembly.Module(Buffer.from(ASSEMBLED, 'base64'))
const PAGES_MAX = 65_536

/** Each instance has a memory of its own. */
export function createDotProducts(): DotProducts {
  const memory = new WebAssembly.Memory({ initial: 0, maximum: PAGES_MAX })
  const { run } = new WebAssembly.Instance(compiled, { own: { memory } }).exports
  return { memory, run }
}
