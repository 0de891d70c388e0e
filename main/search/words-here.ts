import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentId } from '../../shared/terms'
import { openWordsIndex, type WordsIndex } from '../store/words-index'
import { openWordsSource, type WordsSource } from '../store/words-source'
import { createWordsEngine, type WordsAsk, type WordsEngine } from './words'

export interface WordsFiles {
  /** The library; only read. */
  readonly library: string
  /** The index of its words; made where there is none. */
  readonly index: string
}

/** Search for words over one library, wherever it runs. */
export interface Words {
  find(ask: WordsAsk): Promise<readonly SearchHit[]>
  /** Documents whose title or text hold these words, the best first. */
  ids(query: string, limit: number): Promise<readonly DocumentId[]>
  /** Something has moved. */
  wake(): void
  close(): Promise<void>
}

/** `report` hears of each document that cannot be searched. */
export type OpenWords = (files: WordsFiles, report: (error: unknown) => void) => Words

/** In this thread, opened at the first question; all that has moved is taken in before each answer, however long it takes. */
export const openWordsHere: OpenWords = (files, report) => {
  let open:
    { readonly index: WordsIndex; readonly source: WordsSource; readonly engine: WordsEngine } | undefined
  const engine = () => {
    open ??= openEngine(files, report)
    return open.engine
  }
  // Nothing takes in the rest between two questions, as the thread of its own does.
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
