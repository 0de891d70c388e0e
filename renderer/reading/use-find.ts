import { useEffect, useRef, useState, type RefObject } from 'react'
import { countText, createFindControls, onQuery, queryOf } from '../editor/find/find-controls'
import { createPatternGuard } from '../editor/find/find-guard'
import { findInPage } from './find-in-page'

/** The find bar of the page in the frame: there from when it is asked for until Escape; it keeps the words meanwhile. */
export function useFind(frame: RefObject<HTMLIFrameElement | null>) {
  const [bar, setBar] = useState<ReturnType<typeof openBar>>()
  const latest = useRef(bar)
  const last = useRef('')

  function end(): void {
    latest.current?.end()
    latest.current = undefined
  }
  useEffect(() => end, [])

  /** Back to what is read; `false` where there is no bar. */
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
    /** Words that are selected in the page are what is looked for. */
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
    /** The page was drawn anew, or more of it. */
    drawn: () => latest.current?.look(true),
  }
}

/** A bar, and what it finds in the page. A pattern is tried beside the window first, as in the text. */
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
    /** Without words: for those that are in the field. */
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
