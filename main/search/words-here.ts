import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentId } from '../../shared/terms'
import { openWordsIndex, type WordsIndex } from '../store/words-index'
import { openWordsSource, type WordsSource } from '../store/words-source'
import { createWordsEngine, type WordsAsk, type WordsEngine } from './words'

export interface WordsFiles {
  /** The library, which is only read. */
  readonly library: string
  /** The index of its words; it is created where it does not exist. */
  readonly index: string
}

/** Search for words in one library, independent of the thread in which it runs. */
export interface Words {
  find(ask: WordsAsk): Promise<readonly SearchHit[]>
  /** Documents whose title or text contains these words, the best first. */
  ids(query: string, limit: number): Promise<readonly DocumentId[]>
  /** Notes that words have changed. */
  wake(): void
  close(): Promise<void>
}

/** `report` is called for each document that cannot be searched. */
export type OpenWords = (files: WordsFiles, report: (error: unknown) => void) => Words

/**
 * Runs in this thread and opens at the first query; all changes are indexed before each answer, however long that
 * takes.
 */
export const openWordsHere: OpenWords = (files, report) => {
  let open:
    { readonly index: WordsIndex; readonly source: WordsSource; readonly engine: WordsEngine } | undefined
  const engine = () => {
    open ??= openEngine(files, report)
    return open.engine
  }
  // Between two queries no thread of its own indexes the remaining changes.
  const whole = () => {
    engine().catchUp(Number.POSITIVE_INFINITY)
    return engine()
  }
  return {
    find: async (ask) => whole().find(ask),
    ids: async (query, limit) => whole().ids(query, limit),
    wake() {},
    async close() {
      open?.source.close()
      open?.index.close()
      open = undefined
    },
  }
}

export function openEngine({ library, index: file }: WordsFiles, report: (error: unknown) => void) {
  const source = openWordsSource(library)
  const index = openWordsIndex(file)
  return {
    source,
    index,
    engine: createWordsEngine({ index, source, nowMs: () => performance.now(), report }),
  }
}
