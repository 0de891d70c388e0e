import { useEffect, useImperativeHandle, useRef } from 'react'
import { createVersionView, type Mark, type VersionView } from '../editor/review/version-view'
import type { Change } from './comparison'
import { firstFrom, type ComparisonProps } from './comparison-view'
import styles from './history.module.css'

type Side = 'before' | 'after'
const SIDES = ['before', 'after'] as const
const OTHER = { before: 'after', after: 'before' } as const
const LABELS = { before: 'Older text', after: 'Newer text' } as const

/** The older text on the left, the newer on the right; scrolling one scrolls the other to the same place. */
export function SideBySide(props: ComparisonProps) {
  const { comparison, current, preview } = props
  const scrollers = { before: useRef<HTMLDivElement>(null), after: useRef<HTMLDivElement>(null) }
  const places = { before: useRef<HTMLDivElement>(null), after: useRef<HTMLDivElement>(null) }
  const views = useRef<Partial<Record<Side, VersionView>>>({})
  /** The side that the reader scrolls; the other one follows. */
  const led = useRef<Side>(undefined)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const made = views.current
    for (const side of SIDES) {
      const [parent, scroller] = [places[side].current, scrollers[side].current]
      if (parent === null || scroller === null) continue
      const view = createVersionView({
        parent,
        scroller,
        label: LABELS[side],
        picked(at) {
          const index = latest.current.comparison.changes.findIndex(
            (change) => change[side].from <= at && at <= change[side].to,
          )
          if (index >= 0) latest.current.onPick(index)
        },
      })
      const lead = () => (led.current = side)
      const follow = () => {
        if (led.current !== side) return
        const at = across(latest.current.comparison.changes, side, view.top())
        made[OTHER[side]]?.goTo(at, 'start')
      }
      for (const event of ['wheel', 'pointerdown', 'keydown', 'touchstart'])
        scroller.addEventListener(event, lead, { passive: true })
      scroller.addEventListener('scroll', follow, { passive: true })
      made[side] = view
    }
    return () => {
      for (const side of SIDES) made[side]?.destroy()
      views.current = {}
    }
    // oxlint-disable-next-line react/exhaustive-deps -- refs stay what they are
  }, [])

  useEffect(() => {
    const { before, after } = views.current
    const { startAt, comparison: shown } = latest.current
    before?.show(shown.before, marksOf(latest.current, 'before'), across(shown.changes, 'after', startAt))
    after?.show(shown.after, marksOf(latest.current, 'after'), startAt)
  }, [comparison])

  useEffect(() => {
    for (const side of SIDES) views.current[side]?.mark(marksOf(latest.current, side))
  }, [current, preview])

  function bringIntoView(index: number): void {
    const change = latest.current.comparison.changes[index]
    if (change === undefined) return
    led.current = undefined
    for (const side of SIDES) views.current[side]?.bringIntoView(change[side].from)
  }

  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) bringIntoView(current)
    isFirst.current = false
  }, [current])

  useImperativeHandle(props.ref, () => ({
    // With two texts side by side, a selection identifies no place in both.
    selection: () => ({ from: 0, to: 0 }),
    firstInView() {
      const top = views.current.after?.top() ?? 0
      return firstFrom(latest.current.comparison.changes, ({ after }) => after.to >= top)
    },
    bringIntoView,
    focus: () => views.current.after?.focus(),
  }))

  return (
    <div className={styles.sides}>
      {SIDES.map((side) => (
        <div key={side} ref={scrollers[side]} className={styles.scroller}>
          <div ref={places[side]} className={styles.column} />
        </div>
      ))}
    </div>
  )
}

function marksOf({ comparison, current, preview }: ComparisonProps, side: Side): readonly Mark[] {
  const plain = side === 'before' ? 'removed' : 'added'
  return comparison.changes.map((change, index) => ({
    ...change[side],
    kind: preview.includes(change) ? 'back' : index === current ? (`current-${plain}` as const) : plain,
  }))
}

/** The corresponding position in the other text. */
function across(changes: readonly Change[], side: Side, at: number): number {
  let shift = 0
  for (const change of changes) {
    if (change[side].from > at) break
    const other = change[OTHER[side]]
    shift = Math.min(other.to - change[side].to, other.from - change[side].from)
  }
  return Math.max(0, at + shift)
}
