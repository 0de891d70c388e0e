import { useState } from 'react'
import type { ConflictView, Decision } from '../../shared/ipc-records'
import window from '../window/window.module.css'
import type { Region } from './clashes'
import { Words } from './words'
import styles from './conflict.module.css'

const FOLD_FROM = 900
const FOLD_SHOWN = 240

/** One stretch of both texts, level with each other. */
export function RegionRow(props: {
  readonly view: ConflictView
  readonly region: Region
  readonly clash: number | undefined
  readonly label: string | undefined
  readonly showsBase: boolean
  readonly onCurrent: () => void
  readonly onDecide: (decision: Decision | null) => void
}) {
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
  const changed = (side: 'mine' | 'theirs') => region.kind === side || region.kind === 'both'
  return (
    <div className={styles.row}>
      <Side
        changed={changed('mine')}
        base={base}
        text={mine}
        note={region.kind === 'both' ? 'alike' : 'taken'}
      />
      <Side
        changed={changed('theirs')}
        base={base}
        text={theirs}
        note={region.kind === 'both' ? 'alike' : 'taken'}
      />
    </div>
  )
}

/** A region's three texts, without the blank lines around them: the rows stand apart already. */
function placeOf(view: ConflictView, region: Region) {
  const cut = (text: string, { from, to }: Region['mine']) =>
    text
      .slice(from, to)
      .trimEnd()
      .replace(/^[\r\n]+/, '')
  return {
    base: cut(view.base ?? '', region.base),
    mine: cut(view.mine, region.mine),
    theirs: cut(view.theirs ?? '', region.theirs),
  }
}

function Side(props: {
  readonly changed: boolean
  readonly base: string
  readonly text: string
  readonly note: string
}) {
  if (!props.changed) return <div className={styles.alike}>{props.text}</div>
  return (
    <div>
      <Words base={props.base} text={props.text} /> <span className={styles.note}>{props.note}</span>
    </div>
  )
}

function Folded({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(text.length < FOLD_FROM)
  if (open) return text
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

function Clash(props: {
  readonly view: ConflictView
  readonly clash: number
  readonly label: string | undefined
  readonly base: string | undefined
  readonly mine: string
  readonly theirs: string
  readonly showsBase: boolean
  readonly onCurrent: () => void
  readonly onDecide: (decision: Decision | null) => void
}) {
  const { clash, base, mine, theirs, onDecide } = props
  const decision = props.view.decisions[clash]
  const [editing, setEditing] = useState<string>()
  const own = typeof decision === 'object' ? decision.text : undefined
  const open = decision === undefined
  const loses = (side: 'mine' | 'theirs') =>
    decision !== undefined && decision !== 'both' && decision !== side
  return (
    <div
      role="group"
      aria-label={props.label}
      data-clash={clash}
      data-open={open ? '' : undefined}
      className={styles.row}
      onFocus={props.onCurrent}
    >
      <div className={styles.box} data-side="mine" data-faded={loses('mine') ? '' : undefined}>
        <div>
          {props.showsBase && base !== undefined ? <Base text={base} /> : <Words base={base} text={mine} />}
        </div>
        {!open ? null : (
          <div className={styles.buttons}>
            <button type="button" className={window.primaryButton} onClick={() => onDecide('mine')}>
              Keep mine
            </button>
            <button type="button" className={window.button} onClick={() => onDecide('both')}>
              Keep both
            </button>
            <button type="button" className={window.quietButton} onClick={() => setEditing(mine)}>
              Edit
            </button>
            <kbd className={window.kbd}>1</kbd>
          </div>
        )}
      </div>
      <div className={styles.box} data-side="theirs" data-faded={loses('theirs') ? '' : undefined}>
        <div>
          {props.showsBase && base !== undefined ? <Base text={base} /> : <Words base={base} text={theirs} />}
        </div>
        {open ? (
          <div className={styles.buttons}>
            <button type="button" className={window.button} onClick={() => onDecide('theirs')}>
              Take theirs
            </button>
            <kbd className={window.kbd}>2</kbd>
          </div>
        ) : (
          <button type="button" className={styles.decided} onClick={() => onDecide(null)}>
            decided: {own === undefined ? String(decision) : 'edited'} <span>· change</span>
          </button>
        )}
      </div>
      {own !== undefined && editing === undefined ? (
        <div className={styles.own}>
          {own}{' '}
          <button type="button" className={window.quietButton} onClick={() => setEditing(own)}>
            Edit
          </button>
        </div>
      ) : null}
      {editing === undefined ? null : (
        <div className={styles.own}>
          <textarea
            aria-label="Text for this place"
            autoFocus
            value={editing}
            rows={3}
            onChange={(event) => setEditing(event.target.value)}
          />
          <div className={styles.buttons}>
            <button
              type="button"
              className={window.button}
              onClick={() => {
                setEditing(undefined)
                onDecide({ text: editing })
              }}
            >
              Use this text
            </button>
            <button type="button" className={window.quietButton} onClick={() => setEditing(undefined)}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

function Base({ text }: { readonly text: string }) {
  return <span className={styles.base}>{text.trim() === '' ? 'It was not there' : text}</span>
}
