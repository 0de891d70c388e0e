import { useState } from 'react'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { Clash, type OfRow } from './clash'
import { canKeepBoth, type Region } from './clashes'
import { LongText } from './long-pieces'
import { Words } from './words'
import styles from './conflict.module.css'

const FOLD_FROM = 900
const FOLD_SHOWN = 240

/** One region of both texts, side by side. */
export function RegionRow(props: OfRow & { readonly region: Region; readonly clash: number | undefined }) {
  const { view, region, clash } = props
  const { base, mine, theirs } = placeOf(view, region)
  if (clash === undefined && `${base}${mine}${theirs}`.trim() === '') return null
  if (clash !== undefined)
    return (
      <Clash
        {...props}
        clash={clash}
        base={view.base === undefined ? undefined : base}
        mine={mine}
        theirs={theirs}
        hasBoth={canKeepBoth(view, region)}
        lead={leadOf(view.mine, region.mine)}
      />
    )
  if (region.kind === 'same')
    return (
      <div className={styles.row}>
        <div className={styles.alike}>
          <Folded text={mine} />
        </div>
        <div className={styles.alike}>
          <Folded text={theirs} />
        </div>
      </div>
    )
  const note = region.kind === 'both' ? 'alike' : 'taken'
  return (
    <div className={styles.row}>
      <Side changed={region.kind !== 'theirs'} base={base} text={mine} note={note} />
      <Side changed={region.kind !== 'mine'} base={base} text={theirs} note={note} />
    </div>
  )
}

/**
 * The three texts of a region, without the blank lines around them, because the rows are apart already. A region that
 * begins within a line is shown without its leading space; the indentation of a whole line is kept.
 */
function placeOf(view: ConflictView, region: Region) {
  const cut = (text: string, { from, to }: Region['mine']) => {
    const isWholeLine = from === 0 || text[from - 1] === '\n'
    const words = text.slice(from, to).trimEnd()
    return isWholeLine ? words.replace(/^[\r\n]+/, '') : words.trimStart()
  }
  return {
    base: cut(view.base ?? '', region.base),
    mine: cut(view.mine, region.mine),
    theirs: cut(view.theirs ?? '', region.theirs),
  }
}

/** The space between a place within a line and the text before it, which the rows do not show. */
function leadOf(text: string, { from, to }: Region['mine']): string {
  if (from === 0 || text[from - 1] === '\n') return ''
  return /^[^\S\n]*/.exec(text.slice(from, to))?.[0] ?? ''
}

function Side(props: {
  readonly changed: boolean
  readonly base: string
  readonly text: string
  readonly note: string
}) {
  if (!props.changed)
    return (
      <div className={styles.alike}>
        <LongText text={props.text} />
      </div>
    )
  return (
    <div>
      <Words base={props.base} text={props.text} /> <span className={styles.note}>{props.note}</span>
    </div>
  )
}

function Folded({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(text.length < FOLD_FROM)
  if (open) return <LongText text={text} />
  return (
    <>
      {text.slice(0, FOLD_SHOWN)}{' '}
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        … {(text.length - FOLD_SHOWN * 2).toLocaleString('en')} characters alike …
      </button>{' '}
      {text.slice(-FOLD_SHOWN)}
    </>
  )
}
