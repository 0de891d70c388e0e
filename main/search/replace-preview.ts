import type { ReplaceAsk, ReplaceDocument } from '../../shared/ipc/ipc-replace'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { answerOf, startWorker } from '../../node/start-worker'

export interface PreviewData {
  readonly library: string
  readonly ask: ReplaceAsk
  /** The documents to search, in this order. */
  readonly ids: readonly DocumentId[]
  /** How many places are shown. */
  readonly most: number
}

export type FromPreview =
  /** The thread now reads a text and must not be ended during that (`endedByItself`). */
  | { readonly kind: 'reads' }
  /** The thread now searches a text, and an expression may never finish. */
  | { readonly kind: 'looks' }
  | { readonly kind: 'found'; readonly document: ReplaceDocument }
  | { readonly kind: 'done'; readonly more: boolean }

export interface Preview {
  readonly documents: readonly ReplaceDocument[]
  readonly more: boolean
}

/** A text that takes longer than this means that the expression backtracks without end. */
const ONE_TEXT_MS = 2_000
const START_MS = 15_000

/**
 * Runs in a thread of its own, because an expression may never finish; then the thread is stopped and an AppError says
 * so.
 */
export async function previewInThread(data: PreviewData): Promise<Preview> {
  const worker = startWorker(import.meta.url, 'replace', data)
  const documents: ReplaceDocument[] = []
  const tooLong = new AbortController()
  const within = (delayMs: number) => setTimeout(() => tooLong.abort(), delayMs)
  let watch = within(START_MS)
  try {
    const last = await answerOf<FromPreview>(worker, tooLong.signal, (message) => {
      clearTimeout(watch)
      if (message.kind === 'looks') watch = within(ONE_TEXT_MS)
      if (message.kind === 'found') documents.push(message.document)
      return message.kind === 'done'
    })
    if (last?.kind === 'done') return { documents, more: last.more }
    void worker.terminate()
    throw appError('not-allowed', 'This expression takes too long. Make it simpler, then try again.')
  } finally {
    clearTimeout(watch)
  }
}
