/**
 * While the page as it was left is shown there is no editor yet. What is typed meanwhile is held here and goes into the
 * text when the app stands (`taking-over.ts`). Part of the page's first small script.
 */
export interface HeldWords {
  /** Where the words go; null: nothing was being written, and none are held. */
  readonly document: string | null
  /** The copy is no longer to be seen. */
  uncover(): void
  /** What was typed, once, as soon as no input method is composing any more. */
  words(): Promise<string>
  /** Ends it: what is typed from now on goes where the focus is. */
  end(): void
}

/** The page as it was left is on the screen, and with it everything is where it was. */
export const isCovered = (): boolean => document.getElementById('as-left') !== null

export function holdWords(): HeldWords | undefined {
  const copy = document.getElementById('as-left')
  if (copy === null) return undefined
  const uncover = () => {
    copy.remove()
    document.getElementById('as-left-style')?.remove()
  }
  // The copy of another screen is not shown (`main/launch/copy-page.ts`).
  if (!copy.checkVisibility()) {
    uncover()
    return undefined
  }
  const id = copy.dataset['document'] ?? null
  if (id === null) return { document: null, uncover, words: () => Promise.resolve(''), end: () => {} }

  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.ariaHidden = 'true'
  field.tabIndex = -1
  document.body.append(field)
  field.focus({ preventScroll: true })
  let composed: Promise<unknown> = Promise.resolve()
  field.addEventListener('compositionstart', () => {
    // The last of its changes comes after this event.
    composed = new Promise((resolve) => {
      field.addEventListener('compositionend', () => setTimeout(resolve), { once: true })
    })
  })
  return {
    document: id,
    uncover,
    words: () => composed.then(() => field.value),
    end: () => field.remove(),
  }
}

/** A window that is not to be seen is not painted. */
const PAINT_MOST_MS = 600
/** The app imports for itself what has not come. */
const ASKED_MOST_MS = 2_000

/**
 * Where there is a copy the page names the app's scripts and sheets for later (`main/launch/left-page.ts`): they are asked
 * for once it stands on the screen. A frame that has only been drawn up is
 * not there yet: it is painted by other threads, which the compilers would take the processor from.
 */
export async function readAfterFirstPaint(): Promise<void> {
  if (isCovered()) await firstPaint()
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=later]')]
  const sheets = links.filter(({ href }) => href.endsWith('.css'))
  const scripts = links.filter((link) => !sheets.includes(link))
  await asked(scripts, 'modulepreload')
  // With the faces every line is laid out anew: not while the scripts are on their way, but while main is asked.
  await asked(sheets, 'stylesheet')
}

/** What they link to is there, cannot be had, or takes too long. */
const asked = (links: readonly HTMLLinkElement[], rel: string) =>
  Promise.all(
    links.map(async (link) => {
      const answer = new Promise((resolve) => {
        for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true })
        setTimeout(resolve, ASKED_MOST_MS)
      })
      link.rel = rel
      await answer
    }),
  )

const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, PAINT_MOST_MS)
  })
