import { frontMatterLines } from '../../../shared/markdown/front-matter-lines'
import { headingIn, headingWords } from '../../../shared/markdown/headings'
import type { Text } from '@codemirror/state'

export interface Heading {
  readonly level: number
  readonly text: string
  readonly from: number
}

export interface Outline {
  readonly headings: readonly Heading[]
  /** Whether the text has more headings than these. */
  readonly more: boolean
}

/** The maximum number of headings listed: nobody reads more, and rendering them takes time. */
const HEADINGS_MAX = 1_000
/** The maximum length of a heading shown. */
const HEADING_LENGTH_MAX = 300
/** The number of characters read between two pauses, which takes a few milliseconds. */
const SLICE_CHARACTERS = 50_000
/** The part of an idle period that is left free for what follows. */
const SPARE_MS = 5
const IDLE_MS_MAX = 300

/** The headings of a text, without front matter and fenced code; pauses where the caller may do something else. */
export function* outlineOf(doc: Text, most = HEADINGS_MAX): Generator<void, Outline> {
  const headings: Heading[] = []
  let fence: string | undefined
  let from = 0
  let pauseAt = SLICE_CHARACTERS
  const isFrontMatter = frontMatterLines()
  for (const line of doc.iterLines()) {
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (isFrontMatter(line)) {
      // A comment in code may begin like a heading.
    } else if (fence !== undefined) {
      if (opening?.startsWith(fence)) fence = undefined
    } else if (opening !== undefined) fence = opening
    else {
      const heading = headingIn(line)
      if (heading !== undefined) {
        if (headings.length === most) return { headings, more: true }
        headings.push({
          level: heading.level,
          text: headingWords(heading.text.slice(0, HEADING_LENGTH_MAX)),
          from,
        })
      }
    }
    from += line.length + 1
    if (from < pauseAt) continue
    pauseAt = from + SLICE_CHARACTERS
    yield
  }
  return { headings, more: false }
}

/**
 * Reports the headings of a text: of a short one at once, of a long one after reading it in idle periods, so that no
 * key waits.
 *
 * @returns a function that cancels this
 */
export function readOutline(doc: Text, tell: (outline: Outline) => void): () => void {
  const steps = outlineOf(doc)
  let idle: number | undefined
  const goOn = (mayGoOn: () => boolean): void => {
    do {
      const step = steps.next()
      if (step.done) return tell(step.value)
    } while (mayGoOn())
    idle = requestIdleCallback((deadline) => goOn(() => deadline.timeRemaining() > SPARE_MS), {
      timeout: IDLE_MS_MAX,
    })
  }
  goOn(() => false)
  return () => {
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
