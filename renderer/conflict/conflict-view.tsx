import { GitCompareArrows } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ConflictView as Conflict, Decision, Resolution } from '../../shared/ipc/ipc-records'
import type { Session } from '../state/sessions'
import { useApp } from '../state/context'
import { useConflict } from '../state/queries'
import { postpone, showToast, focusEditor } from '../state/store'
import { Button } from '../ui/button'
import window from '../ui/window.module.css'
import { clashesOf, hasMarks, mergedSoFar, numbered, openClashes, withDecisions } from './clashes'
import { DeletedHere } from './deleted-here'
import { DeletedThere } from './deleted-there'
import { FieldClashes } from './field-clashes'
import { MergedText } from './merged-text'
import { RegionRows } from './region-rows'
import { SideHead } from './side-head'
import { TheirsMoved } from './theirs-moved'
import { useClashFocus } from './use-clash-focus'
import { useDraft } from './use-draft'
import { isUnasked, useFirstFocus } from './use-first-focus'
import styles from './conflict.module.css'

/** Two texts side by side, and what becomes of each place where they differ. */
export function ConflictView({ session }: { readonly session: Session }) {
  const { data } = useConflict(session.id, true)

  /** Who types on as if the text were still there has it back, and this key goes into it. */
  function onKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    const isText = (key.length === 1 || key === 'Process') && !ctrlKey && !metaKey && !altKey
    if (!isText || !isUnasked(target) || data?.kind === 'deleted-here') return
    flushSync(() => postpone(session.id, true))
    session.editor.focus()
  }

  return (
    <section aria-label="Conflict" className={styles.conflict} onKeyDown={onKeyDown}>
      {data == null ? (
        <p className={styles.reading}>Reading the other text.</p>
      ) : data.kind === 'deleted-there' ? (
        <DeletedThere view={data} />
      ) : data.kind === 'deleted-here' ? (
        <DeletedHere view={data} />
      ) : (
        <Deciding view={data} />
      )}
    </section>
  )
}

