import { createHash } from 'node:crypto'
import { readChunks, type Chunk } from './chunk'
import { PAUSE } from './markdown-blocks'
import type { IndexedChunk } from '../store/search/chunks'
import type { SearchIndex } from '../store/search/search-index'
import type { SearchSource, SourceDocument } from '../store/search/search-source'
import { readWords } from './tokenizer'

/** The changes that indexing a document made; the vectors in memory are updated accordingly. */
export interface IndexingReport {
  /** The position of the indexed change; `undefined`: there is no such document. */
  readonly position: number | undefined
  /** Chunks whose vector is void, because they were removed or changed. */
  readonly voided: number[]
}

/** How many writes come between two pauses of a long document; each pause is a commit, so that a kill loses little. */
const WRITES_PER_SLICE = 40

/**
 * Updates the index of one document to its present text, or removes it. A chunk with unchanged text keeps its id; ids
 * of others are never used again. Runs inside a transaction; at the pauses of a long document the caller may commit and
 * begin the next one.
 */
export function* indexDocument(
  source: SearchSource,
  index: SearchIndex,
  accountId: number,
  documentId: number,
): Generator<void, IndexingReport> {
  const { position, document } = source.snapshot(() => ({
    position: source.position(documentId),
    document: source.document(accountId, documentId),
  }))
  const voided: number[] = []
  let writes = 0
  const paused = () => ++writes % WRITES_PER_SLICE === 0

  const { kept, added, gone } = yield* compare(index.chunks.ofDocument(documentId), documentId, document)
  for (const { id } of gone) {
    removeChunk(index, id)
    voided.push(id)
    if (paused()) yield
  }
  for (const { before, after, text } of kept) {
    if (hasMoved(before, after)) index.chunks.update(after)
    if (sameBytes(before.contextHash, after.contextHash)) continue
    const words = wordsOf(document!.title, after.headingPath, text)
    index.words.remove(after.id)
    addWords(index, after.id, words)
    index.vectors.remove(after.id)
    index.vectors.addDue(after.id)
    voided.push(after.id)
    if (paused()) yield
  }
  for (const { chunk, text } of added) {
    const words = wordsOf(document!.title, chunk.headingPath, text)
    const id = index.chunks.add(chunk)
    addWords(index, id, words)
    index.vectors.addDue(id)
    if (paused()) yield
  }
  if (document === undefined) index.chunks.removeDocument(documentId)
  else index.chunks.setPosition(documentId, position)
  return { position: document && position, voided }
}

/** Removes a document from the index; returns its chunks. */
export function removeDocument(index: SearchIndex, documentId: number): readonly number[] {
  const chunks = index.chunks.ofDocument(documentId).map(({ id }) => id)
  for (const id of chunks) removeChunk(index, id)
  index.chunks.removeDocument(documentId)
  return chunks
}

function removeChunk(index: SearchIndex, id: number): void {
  index.chunks.remove(id)
  index.words.remove(id)
  index.vectors.remove(id)
}

/** 96 bits are enough to distinguish the chunks of one account. */
export const hashText = (text: string): Uint8Array =>
  createHash('sha256').update(text).digest().subarray(0, 12)

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

interface Comparison {
  readonly kept: { readonly before: IndexedChunk; readonly after: IndexedChunk; readonly text: string }[]
  readonly added: { readonly chunk: Omit<IndexedChunk, 'id'>; readonly text: string }[]
  readonly gone: readonly IndexedChunk[]
}

/** How many chunks of a long document are processed between two pauses, in addition to the pauses of reading. */
const CHUNKS_PER_SLICE = 100

/** Pairs chunks by their text, equal ones in order. */
function* compare(
  before: readonly IndexedChunk[],
  documentId: number,
  document: SourceDocument | undefined,
): Generator<void, Comparison> {
  const left = new Map<string, IndexedChunk[]>()
  for (const chunk of before.toReversed()) {
    const key = keyOf(chunk.textHash)
    const same = left.get(key)
    if (same) same.push(chunk)
    else left.set(key, [chunk])
  }
  const kept: Comparison['kept'] = []
  const added: Comparison['added'] = []
  let place = 0
  for (const chunk of document === undefined ? [] : readChunks(document.content)) {
    if (chunk === PAUSE) {
      yield
      continue
    }
    const described = describe(chunk, place++, documentId, document!.title)
    const same = left.get(keyOf(described.textHash))?.pop()
    if (same) kept.push({ before: same, after: { ...described, id: same.id }, text: chunk.text })
    else added.push({ chunk: described, text: chunk.text })
    if (place % CHUNKS_PER_SLICE === 0) yield
  }
  return { kept, added, gone: [...left.values()].flat() }
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString('latin1')

function describe(
  { start, end, text, headingPath }: Chunk,
  place: number,
  documentId: number,
  title: string,
): Omit<IndexedChunk, 'id'> {
  const textHash = hashText(text)
  const contextHash = hashText(JSON.stringify([title, headingPath]))
  return { documentId, place, start, end, headingPath, textHash, contextHash }
}

const hasMoved = (before: IndexedChunk, after: IndexedChunk): boolean =>
  before.place !== after.place ||
  before.start !== after.start ||
  before.end !== after.end ||
  !sameBytes(before.contextHash, after.contextHash)

/** Nobody searches for parts of shorter words. */
const TERM_LENGTH_MIN = 4

interface ChunkWords {
  readonly title: string
  readonly headings: string
  readonly body: string
  /** The words as they are written, each with its stem. */
  readonly terms: ReadonlyMap<string, string>
}

function wordsOf(title: string, headingPath: readonly string[], text: string): ChunkWords {
  const terms = new Map<string, string>()
  const read = (given: string): string =>
    readWords(given)
      .map((word) => {
        if (word.kind === 'run') return word.characters.join(' ')
        if (word.surface.length >= TERM_LENGTH_MIN) terms.set(word.surface, word.stem)
        return word.stem
      })
      .join(' ')
  return { title: read(title), headings: read(headingPath.join('\n')), body: read(text), terms }
}

function addWords(index: SearchIndex, chunkId: number, { title, headings, body, terms }: ChunkWords): void {
  index.words.add(chunkId, title, headings, body)
  for (const [surface, stem] of terms) index.words.addTerm(surface, stem)
}
