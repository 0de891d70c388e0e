import type { ReplaceAsk, ReplaceDocument } from '../../shared/ipc/ipc-replace'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { answerOf, startWorker } from '../../node/start-worker'

export interface PreviewData {
  readonly library: string
  readonly ask: ReplaceAsk
  /** Where to look, in this order. */
  readonly ids: readonly DocumentId[]
  /** How many places are shown. */
  readonly most: number
}

export type FromPreview =
  /** From now on it reads a text: it must not be ended in the middle of that (`endedByItself`). */
  | { readonly kind: 'reads' }
  /** From now on it looks through a text, which an expression may never end. */
  | { readonly kind: 'looks' }
  | { readonly kind: 'found'; readonly document: ReplaceDocument }
  | { readonly kind: 'done'; readonly more: boolean }

export interface Preview {
  readonly documents: readonly ReplaceDocument[]
  readonly more: boolean
}

/** One text that takes longer than this is taken for an expression that explodes. */
const ONE_TEXT_MS = 2_000
const START_MS = 15_000

/** In a thread of its own, because an expression can take for ever; then it is stopped and an AppError says so. */
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
