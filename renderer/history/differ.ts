import type { DiffAnswer, DiffQuestion } from './diff-steps'
import { comparisonOf, type Comparison } from './comparison'

/** Compares texts beside the window's own work; each question makes an earlier one void. */
export interface Differ {
  /** Heard once, or twice where a first screen comes before the whole. */
  compare(before: string, after: string, heard: (comparison: Comparison, isWhole: boolean) => void): void
  close(): void
}

export function createDiffer(): Differ {
  let worker: Worker | undefined
  let last = 0
  let ask: { readonly question: DiffQuestion; readonly heard: (answer: DiffAnswer) => void } | undefined

  function start(): Worker {
    const started = new Worker(new URL('diff.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<DiffAnswer>) => {
      if (data.id !== ask?.question.id) return
      const { heard } = ask
      if (!data.isFirst) ask = undefined
      heard(data)
    })
    return started
  }

  return {
    compare(before, after, heard) {
      // A whole diff of long texts that nobody waits for any more would keep the next one waiting.
      if (ask !== undefined && before.length + after.length > 200_000) {
        worker?.terminate()
        worker = undefined
      }
      const question = { id: ++last, before, after }
      ask = {
        question,
        heard: (answer) => heard(comparisonOf(before, after, answer.pieces), !answer.isFirst),
      }
      worker ??= start()
      worker.postMessage(question)
    },
    close() {
      ask = undefined
      worker?.terminate()
      worker = undefined
    },
  }
}
