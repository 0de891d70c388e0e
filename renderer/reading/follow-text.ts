import type { TextChange } from '../../shared/text/text-change'
import type { EditorHandle, TrackedPlaces } from '../editor/editor'
import type { PageChange } from './page-blocks'
import type { ReadingPage } from './reading-page'

/** The minimum time between two readings of the text while somebody types. */
const PAUSE_MS = 150

/** Draws the text and its later changes; returns a function that stops this. */
export function followText(
  editor: EditorHandle,
  page: ReadingPage,
  listener: {
    /** Called when a text is drawn. `places` tracks positions in that text, which may have changed since. */
    readonly drawn: (places: TrackedPlaces) => void
    readonly failed: () => void
  },
): () => void {
  const worker = new Worker(new URL('page.worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The positions of the text that is being read and drawn. */
  let places: TrackedPlaces | undefined
  /** The positions of the text last sent to the worker, which are kept until the next text is drawn. */
  let last: TrackedPlaces | undefined
  let isStale = false
  let hasEnded = false

  function read(): void {
    timer = undefined
    isStale = false
    const change = last === undefined ? { from: 0, to: 0, insert: editor.text() } : changeSince(last)
    last = places = editor.track()
    worker.postMessage(change)
  }

  function changeSince(before: TrackedPlaces): TextChange {
    const changed = before.changed()
    return changed === undefined
      ? { from: 0, to: 0, insert: '' }
      : { ...changed.before, insert: editor.text(changed.now) }
  }

  /** A long text takes longer than the pause; some of the texts typed in the meantime are skipped. */
  function readSoon(): void {
    if (places === undefined) timer ??= setTimeout(read, PAUSE_MS)
    else isStale = true
  }

  async function draw(change: PageChange): Promise<void> {
    await page.change(change)
    if (hasEnded || places === undefined) return
    listener.drawn(places)
    places = undefined
    if (isStale) readSoon()
  }

  worker.addEventListener('message', ({ data }: MessageEvent<PageChange>) => void draw(data))
  worker.addEventListener('error', listener.failed)
  read()
  const stop = editor.listenToMoves((isTyped) => {
    if (isTyped) readSoon()
  })
  return () => {
    hasEnded = true
    stop()
    places?.end()
    clearTimeout(timer)
    worker.terminate()
  }
}
