import type { EventPayload } from '../../shared/ipc/ipc'
import styles from './porting.module.css'

/** A bar and a count; without a total only the count moves. */
export function Progress(props: {
  readonly label: string
  readonly progress: EventPayload<'porting.progressed'> | undefined
}) {
  const { done = 0, total } = props.progress ?? {}
  return (
    <div className={styles.progress}>
      <div role="status">
        {props.label}
        {done === 0 ? '' : ` ${done.toLocaleString('en')}`}
        {total === undefined ? '' : ` of ${total.toLocaleString('en')}`}
      </div>
      <progress
        aria-label={props.label}
        {...(total !== undefined && { max: Math.max(1, total), value: done })}
      />
    </div>
  )
}
