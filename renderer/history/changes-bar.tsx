import { useMemo } from 'react'
import { countWords } from '../../shared/text/words/count-words'
import type { Span } from '../../shared/text/span'
import { Button } from '../ui/button'
import windowStyles from '../ui/window.module.css'
import type { Change, Comparison } from './comparison'
import styles from './history.module.css'

/** Shows the number of changes in a version and the current one, and restores the chosen passage. */
export function ChangesBar(props: {
  readonly comparison: Comparison
  /** The index of the current change. */
  readonly place: number
  readonly against: 'now' | 'previous'
  /** The reason why nothing can be restored, if so. */
  readonly whyNot: string | undefined
  readonly onNext: () => void
  readonly onPreview: (isShown: boolean) => void
  readonly onTakeBack: () => void
}) {
  const { comparison, place, against, whyNot, onPreview } = props
  const count = comparison.changes.length
  const change = comparison.changes[place]
  const size = useMemo(
    () => (change === undefined ? undefined : changeSize(comparison, change)),
    [comparison, change],
  )
  return (
    <div className={styles.bar}>
      <div className={windowStyles.toast}>
        <span role="status" aria-label="Changes">
          <ChangeCount count={count} place={place} against={against} />
        </span>
        {size === undefined ? null : <span className={styles.size}>{size}</span>}
        {count === 0 ? null : (
          <>
            <button
              type="button"
              className={styles.step}
              title="Next change (F7; Shift+F7 goes back)"
              onClick={props.onNext}
            >
              <span className="visually-hidden">Next change</span> <kbd className={windowStyles.kbd}>F7</kbd>
            </button>
            <Button
              disabled={whyNot !== undefined}
              title={whyNot ?? 'This passage as it was; saved like any edit, and can be undone'}
              onPointerEnter={() => onPreview(true)}
              onPointerLeave={() => onPreview(false)}
              onFocus={() => onPreview(true)}
              onBlur={() => onPreview(false)}
              onClick={props.onTakeBack}
            >
              Take this back
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** "270 words added, 3 removed"; undefined if only punctuation or spaces have changed. */
function changeSize({ text }: Comparison, { removed, added }: Change): string | undefined {
  const count = ({ from, to }: Span) => countWords(text.slice(from, to))
  const parts = [
    { words: count(added), what: 'added' },
    { words: count(removed), what: 'removed' },
  ].filter(({ words }) => words > 0)
  return parts.length === 0
    ? undefined
    : parts
        .map(({ words, what }, index) => {
          const noun = index > 0 ? '' : words === 1 ? ' word' : ' words'
          return `${words.toLocaleString('en')}${noun} ${what}`
        })
        .join(', ')
}

function ChangeCount(props: {
  readonly count: number
  readonly place: number
  readonly against: 'now' | 'previous'
}) {
  const { count, place, against } = props
  if (count === 0)
    return against === 'now' ? 'The text is the same now' : 'The same text as the version before'
  const what =
    count === 1 ? '1 change' : `${(place + 1).toLocaleString('en')} of ${count.toLocaleString('en')} changes`
  return (
    <>
      <b>{what}</b> {against === 'now' ? 'since this version' : 'in this version'}
    </>
  )
}
