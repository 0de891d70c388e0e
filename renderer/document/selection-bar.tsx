import { Toolbar } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import { useCommands } from '../commands/use-commands'
import { isFormat } from '../editor/markdown/formats'
import type { SelectedArea, SelectedWords } from '../editor/view/selected-words'
import { COMMAND_ICONS } from '../palette/command-icons'
import { isFocusUnclaimed } from '../state/focus-keeper'
import { IconButton } from '../ui/icon-button'
import styles from './document.module.css'

const COMMANDS = [
  'bold',
  'italic',
  'link',
  'heading-2',
  'quote',
  'list',
  'code',
] as const satisfies readonly CommandId[]

/** Between the bar and what it must not cover, in px. */
const GAP = 8
const EDGE = 6
/** The bar goes so far from words in a table, in px, before it covers other rows of that. */
const FARTHEST = 240

/**
 * What can be done with selected words: above them where the text has room for that, else below them, never over them
 * and never over the title and the fields. Where neither has room it is hidden until the text is scrolled, or asked for.
 * Of a table it covers no row where it can stand beside the table.
 */
export function SelectionBar(props: {
  readonly words: SelectedWords
  readonly scroller: RefObject<HTMLElement | null>
  /** What the words stand in, below the title and the fields. */
  readonly text: RefObject<HTMLElement | null>
  readonly onDone: () => void
  /** The keyboard went elsewhere. */
  readonly onLeave: () => void
}) {
  const { words, scroller, text, onDone, onLeave } = props
  const bar = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const commands = useCommands()
  const shortcut = useShortcuts()

  useLayoutEffect(() => {
    const [box, pane, inside] = [bar.current, scroller.current, text.current]
    if (box === null || pane === null || inside === null) return
    return keepBeside(box, pane, first.current, words, () => placeBar(box, pane, inside, words))
  }, [words, scroller, text])

  useEffect(() => {
    const hear = ({ target }: FocusEvent) => {
      const isHere =
        target instanceof Node && [bar.current, scroller.current].some((place) => place?.contains(target))
      if (!isHere || (target instanceof Element && target.closest('textarea') !== null)) onLeave()
    }
    document.addEventListener('focusin', hear)
    return () => document.removeEventListener('focusin', hear)
  }, [scroller, onLeave])

  useEffect(() => {
    if (words.isAsked) first.current?.focus()
  }, [words])

  return (
    <Toolbar.Root
      ref={bar}
      aria-label="Selection"
      className={styles.selectionBar}
      // The words stay selected, and the keyboard with them.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onDone()
      }}
    >
      {COMMANDS.map((id, index) => (
        <Toolbar.Button key={id} asChild>
          <IconButton
            {...(index === 0 && { ref: first })}
            icon={COMMAND_ICONS[id]}
            label={PALETTE_COMMANDS[id].name}
            shortcut={shortcut(id)}
            refused={commands[id].disabled}
            aria-pressed={isFormat(id) ? words.formats.has(id) : undefined}
            onClick={commands[id].run}
          />
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  )
}

/**
 * Has the bar placed whenever the words may have moved. What was asked for stays in sight until the writer scrolls: the
 * window, the letters or the lines may change.
 *
 * @returns what ends it
 */
function keepBeside(
  bar: HTMLElement,
  pane: HTMLElement,
  first: HTMLElement | null,
  words: SelectedWords,
  place: () => boolean,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const options = { passive: true, signal }
  let mayLeave = !words.isAsked
  let isScrolling = false
  let focused = first
  bar.addEventListener('focusin', ({ target }) => (focused = target as HTMLElement), options)
  const keep = (isNew = false) => {
    if (place() || mayLeave || isScrolling || signal.aborted) return
    isScrolling = true
    words.makeRoom(bar.offsetHeight + 2 * GAP)
    requestAnimationFrame(() => {
      isScrolling = false
      // What is hidden loses the focus, which may have been brought elsewhere since.
      if (place() && (isNew || isFocusUnclaimed())) focused?.focus()
    })
  }
  keep(true)
  for (const byHand of ['wheel', 'pointerdown', 'touchmove'])
    pane.addEventListener(byHand, () => (mayLeave = true), options)
  pane.addEventListener('scroll', () => keep(), options)
  const watch = new ResizeObserver(() => keep())
  watch.observe(pane)
  // The editor is measuring then, and cannot be scrolled.
  const stopWatching = words.watch(() => place() || requestAnimationFrame(() => keep()))
  return () => {
    stopWatching()
    watch.disconnect()
    stop.abort()
  }
}

/** Puts the bar beside the words; false where it has no room and is hidden. */
function placeBar(bar: HTMLElement, pane: HTMLElement, text: HTMLElement, words: SelectedWords): boolean {
  const area = words.area()
  const frame = pane.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bar
  const highest = Math.max(frame.top + EDGE, text.getBoundingClientRect().top)
  const isWithin = (top: number) => top >= highest && top + height <= frame.bottom - EDGE
  const top = area && placesFor(area, height).find(isWithin)
  bar.style.visibility = top === undefined ? 'hidden' : 'visible'
  if (top === undefined || area === undefined) return false
  const [least, most] = [frame.left + EDGE, frame.left + pane.clientWidth - EDGE - width]
  const left = Math.max(least, Math.min(most, (area.left + area.right - width) / 2))
  bar.style.top = `${Math.round(top - frame.top)}px`
  bar.style.left = `${Math.round(left - frame.left)}px`
  return true
}

/** The tops that a bar of this height may have, the best one first. */
function placesFor({ top, bottom, table }: SelectedArea, height: number): readonly number[] {
  const beside = ({ top: above, bottom: below }: Pick<SelectedArea, 'top' | 'bottom'>) => [
    above - GAP - height,
    below + GAP,
  ]
  if (table === undefined) return beside({ top, bottom })
  const away = (place: number) => Math.max(top - place - height, place - bottom)
  const besideTable = beside(table).filter((place) => away(place) <= FARTHEST)
  return [...besideTable.toSorted((one, other) => away(one) - away(other)), ...beside({ top, bottom })]
}
