import { targetIn } from './dead-links'
import { DOCUMENT_LINK, NOWHERE_LINK, titleIn } from './page-blocks'
import { decoded } from '../../shared/text/decoded'

/**
 * Hears of presses and keys in the frame. A press on a link leads there by the window, never by the frame; keys of the
 * window mean the same in the frame. The window is told when the frame gets the keyboard by a press, which Chromium does
 * not tell it: commands are then about what is read, and the keyboard is not looked for where it was before. Answers with
 * the function that ends this.
 */
export function hearFrame(
  frame: HTMLIFrameElement,
  heard: {
    readonly openTitle: (title: string, heading?: string) => void
    readonly openLink: (url: string) => void
    readonly leave: () => void
  },
): () => void {
  const page = frame.contentDocument!
  const until = new AbortController()
  const press = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const address = link?.getAttribute('href')
    if (address === null || address === undefined) return
    event.preventDefault()
    if (event.button > 1) return
    if (address.startsWith('#')) {
      if (!goTo(targetIn(page, address))) heard.openLink(address)
    } else if (address.startsWith(NOWHERE_LINK)) heard.openLink(decoded(address.slice(NOWHERE_LINK.length)))
    else if (address.startsWith(DOCUMENT_LINK)) {
      const { title, heading } = titleIn(address)
      heard.openTitle(title, heading)
    } else heard.openLink(address)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return heard.leave()
    const same = new KeyboardEvent(event.type, {
      ...{ key: event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey },
      ...{ altKey: event.altKey, shiftKey: event.shiftKey, bubbles: true, cancelable: true },
    })
    if (!frame.dispatchEvent(same)) event.preventDefault()
  }
  const focus = () => frame.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  frame.contentWindow!.addEventListener('focus', focus, until)
  page.addEventListener('click', press, until)
  page.addEventListener('auxclick', press, until)
  page.addEventListener('keydown', key, until)
  return () => until.abort()
}

/** The focus goes along, so that Tab goes on from there and a reader of the screen reads there. */
function goTo(target: HTMLElement | null): boolean {
  if (target === null) return false
  target.scrollIntoView()
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}
