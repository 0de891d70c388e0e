import type { ComponentProps } from 'react'
import { counted } from '../../shared/text/counted'
import type { NumberedRegion } from './clashes'
import { RegionRow } from './region-row'
import styles from './conflict.module.css'

type OfOne = Pick<ComponentProps<typeof RegionRow>, 'view' | 'showsBase'>
type Done<Name extends 'onDecide' | 'onType'> = ComponentProps<typeof RegionRow>[Name]

/** The rows around the current place, with buttons for those before and after them. */
export function RegionRows(
  props: OfOne & {
    readonly rows: readonly NumberedRegion[]
    readonly first: number
    readonly end: number
    /** The number of clashes in the text and in the fields. */
    readonly all: number
    readonly onMore: (to: 'earlier' | 'later') => void
    readonly onCurrent: (clash: number) => void
    readonly onDecide: (clash: number, ...decided: Parameters<Done<'onDecide'>>) => void
    readonly onType: (clash: number, ...typed: Parameters<Done<'onType'>>) => ReturnType<Done<'onType'>>
  },
) {
  const { view, rows, first, end, all } = props
  return (
    <>
      <More to="earlier" rows={rows.slice(0, first)} onMore={props.onMore} />
      {rows.slice(first, end).map(({ region, clash, key }) => (
        <RegionRow
          key={key}
          view={view}
          region={region}
          clash={clash}
          label={clash === undefined ? undefined : `Conflict ${view.fields.length + clash + 1} of ${all}`}
          showsBase={props.showsBase}
          onCurrent={() => clash !== undefined && props.onCurrent(clash)}
          onDecide={(...decided) => clash !== undefined && props.onDecide(clash, ...decided)}
          onType={(text) => props.onType(clash ?? -1, text)}
        />
      ))}
      <More to="later" rows={rows.slice(end)} onMore={props.onMore} />
    </>
  )
}

function More(props: {
  readonly to: 'earlier' | 'later'
  readonly rows: readonly NumberedRegion[]
  readonly onMore: (to: 'earlier' | 'later') => void
}) {
  const { to, rows } = props
  if (rows.length === 0) return null
  const clashes = rows.filter(({ clash }) => clash !== undefined).length
  return (
    <div className={styles.more}>
      <button type="button" data-more className={styles.fold} onClick={() => props.onMore(to)}>
        Show more: {clashes === 0 ? `the ${to} text` : counted(clashes, `${to} conflict`)}
      </button>
    </div>
  )
}
