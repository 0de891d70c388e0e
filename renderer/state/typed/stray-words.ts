import type { Client } from '../../bridge/bridge'
import { isTyped, matchesShortcut } from '../../ui/shortcuts'
import { topDialogName } from '../../ui/top-dialog'
import { copyText } from '../actions/copy-text'
import { closeToast, queueToast } from '../toasts'
import { afterStep, isErasing } from './type-into'

/** The pause after which words typed outside any field are offered. */
const STRAY_MS = 800

/** The words on offer, until the writer has copied or dismissed them. */
const offered = new Set<{ readonly words: string }>()
/** The id of the toast that offers them. */
let offerId: number | undefined

/**
 * Offers words for copying until the writer has copied or dismissed them: after the toast that gives the reason, or
 * with the dialog that they were typed under. All waiting words share one toast, in the order in which they were typed.
 */
export function offerWords(text: string, under?: string): void {
  const words = text.trim()
  if (words === '') return
  offered.add({ words })
  setTimeout(() => offerAll(under))
}

function offerAll(under: string | undefined): void {
  const all = [...offered]
  if (all.length === 0) return
  const taken = () => all.forEach((offer) => offered.delete(offer))
  if (offerId !== undefined) closeToast(offerId)
  offerId = queueToast(
    `The words that you typed${under === undefined ? '' : ` while ${under} was open`} are in no text yet`,
    [copying(joined(all), taken), { label: 'Dismiss', run: taken }],
    { stays: true },
  )
}

const joined = (offers: readonly { readonly words: string }[]) =>
  offers.map(({ words }) => words).join('\n\n')

/** The buttons of a toast that offers words. */
const copying = (text: string, copied = () => {}) => ({
  label: 'Copy them',
  run: () => void copyText(text).then((isTaken) => isTaken && copied()),
})

/** Captures the words on offer when the window closes. Resolves to whether the main process has them (rule W23). */
export async function captureOffered(client: Client): Promise<boolean> {
  offerStray()
  if (offered.size === 0) return true
  const kept = [...offered]
  try {
    const { text: was } = await client.ask('capture.read', undefined)
    const text = [was, joined(kept)].filter(Boolean).join('\n\n')
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
 * Collects words typed where nothing accepts text: in a pane whose text has just disappeared, in a dialog or conflict
 * that asks a question, or in a list. In a dialog a single key does not count as a word, and in a list a single word
 * may be the name of a row.
 */
export function keepStray(event: KeyboardEvent): void {
  const { target } = event
  const isEnter = ENTERS.some((keys) => matchesShortcut(event, keys))
  const isTaken = isEnter || isTyped(event) || (isErasing(event) && stray !== '')
  if (!isTaken || !(target instanceof Element)) return
  if (target.matches(LISTED)) return isEnter ? undefined : keepListed(event)
  if (!target.matches(WORDLESS)) return
  const goesOn = stray.trim() !== '' && !isAnswer(target, stray)
  if (isEnter && !goesOn) return
  // Within words, a space or Enter belongs to the words: no such key presses a button or opens a question.
  if (goesOn) event.preventDefault()
  stray = afterStep(stray, event)
  // A key that has decided something does not begin a word.
  if (isOf(decidingKeys(target), stray)) stray = ''
  isStrayWord = target.matches('[data-pane]') || (stray.trim().length > 1 && !isAnswer(target, stray))
  offerAfterPause()
}

function keepListed(event: KeyboardEvent): void {
  stray = afterStep(stray, event)
  isStrayWord = /\S\s+\S/.test(stray)
  offerAfterPause()
}

/** Forgets the words typed in a list, because they matched the name of a row. */
export function strayNamesRow(): void {
  isStrayWord = false
}

/** Collects words that were held for a dialog that has no text field; further keys may continue them. */
export function keepUnplaced(words: string): void {
  if (words === '') return
  stray += words
  isStrayWord = true
  offerAfterPause()
}

function offerAfterPause(): void {
  strayUnder = topDialogName()
  clearTimeout(strayTimer)
  strayTimer = setTimeout(offerStray, STRAY_MS)
}

/**
 * Whether the keys are an answer: the first letters of an option of a select element, or the deciding keys of a
 * question.
 */
function isAnswer(target: Element, words: string): boolean {
  if (target instanceof HTMLSelectElement)
    return [...target.options].some(({ text }) => text.toLowerCase().startsWith(words.toLowerCase()))
  return isOf(target.closest('[data-asks]')?.getAttribute('data-asks') ?? '', words)
}

/** The keys that decide something at the focused element; none if the focus is on the question as a whole. */
const decidingKeys = (target: Element): string =>
  target.matches('[data-asked]') ? '' : (target.closest('[data-decides]')?.getAttribute('data-decides') ?? '')

const isOf = (keys: string, words: string): boolean => [...words].every((key) => keys.includes(key))

/** Offers the collected words, because the writer has paused or gone elsewhere. */
export function offerStray(): void {
  clearTimeout(strayTimer)
  if (isStrayWord) offerWords(stray, strayUnder)
  stray = ''
  isStrayWord = false
}

const WORDLESS =
  '[data-pane="editor"], [data-asked], dialog, :is(dialog, [data-asks]) :is(button:not([role]), select, summary, [type="checkbox"], [type="radio"])'
/** Rows of a pane and their containers, in which letters select a row by name. */
const LISTED =
  '[data-pane]:not([data-pane="editor"]), [data-pane] :is([role="option"], [role="treeitem"], [role="listbox"], [role="tree"], section[tabindex])'
const ENTERS = ['Enter', 'Shift+Enter']
