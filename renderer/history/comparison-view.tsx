import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { Span } from '../../shared/text/span'
import { createVersionView, type Mark, type VersionView } from '../editor/review/version-view'
import { sameLine, type Change, type Comparison } from './comparison'
import styles from './history.module.css'

export interface ComparisonHandle {
  /** The stretch that the reader selected; empty: none. */
  selection(): Span
  /** The first change at or below the top of what is to be seen; where none is, the last one. */
  firstInView(): number
  /** Goes to a change unless it can be seen already. */
  bringIntoView(index: number): void
  focus(): void
}

export interface ComparisonProps {
  readonly ref: Ref<ComparisonHandle>
  readonly comparison: Comparison
  /** Where the text stood before it was compared. */
  readonly startAt: number
  readonly sentence: string | undefined
  readonly current: number
  /** These changes are shown as they would read afterwards. */
  readonly preview: readonly Change[]
  readonly onPick: (index: number) => void
}

/** Two texts in one, with what differs marked in place; the place stays when another version is shown. */
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

/** In the order in which they stand; what a sentence search found is marked where nothing else is. */
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

/** The first change of which that is true, else the last. */
export function firstFrom(changes: readonly Change[], isBelow: (change: Change) => boolean): number {
  const index = changes.findIndex(isBelow)
  return index < 0 ? Math.max(0, changes.length - 1) : index
}

/** Where an offset of the newer text stands in both as one. */
function placeOfAfter(changes: readonly Change[], at: number): number {
  let shift = 0
  for (const { after, added } of changes) {
    if (after.from > at) break
    shift = added.from - after.from
  }
  return at + shift
}
