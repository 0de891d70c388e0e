import type { Client } from '../../bridge/bridge'
import { isTyped } from '../../ui/shortcuts'
import { topDialogName } from '../../ui/top-dialog'
import { queueToast, showToast } from '../toasts'

/** Words that have no place are offered after a pause of so long. */
const STRAY_MS = 800

/** What is offered, until the writer has copied or dismissed it. */
const offered = new Set<{ readonly words: string }>()

/** Said after the sentence that says why, or with the dialog they were typed under, until the writer has done something about it. */
export function offerWords(text: string, under?: string): void {
  const offer = { words: text.trim() }
  if (offer.words === '') return
  offered.add(offer)
  const taken = () => void offered.delete(offer)
  setTimeout(() =>
    queueToast(
      `Words that were typed ${under === undefined ? 'meanwhile' : `while ${under} was open`} have no place yet`,
      [copying(offer.words, taken), { label: 'Dismiss', run: taken }],
      { stays: true },
    ),
  )
}

/** Words that have no place, for a toast. */
export const copying = (text: string, copied = () => {}) => ({
  label: 'Copy them',
  run: () =>
    void navigator.clipboard.writeText(text).then(() => {
      copied()
      showToast('Copied')
    }),
})

/** Puts the words on offer among the captured ones, as the window goes; answers whether main has them (rule W23). */
export async function captureOffered(client: Client): Promise<boolean> {
  offerStray()
  if (offered.size === 0) return true
  const kept = [...offered]
  try {
    const { text: was } = await client.ask('capture.read', undefined)
    const text = [was, ...kept.map(({ words }) => words)].filter(Boolean).join('\n\n')
    await client.ask('capture.keep', { was, text })
  } catch {
    return false
  }
  for (const offer of kept) offered.delete(offer)
  return true
}

let stray = ''
let isStrayWord = false
let strayUnder: string | undefined
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
  strayUnder = topDialogName()
  isStrayWord = event.target.matches('[data-pane]') || stray.trim().length > 1
  clearTimeout(strayTimer)
  strayTimer = setTimeout(offerStray, STRAY_MS)
}

function offerStray(): void {
  clearTimeout(strayTimer)
  if (isStrayWord) offerWords(stray, strayUnder)
  stray = ''
  isStrayWord = false
}

const WORDLESS = '[data-pane="editor"], dialog, dialog button:not([role])'
