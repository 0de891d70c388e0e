import type { AppClient } from '../bridge/bridge'
import { heldKeysTyped } from '../state/typed/type-ahead'

const TRY_AGAIN_MS = 500

/**
 * Prepares the window for closing: types the keys held for a field that has not appeared yet, accepts no more keys, and
 * hands over everything that the main process does not have. Only then does it report that it is done (rule W23). When
 * the main process only wants to read, the writer can keep typing.
 *
 * @param handOver resolves to whether the main process has everything
 * @param captureOffered captures words without a place; resolves to whether the main process has them
 */
export function followFlushRequests(
  client: AppClient,
  handOver: () => Promise<boolean>,
  captureOffered: () => Promise<boolean>,
): void {
  let round: number | undefined
  let focused: Element | null = null
  /** The rounds in which the main process waits to read. */
  const reading = new Set<number>()

  async function handOverAll(asked: number, isAsked: () => boolean, all = handOver): Promise<void> {
    while (isAsked() && !(await all())) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    if (isAsked()) void client.call('flush.done', { round: asked })
  }

  function leave(asked: number): void {
    if (round !== asked) return
    focused ??= document.activeElement
    // Ends a composition, whose text is kept; later keys are dropped.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setInert(true)
    const all = async () => (await captureOffered()) && handOver()
    void handOverAll(asked, () => round === asked, all)
  }

  client.listen('flush.requested', ({ reason, round: asked }) => {
    if (reason === 'suspend') return void handOver()
    // The main process repeats the request until it is answered.
    if (round === asked || reading.has(asked)) return
    if (reason === 'read') {
      reading.add(asked)
      return void handOverAll(asked, () => true).then(() => reading.delete(asked))
    }
    round = asked
    void heldKeysTyped().then(() => leave(asked))
  })
  client.listen('leaving.cancelled', () => {
    round = undefined
    setInert(false)
    if (focused instanceof HTMLElement) focused.focus()
    focused = null
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void handOver()
  })
  window.addEventListener('pagehide', () => void handOver())
}

/** A dialog over the window does not become inert with the body. */
function setInert(inert: boolean): void {
  for (const element of [document.body, ...document.querySelectorAll('dialog')]) element.inert = inert
}
