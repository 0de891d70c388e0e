import type { DiffAnswer, DiffQuestion } from './diff-steps'
import { comparisonOf, type Comparison } from './comparison'

/** Compares texts in a worker; each question cancels the previous one. */
export interface Differ {
  /** `heard` is called once, or twice if a first screen comes before the complete comparison. */
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
      // A full comparison of long texts that nobody waits for would delay the next one.
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
