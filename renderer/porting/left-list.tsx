import styles from './porting.module.css'

/**
 * The items that were not imported or exported, one line each with the reason; only the first of `count` items are
 * listed.
 */
export function LeftList(props: {
  readonly label: string
  readonly left: readonly { readonly path: string; readonly why: string }[]
  readonly count: number
}) {
  const more = props.count - props.left.length
  return props.left.length === 0 ? null : (
    <details className={styles.left}>
      <summary>{props.label}</summary>
      <ul aria-label={props.label} tabIndex={0}>
        {props.left.map(({ path, why }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one document may have the same thing twice; the list never changes
          <li key={index}>
            <bdi>{path}</bdi> <span>{why}</span>
          </li>
        ))}
        {more > 0 ? <li>and {more.toLocaleString('en')} more</li> : null}
      </ul>
    </details>
  )
}
