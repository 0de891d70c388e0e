import type { ReplaceAsk, ReplaceDocument } from '../../shared/ipc/ipc-replace'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { startWorker } from '../system/start-worker'

export interface PreviewData {
  readonly library: string
  readonly ask: ReplaceAsk
  /** Where to look, in this order. */
  readonly ids: readonly DocumentId[]
  /** How many places are shown. */
  readonly most: number
}

export type FromPreview =
  | { readonly kind: 'at'; readonly documentId: DocumentId }
  | { readonly kind: 'found'; readonly document: ReplaceDocument }
  | { readonly kind: 'done'; readonly more: boolean }

export interface Preview {
  readonly documents: readonly ReplaceDocument[]
  readonly more: boolean
}

/** One text that takes longer than this is taken for an expression that explodes. */
const ONE_TEXT_MS = 2_000
const START_MS = 15_000
const LOOK_MS = 200

/** In a thread of its own, because an expression can take for ever; then it is stopped and an AppError says so. */
export function previewInThread(data: PreviewData): Promise<Preview> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'replace', data)
    const documents: ReplaceDocument[] = []
    let deadline = performance.now() + START_MS
    const watch = setInterval(() => {
      if (performance.now() > deadline)
        end(() =>
          reject(appError('not-allowed', 'This expression takes too long. Make it simpler, then try again.')),
        )
    }, LOOK_MS)
    const end = (tell: () => void) => {
      clearInterval(watch)
      void worker.terminate()
      tell()
    }
    worker.on('message', (message: FromPreview) => {
      deadline = performance.now() + ONE_TEXT_MS
      if (message.kind === 'found') documents.push(message.document)
      else if (message.kind === 'done') end(() => resolve({ documents, more: message.more }))
    })
    worker.on('error', (error) => end(() => reject(error)))
  })
}
