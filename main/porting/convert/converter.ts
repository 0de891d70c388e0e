import type { Worker } from 'node:worker_threads'
import { appError } from '../../../shared/problem'
import { answerOf, startWorker } from '../../../node/start-worker'
import type { Converted } from './convert'

/** Converts documents of other formats in a thread of its own, one after another. */
export interface Converter {
  /** Converts as `convert` does; also throws an AppError with a sentence where the time or memory limit is exceeded. */
  convert(name: string, bytes: Uint8Array, pictureFolder: string): Promise<Converted>
  /** Ends the thread; a later conversion starts another one. */
  end(): void
}

export interface ConvertRequest {
  readonly name: string
  readonly bytes: Uint8Array
  readonly pictureFolder: string
}

export type ConvertAnswer =
  | { readonly kind: 'converted'; readonly converted: Converted }
  | { readonly kind: 'refused'; readonly message: string }

/** A book of a thousand pages takes a few seconds. */
const LONGEST_MS = 60_000

/** The limit for JavaScript objects, in megabytes. */
const MEMORY = 1_500

export function createConverter(longestMs = LONGEST_MS): Converter {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  async function ask(request: ConvertRequest): Promise<Converted> {
    worker ??= startWorker(import.meta.url, 'convert', undefined, { maxOldGenerationSizeMb: MEMORY })
    const answered = answerOf<ConvertAnswer>(worker, AbortSignal.timeout(longestMs)).catch(() => undefined)
    worker.postMessage(request)
    const answer = await answered
    if (answer?.kind === 'converted') return answer.converted
    if (answer !== undefined) throw appError('damaged', answer.message)
    end()
    throw appError('too-large', 'It takes too long to read. Nothing of it was imported.')
  }

  return {
    convert(name, bytes, pictureFolder) {
      const asked = last.then(() => ask({ name, bytes, pictureFolder }))
      last = asked.catch(() => {})
      return asked
    },
    end,
  }
}
