import { useEffect, useRef, useState, type RefObject } from 'react'
import { countText, createFindControls, onQuery, queryOf } from '../editor/find/find-controls'
import { createPatternGuard } from '../editor/find/find-guard'
import { findInPage } from './find-in-page'

/** The find bar of the page in the frame. The bar is shown on request until Escape, and remembers the last search. */
export function useFind(frame: RefObject<HTMLIFrameElement | null>) {
  const [bar, setBar] = useState<ReturnType<typeof openBar>>()
  const latest = useRef(bar)
  const last = useRef('')

  function end(): void {
    latest.current?.end()
    latest.current = undefined
  }
  useEffect(() => end, [])

  /** Closes the bar and returns the focus to the page; `false` if there is no bar. */
  function close(): boolean {
    if (latest.current === undefined) return false
    last.current = latest.current.words()
    end()
    setBar(undefined)
    frame.current?.focus()
    return true
  }

  return {
    controls: bar?.controls,
    /** Opens the bar and searches for the text selected in the page, if any. */
    open(): void {
      if (frame.current === null) return
      const selected = frame.current.contentWindow?.getSelection()?.toString().trim() ?? ''
      const isNew = latest.current === undefined
      const now = (latest.current ??= openBar(frame.current, close))
      const isOneLine = selected !== '' && !selected.includes('\n')
      setBar(now)
      now.lookFor(isOneLine ? selected : isNew ? last.current : undefined)
    },
    close,
    /** Repeats the search after the page, or more of it, was drawn. */
    drawn: () => latest.current?.look(true),
  }
}

/**
 * Creates a bar and connects it with a finder of the page. A regular expression is first tried in a worker, as in the
 * editor.
 */
function openBar(frame: HTMLIFrameElement, close: () => void) {
  const finder = findInPage(frame)
  const guard = createPatternGuard()
  const controls = createFindControls({ step: finder.step, close, hasScope: false })
  const { dom, find, count } = controls

  /** @param stays whether the page stays where it is */
  function look(stays = false): void {
    const query = queryOf(controls)
    const show = () => {
      const found = finder.search(query, stays)
      count.textContent = countText(query, () => found)
    }
    guard.forget()
    if (!query.regexp || !query.valid) return show()
    guard.ask(query, finder.text(query), (isBearable) => {
      if (isBearable) return show()
      finder.end()
      count.textContent = 'Takes too long'
    })
  }

  onQuery(controls, look)
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'F3' || (event.key === 'Enter' && event.target === find))
      finder.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  })
  return {
    controls,
    look,
    words: () => find.value,
    /** Searches for words; without an argument, for those in the field. */
    lookFor(words = find.value): void {
      find.value = words
      look()
      find.focus()
      find.select()
    },
    end() {
      guard.close()
      finder.end()
    },
  }
}
