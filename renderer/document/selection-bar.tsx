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

/** The distance between the bar and the things it must not cover, in px. */
const GAP = 8
const EDGE = 6
/** The maximum distance in px between the bar and words in a table; beyond it the bar covers other rows. */
const FARTHEST = 240

/**
 * The actions for selected words. The bar is above the words if the text has room there, else below them, and never
 * covers them, the title or the fields. If there is no room it is hidden until the text is scrolled or the writer asks
 * for the bar. At a table it avoids covering rows.
 */
export function SelectionBar(props: {
  readonly words: SelectedWords
  readonly scroller: RefObject<HTMLElement | null>
  /** The element that contains the words, below the title and the fields. */
  readonly text: RefObject<HTMLElement | null>
  readonly onDone: () => void
  /** Called when the focus has moved elsewhere. */
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
    const onFocusIn = ({ target }: FocusEvent) => {
      const isHere =
        target instanceof Node && [bar.current, scroller.current].some((place) => place?.contains(target))
      if (!isHere || (target instanceof Element && target.closest('textarea') !== null)) onLeave()
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [scroller, onLeave])

  useEffect(() => {
    if (words.isAsked) first.current?.focus()
  }, [words])

  return (
    <Toolbar.Root
      ref={bar}
      aria-label="Selection"
      className={styles.selectionBar}
      // Keeps the selection and the focus in the text.
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
 * Places the bar again whenever the words may have moved. A bar that the writer asked for stays visible until she
 * scrolls, even if the window, the font or the lines change.
 *
 * @returns a function that stops this
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
      // A hidden element loses the focus, which may have been moved elsewhere since.
      if (place() && (isNew || isFocusUnclaimed())) focused?.focus()
    })
  }
  keep(true)
  for (const byHand of ['wheel', 'pointerdown', 'touchmove'])
    pane.addEventListener(byHand, () => (mayLeave = true), options)
  pane.addEventListener('scroll', () => keep(), options)
  const watch = new ResizeObserver(() => keep())
  watch.observe(pane)
  // The editor is measuring at that moment and cannot be scrolled.
  const stopWatching = words.watch(() => place() || requestAnimationFrame(() => keep()))
  return () => {
    stopWatching()
    watch.disconnect()
    stop.abort()
  }
}

/** Places the bar beside the words; returns false if there is no room and the bar is hidden. */
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

/** The possible tops for a bar of this height, the best one first. */
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
