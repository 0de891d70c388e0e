import { ViewPlugin, type EditorView, type PluginValue, type ViewUpdate } from '@codemirror/view'
import type { ChangeSet, Text } from '@codemirror/state'
import { frontMatterLines, LOOKED_THROUGH_MAX } from '../../../shared/markdown/front-matter-lines'
import { countWords } from '../../../shared/text/words/count-words'

/** The position after the front matter, where the text begins. */
export function textStart(doc: Text): number {
  const isFrontMatter = frontMatterLines()
  let at = 0
  for (const line of doc.iterLines()) {
    if (at >= LOOKED_THROUGH_MAX || !isFrontMatter(line)) break
    at += line.length + 1
  }
  return Math.min(at, doc.length)
}

function countLines(doc: Text, from: number, to: number): number {
  let words = 0
  for (const line of doc.iterLines(doc.lineAt(from).number, doc.lineAt(to).number + 1))
    words += countWords(line)
  return words
}

type Range = readonly [fromA: number, toA: number, fromB: number, toB: number]

/** The changed lines of both texts; two changes in one line give one range. */
export function changedLines(before: Text, after: Text, changes: ChangeSet): readonly Range[] {
  const ranges: Range[] = []
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const range: Range = [
      before.lineAt(fromA).from,
      before.lineAt(toA).to,
      after.lineAt(fromB).from,
      after.lineAt(toB).to,
    ]
    const last = ranges.at(-1)
    if (last !== undefined && (range[0] <= last[1] || range[2] <= last[3]))
      ranges[ranges.length - 1] = [last[0], range[1], last[2], range[3]]
    else ranges.push(range)
  })
  return ranges
}

/** The words in the lines before `done`, the start of a line; `undefined` if all lines are counted. */
interface Count {
  readonly words: number
  readonly done: number | undefined
}

/** The number of characters counted at a time, which takes about two milliseconds. */
const SLICE_CHARACTERS = 50_000

export const NOTHING_COUNTED: Count = { words: 0, done: 0 }

/** Counts some more lines. */
export function countOn(doc: Text, { words, done = 0 }: Count): Count {
  const to = doc.lineAt(Math.min(doc.length, done + SLICE_CHARACTERS)).to
  return { words: words + countLines(doc, done, to), done: to >= doc.length ? undefined : to + 1 }
}

/** The count after a change, updated by the changed lines only. */
export function countChanged(before: Text, after: Text, changes: ChangeSet, count: Count): Count {
  let { words, done } = count
  for (const [fromA, toA, fromB, toB] of changedLines(before, after, changes)) {
    if (done !== undefined && toA >= done) {
      // Lines on both sides of `done` are counted when their turn comes.
      if (fromA < done) {
        words -= countLines(before, fromA, done - 1)
        done = fromA
      }
      break
    }
    words += countLines(after, fromB, toB) - countLines(before, fromA, toA)
  }
  return { words, done: done === undefined ? undefined : changes.mapPos(done, -1) }
}

/**
 * Counts words in idle periods, and updates the count by the changed lines, so that a key costs no more in a long text
 * than in a short one. `report` is called at most once per `PAUSE_MS`.
 */
export function wordCount(report: (words: number) => void) {
  return ViewPlugin.define((view) => new Counter(view, report))
}

const PAUSE_MS = 400
/** The part of an idle period that is left free for what follows. */
const SPARE_MS = 5
const IDLE_MS_MAX = 300

class Counter implements PluginValue {
  private count = NOTHING_COUNTED
  private timer: ReturnType<typeof setTimeout> | undefined
  private idle: number | undefined

  constructor(
    private readonly view: EditorView,
    private readonly report: (words: number) => void,
  ) {
    if (view.state.doc.length > SLICE_CHARACTERS) {
      this.goOn()
      return
    }
    this.count = countOn(view.state.doc, this.count)
    this.tell()
  }

  update({ docChanged, startState, state, changes }: ViewUpdate): void {
    if (!docChanged) return
    this.count = countChanged(startState.doc, state.doc, changes, this.count)
    if (this.count.done === undefined && this.idle === undefined) this.tellSoon()
  }

  destroy(): void {
    clearTimeout(this.timer)
    if (this.idle !== undefined) cancelIdleCallback(this.idle)
  }

  /** Reports the count once all lines are counted, without the words of the front matter. */
  private tell(): void {
    const { doc } = this.view.state
    const start = textStart(doc)
    this.report(this.count.words - (start === 0 ? 0 : countWords(doc.sliceString(0, start))))
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.tell()
    }, PAUSE_MS)
  }

  private goOn(): void {
    this.idle = requestIdleCallback(
      (deadline) => {
        this.idle = undefined
        do this.count = countOn(this.view.state.doc, this.count)
        while (this.count.done !== undefined && deadline.timeRemaining() > SPARE_MS)
        if (this.count.done === undefined) this.tell()
        else this.goOn()
      },
      { timeout: IDLE_MS_MAX },
    )
  }
}
