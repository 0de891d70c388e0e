import type { StyleAsk, StyleHint } from './hints'
import type { StyleAnswer, StyleQuestion } from './style.worker'

/** The number of answers cached for all editors of the window. */
const KEPT_MAX = 500
const kept = new Map<string, Promise<readonly StyleHint[]>>()
const waiting = new Map<number, (hints: readonly StyleHint[]) => void>()
let worker: Worker | undefined
let last = 0

/** Asks the window's worker about a paragraph, once for each paragraph; the worker is started on first use. */
export function askStyle(ask: StyleAsk): Promise<readonly StyleHint[]> {
  const key = JSON.stringify(ask)
  const known = kept.get(key)
  if (known !== undefined) return known
  worker ??= start()
  const id = ++last
  const answer = new Promise<readonly StyleHint[]>((resolve) => waiting.set(id, resolve))
  worker.postMessage({ ...ask, id } satisfies StyleQuestion)
  kept.set(key, answer)
  for (const [oldest] of kept) {
    if (kept.size <= KEPT_MAX) break
    kept.delete(oldest)
  }
  return answer
}

function start(): Worker {
  const started = new Worker(new URL('style.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data: { id, hints } }: MessageEvent<StyleAnswer>) => {
    waiting.get(id)?.(hints)
    waiting.delete(id)
  })
  return started
}
