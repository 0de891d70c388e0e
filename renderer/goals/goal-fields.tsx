import { useEffect, useId, useRef, useState } from 'react'
import type { WordGoal } from '../../shared/goals'
import { showToast } from '../state/toasts'
import { CheckBox } from '../ui/check-box'
import styles from './goals.module.css'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** The days of the week from Monday, on which the week of most writers begins. */
const IN_ORDER = [1, 2, 3, 4, 5, 6, 0] as const
const WORDS_MAX = 100_000_000
const PAUSE_MS = 300

/**
 * A field for a number of words; an empty field means no goal. The value is saved shortly after the last key. An
 * invalid value stays in the field with an error message.
 */
export function WordsField(props: {
  readonly label: string
  readonly words: number | undefined
  readonly onChange: (words: number | undefined) => void
}) {
  const { words, onChange } = props
  const [typed, setTyped] = useState<{ readonly value: string; readonly isNumber: boolean }>()
  const [refusal, setRefusal] = useState<string>()
  const about = useId()
  const isOpen = useRef(true)
  const keep = () => {
    if (typed === undefined) return
    const why = refusalOf(typed)
    if (isOpen.current) setRefusal(why)
    else if (why !== undefined) showToast(`“${props.label}” stays as it was. ${why}`)
    if (why !== undefined) return
    onChange(typed.value.trim() === '' ? undefined : Number(typed.value))
    setTyped(undefined)
  }
  const latest = useRef(keep)
  latest.current = keep
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // The dialog may be closed before the pause is over.
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      latest.current()
    }
  }, [])
  return (
    <div className={styles.field}>
      <label className={styles.field}>
        {props.label}
        <input
          type="number"
          min={1}
          max={WORDS_MAX}
          placeholder="None"
          aria-invalid={refusal !== undefined}
          {...(refusal !== undefined && { 'aria-describedby': about })}
          value={typed?.value ?? words ?? ''}
          onChange={({ target }) => setTyped({ value: target.value, isNumber: !target.validity.badInput })}
          onBlur={keep}
        />
      </label>
      {refusal === undefined ? null : (
        <span id={about} role="alert" className={styles.refusal}>
          {refusal}
        </span>
      )}
    </div>
  )
}

/** Why a value is not a valid goal; undefined for a number in range or an empty field. */
function refusalOf({ value, isNumber }: { readonly value: string; readonly isNumber: boolean }) {
  const words = Number(value)
  if (isNumber && (value.trim() === '' || (Number.isInteger(words) && words >= 1 && words <= WORDS_MAX)))
    return undefined
  return words > WORDS_MAX
    ? `A goal is at most ${WORDS_MAX.toLocaleString('en')} words.`
    : 'A goal is a whole number of words, at least 1.'
}

/** The fields for a goal: its words, the day on which it ends, and the days of the week for writing. */
export function GoalFields(props: {
  readonly name: string
  readonly label: string
  readonly goal: WordGoal | undefined
  readonly onChange: (goal: WordGoal | undefined) => void
}) {
  const { goal, onChange } = props
  return (
    <div role="group" aria-label={props.name} className={styles.goal}>
      <h3>{props.name}</h3>
      <WordsField
        label={props.label}
        words={goal?.words}
        onChange={(words) => onChange(words === undefined ? undefined : { weekdays: [], ...goal, words })}
      />
      {goal === undefined ? null : (
        <label className={styles.field}>
          Last day
          <input
            type="date"
            value={goal.by ?? ''}
            onChange={({ target }) =>
              onChange({
                words: goal.words,
                weekdays: goal.weekdays,
                ...(target.value !== '' && { by: target.value }),
              })
            }
          />
        </label>
      )}
      {goal?.by === undefined ? null : (
        <div role="group" aria-label="Days for writing" className={styles.weekdays}>
          {IN_ORDER.map((day) => {
            const chosen = goal.weekdays.length === 0 ? [...IN_ORDER] : goal.weekdays
            return (
              <CheckBox
                key={day}
                className={styles.weekday}
                aria-label={WEEKDAYS[day]}
                checked={chosen.includes(day)}
                disabled={chosen.length === 1 && chosen[0] === day}
                onChange={(isIn) =>
                  onChange({
                    ...goal,
                    weekdays: isIn ? [...chosen, day] : chosen.filter((one) => one !== day),
                  })
                }
              >
                {WEEKDAYS[day].slice(0, 2)}
              </CheckBox>
            )
          })}
        </div>
      )}
    </div>
  )
}