function Deciding({ view }: { readonly view: Conflict }) {
  const { actions, client } = useApp()
  const { id, reviewed } = view
  const body = useRef<HTMLDivElement>(null)
  /** Fields stand before the text: their clashes have the numbers up to -1, those of the text begin at 0. */
  const [current, setCurrent] = useState(-view.fields.length)
  const [showsBase, setShowsBase] = useState(false)
  const { draft, isTypedHere, setText: setTyped, revise, revision, keep } = useDraft(view)
  const typed = draft?.text
  const [busy, setBusy] = useState(false)
  /** The theirs that the writer decides about; it becomes another one when she says that she has read that. */
  const [read, setRead] = useState(view.theirs)

  const textClashes = clashesOf(view)
  const all = view.fields.length + textClashes
  const open = openClashes(view)
  const merged = useMemo(() => mergedSoFar(view), [view])
  const rows = useMemo(() => numbered(view), [view])
  const { first, end, focusNext, goOnFrom, showMore } = useClashFocus(view, rows, body)
  // A text changed by hand is finished with the theirs that it was begun with.
  const ready =
    typed === undefined
      ? open === 0 && read === view.theirs
      : view.fields.every(({ decision }) => decision !== undefined) && !hasMarks(view, typed)

  async function decide(clash: number, decision: Decision | null): Promise<void> {
    const done = await actions.did('document.decide', { id, reviewed, decisions: { [clash]: decision } })
    if (done && decision !== null) goOnFrom(clash + 1)
  }

  const typeFor = (clash: number, text: string | null) =>
    client.call('document.decide', { id, reviewed, decisions: {}, texts: { [clash]: text } })

  async function decideField(clash: number, side: 'mine' | 'theirs'): Promise<void> {
    const field = view.fields.at(clash)?.field
    if (field === undefined) return
    const fields = { [field]: side }
    if (await actions.did('document.decide', { id, reviewed, decisions: {}, fields })) goOnFrom(clash + 1)
  }

  // What is decided beside a text that was changed by hand comes into that text too; what is typed decides nothing.
  const latest = useRef({ typed, revise })
  latest.current = { typed, revise }
  useEffect(() => {
    const now = latest.current
    const next = now.typed === undefined ? undefined : withDecisions(now.typed, view)
    if (next !== undefined && next !== now.typed) now.revise(next)
  }, [view])

  useFirstFocus(id, body)
  useEffect(() => {
    body.current?.querySelector('[data-clash][data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [id])

  async function resolve(
    resolution: Resolution,
    seen: { readonly reviewed: string; readonly mine: string } = view,
  ): Promise<void> {
    setBusy(true)
    await keep()
    const done = await actions.did('document.resolve', {
      id,
      reviewed: seen.reviewed,
      mine: seen.mine,
      resolution,
    })
    setBusy(false)
    if (!done) return
    focusEditor(id)
    showToast('Decided. Both texts stay in Recovered texts.')
  }

  const finish = () => resolve({ kind: 'merged', text: draft?.text ?? merged.text }, draft)

  function onKeyDown(event: KeyboardEvent): void {
    const inText =
      event.target instanceof HTMLElement && event.target.closest('textarea, input, .cm-content') !== null
    const { key } = event
    if (key === 'F7') focusNext(event.shiftKey || event.target === body.current ? -Infinity : current + 1)
    else if (isUnasked(event.target) || inText || event.ctrlKey || event.metaKey || event.altKey) return
    else if (key === 'b' || key === 'B') setShowsBase((shown) => !shown)
    else if (event.target === body.current) return
    else if (current < 0 && (key === '1' || key === '2'))
      void decideField(current, key === '1' ? 'mine' : 'theirs')
    else if (current < 0) return
    else if (textClashes > current && key === '1') void decide(current, 'mine')
    else if (textClashes > current && key === '2') void decide(current, 'theirs')
    else if (textClashes > current && key === '3') void decide(current, 'both')
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.deciding} ref={body} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <GitCompareArrows />
        <p>
          <b>{headline(view, all)}</b> {all === 0 ? '' : `${all - open} of ${all} resolved. `}
          Both texts stay in Recovered texts.
        </p>
        <div className={styles.choices}>
          <Button onClick={() => postpone(id, true)}>Finish later</Button>
          {all === 0 ? <OneOfThem busy={busy} keep={(kind) => void resolve({ kind })} /> : null}
          <Button kind="primary" data-finish disabled={!ready || busy} onClick={() => void finish()}>
            Finish and save
          </Button>
        </div>
      </div>
      {read === view.theirs ? null : <TheirsMoved onRead={() => setRead(view.theirs)} />}
      <div className={styles.sides}>
        <div className={styles.heads}>
          <SideHead side="mine" since={view.mineSince} />
          <SideHead side="theirs" since={view.theirsSince} />
        </div>
        <FieldClashes
          view={view}
          all={all}
          onCurrent={setCurrent}
          onDecide={(clash, side) => void decideField(clash, side)}
        />
        <RegionRows
          view={view}
          rows={rows}
          first={first}
          end={end}
          all={all}
          showsBase={showsBase}
          onMore={showMore}
          onCurrent={setCurrent}
          onDecide={(clash, decision) => void decide(clash, decision)}
          onType={typeFor}
        />
      </div>
      <MergedText
        merged={merged}
        typed={typed}
        isTypedHere={isTypedHere}
        revision={revision}
        onType={setTyped}
        head={
          <>
            <span>{all === 0 ? '' : `Conflict ${current + 1 + view.fields.length} of ${all}`}</span>
            {all === 0 ? null : (
              <button type="button" className={styles.key} onClick={() => focusNext(current + 1)}>
                <kbd className={window.kbd}>F7</kbd> next
              </button>
            )}
            <button
              type="button"
              className={styles.key}
              aria-pressed={showsBase}
              onClick={() => setShowsBase((shown) => !shown)}
            >
              <kbd className={window.kbd}>B</kbd> original text
            </button>
          </>
        }
      />
    </div>
  )
}

/** A merge that was undone leaves nothing to decide place by place, but which of the texts it is to be. */
function OneOfThem(props: {
  readonly busy: boolean
  readonly keep: (which: 'keep-mine' | 'take-theirs') => void
}) {
  return (
    <>
      <Button disabled={props.busy} onClick={() => props.keep('keep-mine')}>
        Keep mine
      </Button>
      <Button disabled={props.busy} onClick={() => props.keep('take-theirs')}>
        Take theirs
      </Button>
    </>
  )
}

function headline({ kind, fields, regions }: Conflict, clashes: number): string {
  if (kind === 'too-large') return 'There are too many changes to merge automatically.'
  if (kind === 'not-taken') return 'The service did not take this text. It still has the other one.'
  if (kind === 'past') return 'An edit from elsewhere was written over on the service.'
  if (kind === 'fields' || (fields.length > 0 && !regions.some((region) => region.kind === 'clash')))
    return 'The title or place was changed elsewhere as well.'
  if (clashes === 0) return 'Put both texts together, or keep one of them.'
  return 'You and someone else changed the same sentences.'
}
