import type { CM5EditorInterface } from '@replit/codemirror-vim'
import { counted } from '../../../shared/text/counted'

const SAID_MS = 8_000

/** Shows a message in Vim's command line; `alert` means that a command failed. */
export function say(cm: CM5EditorInterface, sentence: string, role: 'alert' | 'status' = 'alert'): void {
  const line = document.createElement('span')
  line.setAttribute('role', role)
  line.className = `vim-${role}`
  line.textContent = sentence
  cm.openNotification(line, { bottom: true, duration: SAID_MS })
}

/** Matches the beginnings of Vim's error messages. */
const COMPLAINT =
  /^(?:Invalid|No |Not an editor command|Unknown option|Argument|Regular Expression missing|Substitutions should|\w*Error\b)/

/** Matches a hint about Vim's options, and the slashes around a pattern. */
const ADVICE = / \(set nopcre to use vim regexps\)$/i
const NOT_FOUND = /^No match(?:es)?(?: found| for)? \/(.*)\/[a-z]*$/s

/**
 * Corrects the messages of the package, which shows all of them in red and reports how often the pattern of a
 * replacement matched instead of how much was replaced. `replaced` returns the number of places changed since the
 * command began.
 */
export function plainMessages(cm: CM5EditorInterface, replaced: () => number): void {
  const show = cm.openNotification.bind(cm)
  cm.openNotification = (message, options) => {
    const box = message instanceof HTMLElement ? message : undefined
    const line = box?.matches('.cm-vim-message') === true ? box : box?.querySelector('.cm-vim-message')
    if (line instanceof HTMLElement) makePlain(line, replaced())
    return show(message, options)
  }
}

function makePlain(line: HTMLElement, replaced: number): void {
  const said = (line.textContent ?? '').replace(ADVICE, '')
  const isComplaint = COMPLAINT.test(said)
  line.style.color = ''
  line.setAttribute('role', isComplaint ? 'alert' : 'status')
  line.classList.add(isComplaint ? 'vim-alert' : 'vim-status')
  line.textContent = said.startsWith('Found ')
    ? replaced === 0
      ? 'Nothing was replaced.'
      : `Replaced in ${counted(replaced, 'place')}.`
    : said.replace(NOT_FOUND, (_whole, pattern: string) => `No match for “${pattern}”.`)
}
