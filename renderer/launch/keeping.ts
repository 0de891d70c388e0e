import { EVENT_NAMES } from '../ahead'
import type { Client } from '../bridge'
import { useWindow, type WindowState } from '../store'
import { copyOf } from './copy'

/** So long nothing has moved on screen and main has told nothing. */
const REST_MS = 1_500
/** After a change nothing is watched for a while, so that typing is not slowed down by it. */
const BLIND_MS = 400
/** Before the window goes it need not rest; but what main has just told is on screen only when it has been drawn. */
const STILL_MS = 250

export interface LaunchKeeping {
  /** Before the window goes: the copy that main has by then is of what is on screen, or there is none. */
  last(): Promise<void>
}

/**
 * Hands main a copy of the window whenever it has come to rest, and has it taken away with the first change
 * (`shared/launch-copy.ts`): words that are not the last ones are never shown.
 */
export function keepLaunchCopy(client: Client, app: HTMLElement): LaunchKeeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let changedAt = -Infinity
  /** What a start finds on the disk counts as one. */
  let mayBeKept = true
  let isWatching = false

  const seen = (records: readonly MutationRecord[]) => records.some(({ target }) => isInCopy(target))
  const observer = new MutationObserver((records) => seen(records) && changed())
  const watch = () => {
    isWatching = true
    const all = { subtree: true, childList: true, characterData: true, attributes: true }
    observer.observe(document.documentElement, all)
    timer = setTimeout(() => requestIdleCallback(() => void take(), { timeout: 1_000 }), REST_MS)
  }

  function changed(): void {
    changedAt = performance.now()
    if (!isWatching) return
    isWatching = false
    observer.disconnect()
    clearTimeout(timer)
    timer = setTimeout(watch, BLIND_MS)
    if (mayBeKept) void client.call('window.drop-copy', undefined)
    mayBeKept = false
  }

  /** Main takes the copy only if it has told nothing since it was asked for the leave to look. */
  async function take(): Promise<void> {
    const [before, hasMoved] = [changedAt, () => seen(observer.takeRecords()) || changedAt !== before]
    if (!isWatching || mayBeKept || !isBegunWith(useWindow.getState())) return
    const leave = await client.call('window.drop-copy', undefined)
    if (!leave.ok || hasMoved()) return changed()
    const copy = copyOf(app, documentWrittenIn(app))
    if (copy === undefined) return
    mayBeKept = true
    await client.call('window.keep-copy', { copy })
  }

  // Whatever main tells, what is on screen may not be true any more.
  for (const name of EVENT_NAMES) if (name !== 'flush.requested') client.listen(name, changed)
  // None of these changes an element.
  for (const name of ['input', 'scroll', 'focusin', 'focusout'])
    document.addEventListener(name, changed, { capture: true, passive: true })
  window.addEventListener('resize', changed)
  watch()

  return {
    async last() {
      if (seen(observer.takeRecords())) changed()
      clearTimeout(timer)
      if (mayBeKept || performance.now() - changedAt < STILL_MS) return
      watch()
      clearTimeout(timer)
      await take()
    },
  }
}

/** What is true of the moment only moves without end where the service is away: how long until it is tried again. */
const isInCopy = (target: Node): boolean =>
  (target instanceof Element ? target : target.parentElement)?.closest('[data-kept], time') == null

/** A start begins with the documents, nothing over them and one document chosen: all else would jump. */
function isBegunWith(state: WindowState): boolean {
  const isBare =
    document.querySelector('[role=dialog], [role=menu], [role=alertdialog], .find-panel') === null
  return (
    isBare &&
    !state.isSwitching &&
    state.place === 'documents' &&
    state.overlay === null &&
    state.drawer === 'none' &&
    state.renaming === null &&
    state.loop === null &&
    state.group === null &&
    !state.filtering &&
    state.selected.every((id) => id === state.active)
  )
}

/** Where words that are typed at the next start go, before there is an editor. */
function documentWrittenIn(app: HTMLElement): string | null {
  const isInText = document.activeElement?.closest('.cm-content') ?? null
  return isInText !== null && app.contains(isInText) ? useWindow.getState().active : null
}
