import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { Span } from '../../shared/text/span'
import { createVersionView, type Mark, type VersionView } from '../editor/review/version-view'
import { sameLine, type Change, type Comparison } from './comparison'
import styles from './history.module.css'

export interface ComparisonHandle {
  /** The range that the reader has selected; empty without a selection. */
  selection(): Span
  /** The index of the first change at or below the top of the visible part; of the last one if there is none. */
  firstInView(): number
  /** Scrolls to a change unless it is visible. */
  bringIntoView(index: number): void
  focus(): void
}

export interface ComparisonProps {
  readonly ref: Ref<ComparisonHandle>
  readonly comparison: Comparison
  /** The position in the text before the comparison. */
  readonly startAt: number
  readonly sentence: string | undefined
  readonly current: number
  /** The changes that are shown as they would read after restoring. */
  readonly preview: readonly Change[]
  readonly onPick: (index: number) => void
}

/**
 * Two texts shown as one, with the differences marked in place. The scroll position stays when another version is
 * shown.
 */
export function InlineComparison(props: ComparisonProps) {
  const { comparison, current, preview, sentence } = props
  const scroller = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<VersionView>(undefined)
  const last = useRef<string>(undefined)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const [parent, scrolls] = [place.current, scroller.current]
    if (parent === null || scrolls === null) return
    const made = createVersionView({
      parent,
      scroller: scrolls,
      label: 'Text of this version',
      picked(at) {
        const { comparison: shown, onPick } = latest.current
        const index = shown.changes.findIndex(({ removed, added }) => removed.from <= at && at <= added.to)
        if (index >= 0) onPick(index)
      },
    })
    view.current = made
    last.current = undefined
    return () => {
      view.current = undefined
      made.destroy()
    }
  }, [])

  useEffect(() => {
    const shown = view.current
    if (shown === undefined) return
    const { startAt, sentence: wanted } = latest.current
    const found = wanted === undefined ? -1 : comparison.text.indexOf(wanted)
    const top =
      last.current === undefined
        ? placeOfAfter(comparison.changes, startAt)
        : sameLine(last.current, shown.top(), comparison.text)
    shown.show(comparison.text, marksOf(latest.current), top === 0 ? undefined : top)
    if (found >= 0) shown.goTo(found)
    last.current = comparison.text
  }, [comparison])

  useEffect(() => {
    view.current?.mark(marksOf(latest.current))
  }, [current, preview, sentence])

  const target = comparison.changes[current]?.removed.from
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && target !== undefined) view.current?.bringIntoView(target)
    isFirst.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- a new comparison moves nothing
  }, [current])

  useImperativeHandle(props.ref, () => ({
    selection: () => view.current?.selection() ?? { from: 0, to: 0 },
    firstInView() {
      const top = view.current?.top() ?? 0
      return firstFrom(latest.current.comparison.changes, ({ added }) => added.to >= top)
    },
    bringIntoView(index) {
      const change = latest.current.comparison.changes[index]
      if (change !== undefined) view.current?.bringIntoView(change.removed.from)
    },
    focus: () => view.current?.focus(),
  }))

  return (
    <div ref={scroller} className={styles.scroller}>
      <div ref={place} className={styles.column} />
    </div>
  )
}

/** The marks in the order of the text. A sentence that was searched for is marked where there is no other mark. */
function marksOf({ comparison, current, preview, sentence }: ComparisonProps): readonly Mark[] {
  const marks: Mark[] = []
  const found = sentence === undefined ? -1 : comparison.text.indexOf(sentence)
  if (found >= 0 && sentence !== undefined)
    marks.push({ from: found, to: found + sentence.length, kind: 'found' })
  comparison.changes.forEach((change, index) => {
    if (preview.includes(change)) {
      marks.push({ ...change.removed, kind: 'back' }, { ...change.added, kind: 'hidden' })
      return
    }
    marks.push(
      { ...change.removed, kind: index === current ? 'current-removed' : 'removed' },
      { ...change.added, kind: index === current ? 'current-added' : 'added' },
    )
  })
  return marks.sort((a, b) => a.from - b.from || b.to - a.to)
}

/** The index of the first change for which the condition holds, or else of the last one. */
export function firstFrom(changes: readonly Change[], isBelow: (change: Change) => boolean): number {
  const index = changes.findIndex(isBelow)
  return index < 0 ? Math.max(0, changes.length - 1) : index
}

/** The position in the combined text of an offset in the newer one. */
function placeOfAfter(changes: readonly Change[], at: number): number {
  let shift = 0
  for (const { after, added } of changes) {
    if (after.from > at) break
    shift = added.from - after.from
  }
  return at + shift
}
