import { useEffect, useRef, useState, type RefObject } from 'react'
import { findInPage, type PageFinder } from './find-in-page'

/** The find bar of the page in the frame: there from when it is asked for until Escape; it keeps the words meanwhile. */
export function useFind(frame: RefObject<HTMLIFrameElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [found, setFound] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const finder = useRef<PageFinder>(undefined)

  function end(): void {
    finder.current?.end()
    finder.current = undefined
  }
  useEffect(() => end, [])

  function type(next: string): void {
    setWords(next)
    setFound(finder.current?.search(next) ?? 0)
  }

  return {
    isOpen,
    words,
    found,
    field,
    type,
    step: (by: 1 | -1) => finder.current?.step(by),
    /** Words that are selected in the page are what is looked for. */
    open(): void {
      if (frame.current === null) return
      finder.current ??= findInPage(frame.current)
      const selected = frame.current.contentWindow?.getSelection()?.toString().trim() ?? ''
      setOpen(true)
      type(selected === '' || selected.includes('\n') ? words : selected)
      field.current?.focus()
      field.current?.select()
    },
    /** Back to what is read; `false` where there is no bar. */
    close(): boolean {
      if (finder.current === undefined) return false
      end()
      setOpen(false)
      frame.current?.focus()
      return true
    },
    /** The page was drawn anew, or more of it. */
    drawn(): void {
      if (finder.current !== undefined) setFound(finder.current.again())
    },
  }
}
