import type { TextChange } from '../../shared/text/text-change'
import type { EditorHandle, TrackedPlaces } from '../editor/editor'
import type { PageChange } from './page-blocks'
import type { ReadingPage } from './reading-page'

/** Texts are read again at most this often while somebody types. */
const PAUSE_MS = 150

/** Draws the text, and what changes of it; answers with the function that ends this. */
export function followText(
  editor: EditorHandle,
  page: ReadingPage,
  told: {
    /** The text of these places is drawn, which may have changed since. */
    readonly drawn: (places: TrackedPlaces) => void
    readonly failed: () => void
  },
): () => void {
  const worker = new Worker(new URL('page.worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Those of the text that is being read and drawn. */
  let places: TrackedPlaces | undefined
  /** Those of the text that the worker was told of last, which live until the next one is drawn. */
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

  /** A long text takes longer than the pause; those that are typed meanwhile are not all read. */
  function readSoon(): void {
    if (places === undefined) timer ??= setTimeout(read, PAUSE_MS)
    else isStale = true
  }

  async function draw(change: PageChange): Promise<void> {
    await page.change(change)
    if (hasEnded || places === undefined) return
    told.drawn(places)
    places = undefined
    if (isStale) readSoon()
  }

  worker.addEventListener('message', ({ data }: MessageEvent<PageChange>) => void draw(data))
  worker.addEventListener('error', told.failed)
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
