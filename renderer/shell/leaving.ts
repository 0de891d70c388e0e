import type { CommandInput } from '../../shared/ipc/ipc'
import type { AppClient } from '../bridge/bridge'
import { heldKeysTyped } from '../state/typed/type-ahead'

const TRY_AGAIN_MS = 500

/**
 * Before the window goes it types what it holds for a field that still comes, takes no more keys, and hands over everything
 * that main does not have yet: then it says so, and not before (rule W23). Where main only reads, the keys go on.
 *
 * @param handOver answers whether main has everything
 * @param captureOffered brings words without a place to the captured ones; answers whether main has them
 * @param shown what the next start shows again
 */
export function followLeaving(
  client: AppClient,
  handOver: () => Promise<boolean>,
  captureOffered: () => Promise<boolean>,
  shown: () => Pick<CommandInput<'flush.done'>, 'shown'>,
): void {
  let round: number | undefined
  let focused: Element | null = null
  /** Rounds in which main waits to read. */
  const reading = new Set<number>()

  async function handOverAll(asked: number, isAsked: () => boolean, all = handOver): Promise<void> {
    while (isAsked() && !(await all())) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    if (isAsked()) void client.call('flush.done', { round: asked, ...shown() })
  }

  function leave(asked: number): void {
    if (round !== asked) return
    focused ??= document.activeElement
    // What is being composed ends as text, and the keys after it go nowhere.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setInert(true)
    const all = async () => (await captureOffered()) && handOver()
    void handOverAll(asked, () => round === asked, all)
  }

  client.listen('flush.requested', ({ reason, round: asked }) => {
    if (reason === 'suspend') return void handOver()
    // Main asks until it is answered.
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

/** A dialog over the window is not inert with the body below it. */
function setInert(inert: boolean): void {
  for (const element of [document.body, ...document.querySelectorAll('dialog')]) element.inert = inert
}
