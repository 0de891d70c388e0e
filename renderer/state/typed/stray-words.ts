import { isTyped } from '../../ui/shortcuts'
import { queueToast, showToast } from '../toasts'

/** Words that have no place are offered after a pause of so long. */
const STRAY_MS = 800

/** Said after the sentence that says why, and until the writer has done something about it. */
export function offerWords(text: string): void {
  if (text.trim() === '') return
  setTimeout(() =>
    queueToast(
      'Words that were typed meanwhile have no place yet',
      [copying(text.trim()), { label: 'Dismiss', run: () => {} }],
      { stays: true },
    ),
  )
}

/** Words that have no place, for a toast. */
export const copying = (text: string) => ({
  label: 'Copy them',
  run: () => void navigator.clipboard.writeText(text).then(() => showToast('Copied')),
})

let stray = ''
let strayTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps what is typed where nothing takes words: into a pane whose text has just gone, or a dialog that asks something. In
 * a dialog one key is no word yet.
 */
export function keepStray(event: KeyboardEvent): void {
  if (!isTyped(event) || !(event.target instanceof Element) || !event.target.matches(WORDLESS)) return
  // Among letters a space is one of them, and presses no button.
  if (stray.trim() !== '' && event.key === ' ') event.preventDefault()
  stray += event.key
  const isWord = event.target.matches('[data-pane]') || stray.trim().length > 1
  clearTimeout(strayTimer)
  strayTimer = setTimeout(() => {
    if (isWord) offerWords(stray)
    stray = ''
  }, STRAY_MS)
}

const WORDLESS = '[data-pane="editor"], dialog, dialog button:not([role])'
