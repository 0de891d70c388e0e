import { targetIn } from './dead-links'
import { DOCUMENT_LINK, NOWHERE_LINK, titleIn } from './page-blocks'
import { decoded } from '../../shared/text/decoded'
import { hearWriter } from '../status/when-read'

/**
 * Handles clicks and keys in the frame. A click on a link is followed by the window, never by the frame, and keyboard
 * shortcuts of the window also work in the frame. Chromium does not tell the window when the frame gets the focus by a
 * click, so this function does: commands then apply to the reading view, and the focus is not restored to an earlier
 * element. Returns a function that stops this.
 */
export function hearFrame(
  frame: HTMLIFrameElement,
  heard: {
    readonly openTitle: (title: string, heading?: string) => void
    readonly openLink: (url: string) => void
    readonly leave: () => void
    /**
     * Called for a context menu of the link with this address, or of the page. The frame gets a `contextmenu` event
     * afterwards.
     */
    readonly menu: (address: string | undefined) => void
  },
): () => void {
  const page = frame.contentDocument!
  const until = new AbortController()
  const press = (event: MouseEvent) => {
    const address = addressAt(event.target)
    if (address === undefined) return
    event.preventDefault()
    if (event.button <= 1) followAddress(page, address, heard)
  }
  const openMenu = (target: EventTarget | null, x: number, y: number) => {
    heard.menu(addressAt(target))
    const { left, top } = frame.getBoundingClientRect()
    const place = { clientX: left + x, clientY: top + y, bubbles: true, cancelable: true }
    frame.dispatchEvent(new MouseEvent('contextmenu', place))
  }
  const menu = (event: MouseEvent) => {
    event.preventDefault()
    openMenu(event.target, event.clientX, event.clientY)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return heard.leave()
    if (isMenuKey(event)) {
      const { left, bottom } = (page.activeElement ?? page.body).getBoundingClientRect()
      event.preventDefault()
      return openMenu(page.activeElement, left, Math.max(0, Math.min(bottom, frame.clientHeight / 2)))
    }
    const same = new KeyboardEvent(event.type, {
      ...{ key: event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey },
      ...{ altKey: event.altKey, shiftKey: event.shiftKey, bubbles: true, cancelable: true },
    })
    if (!frame.dispatchEvent(same)) event.preventDefault()
  }
  const focus = () => frame.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  hearWriter(frame.contentWindow!, until)
  frame.contentWindow!.addEventListener('focus', focus, until)
  page.addEventListener('click', press, until)
  page.addEventListener('auxclick', press, until)
  page.addEventListener('contextmenu', menu, until)
  page.addEventListener('keydown', key, until)
  return () => until.abort()
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

const addressAt = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest('a')?.getAttribute('href') ?? undefined

/** Follows a link of the page. */
export function followAddress(
  page: Document,
  address: string,
  { openTitle, openLink }: Pick<Parameters<typeof hearFrame>[1], 'openTitle' | 'openLink'>,
): void {
  if (address.startsWith('#')) {
    if (!goTo(targetIn(page, address))) openLink(address)
  } else if (address.startsWith(NOWHERE_LINK)) openLink(decoded(address.slice(NOWHERE_LINK.length)))
  else if (address.startsWith(DOCUMENT_LINK)) {
    const { title, heading } = titleIn(address)
    openTitle(title, heading)
  } else openLink(address)
}

/** Scrolls to an element and moves the focus there, so that Tab and screen readers continue from that point. */
function goTo(target: HTMLElement | null): boolean {
  if (target === null) return false
  target.scrollIntoView()
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}
