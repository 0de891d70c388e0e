import { useEffect, useRef, useState } from 'react'
import type { ConflictView, Decision } from '../../shared/ipc/ipc-records'
import type { Result } from '../../shared/problem'
import { Button } from '../ui/button'
import { DONE_KEYS } from '../ui/dialog'
import { matchesShortcut, shortcutText } from '../ui/shortcuts'
import { useApp } from '../state/context'
import { showToastHere } from '../state/toasts'
import { isByPress } from '../ui/focus-before'
import { bringClashIntoView } from './use-clash-focus'
import type { DocumentId } from '../../shared/terms'
import { Decided, DecideButton } from './decide-button'
import { recoverable, useKept } from './use-kept'
import { LongText } from './long-pieces'
import { Words } from './words'
import styles from './conflict.module.css'

/** The context of a row of a conflict, and its callbacks. */
export interface OfRow {
  readonly view: ConflictView
  readonly label: string | undefined
  readonly showsBase: boolean
  readonly onCurrent: () => void
  /** `kept`: the decision waits until this promise resolves, which hands over what was typed. */
  readonly onDecide: (decision: Decision | null, kept?: Promise<unknown>) => void
  readonly onType: (text: string | null) => Promise<Result<unknown>>
}

/** One place at which the texts differ, to be decided for either side, both, or words of the writer's own. */
export function Clash(
  props: OfRow & {
    readonly clash: number
    readonly base: string | undefined
    readonly mine: string
    readonly theirs: string
    /** Whether the words of both sides can be kept one after the other. */
    readonly hasBoth: boolean
    /** The space before the place, which is not shown with its words. */
    readonly lead: string
  },
) {
  const { view, clash, base, mine, theirs, onDecide, onType } = props
  const decision = view.decisions[clash]
  const typed = view.texts[clash]
  const isOpen = decision === undefined
  /** Whether its words were there when the view opened: then the focus goes to where the writer was. */
  const isOpening = useRef(true)
  useEffect(() => void (isOpening.current = false), [])
  const isFaded = (side: 'mine' | 'theirs') => !isOpen && decision !== 'both' && decision !== side
  const shown = (text: string) =>
    props.showsBase && base !== undefined ? <Base text={base} /> : <Words base={base} text={text} />
  return (
    <div
      role="group"
      aria-label={props.label}
      data-clash={clash}
      data-open={isOpen ? '' : undefined}
      className={styles.row}
      onFocus={props.onCurrent}
    >
      <div className={styles.box} data-side="mine" data-faded={isFaded('mine') ? '' : undefined}>
        <div>{shown(mine)}</div>
        {isOpen ? (
          <div className={styles.buttons}>
            <DecideButton name="Keep mine" keyCap="1" onPress={() => onDecide('mine')} />
            {props.hasBoth ? (
              <DecideButton name="Keep both" keyCap="3" onPress={() => onDecide('both')} />
            ) : null}
            {typed === undefined ? (
              <Button kind="quiet" onClick={() => void onType(mine)}>
                Edit
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <div className={styles.box} data-side="theirs" data-faded={isFaded('theirs') ? '' : undefined}>
        <div>{shown(theirs)}</div>
        {isOpen ? (
          <div className={styles.buttons}>
            <DecideButton name="Take theirs" keyCap="2" onPress={() => onDecide('theirs')} />
          </div>
        ) : (
          <Decided as={typeof decision === 'object' ? 'edited' : decision} onChange={() => onDecide(null)} />
        )}
      </div>
      {typeof decision === 'object' ? (
        <div className={styles.own}>
          <LongText text={decision.text} />
        </div>
      ) : null}
      {isOpen && typed !== undefined ? (
        <OwnText
          {...{ onType, onDecide }}
          id={view.id}
          text={typed}
          mine={mine}
          lead={props.lead}
          takesFocus={!isOpening.current}
        />
      ) : null}
    </div>
  )
}

/**
 * The writer's own words for one clash. The main process keeps them as they are typed, whatever is decided afterwards.
 */
function OwnText(props: {
  readonly id: DocumentId
  readonly text: string
  readonly mine: string
  readonly lead: string
  readonly takesFocus: boolean
  readonly onType: (text: string | null) => Promise<Result<unknown>>
  readonly onDecide: OfRow['onDecide']
}) {
  const { id, lead, onType, onDecide } = props
  /**
   * The text typed here; before that the text that the main process has kept, which may arrive a moment after the view.
   */
  const [own, setOwn] = useState<string>()
  const text = own ?? props.text
  const app = useApp()
  const { schedule, keep } = useKept()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In a block, because Chromium now returns a promise here, which React would take for the cleanup of the effect.
    box.current?.scrollIntoView({ block: 'nearest' })
    const field = box.current?.querySelector('textarea')
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const use = () => onDecide({ text: /^\S/.test(text) ? lead + text : text }, keep())
  /** The focus leaves the field first: from one that goes it would be taken into the merged text. */
  function cancel(): void {
    const row = box.current?.closest('[data-clash]')
    const at = isByPress() ? row?.closest<HTMLElement>('[tabindex="-1"]') : row?.querySelector('button')
    at?.focus({ preventScroll: true })
    void keep()
      .then(() => onType(null))
      .then(() => bringClashIntoView(row))
    if (text !== props.mine)
      showToastHere('What you wrote for this place is dropped.', [
        { label: 'Bring back', run: () => void onType(text) },
      ])
  }
  return (
    <div
      ref={box}
      className={styles.own}
      onKeyDown={(event) => {
        if (!matchesShortcut(event.nativeEvent, DONE_KEYS)) return
        event.preventDefault()
        use()
      }}
    >
      <textarea
        aria-label="Text for this place"
        autoFocus={props.takesFocus}
        value={text}
        rows={3}
        onChange={({ target: { value } }) => {
          setOwn(value)
          schedule({ send: () => onType(value), words: recoverable(app, id, value) })
        }}
      />
      <div className={styles.buttons}>
        <Button title={shortcutText(DONE_KEYS)} onClick={use}>
          Use this text
        </Button>
        <Button kind="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Base({ text }: { readonly text: string }) {
  return (
    <span className={styles.base}>{text.trim() === '' ? 'It was not there' : <LongText text={text} />}</span>
  )
}
