import type { Client } from '../../bridge/bridge'
import { isTyped, matchesShortcut } from '../../ui/shortcuts'
import { topDialogName } from '../../ui/top-dialog'
import { copyText } from '../deeds/copy-text'
import { closeToast, queueToast } from '../toasts'
import { afterStep, isErasing } from './type-into'

/** Words that have no place are offered after a pause of so long. */
const STRAY_MS = 800

/** What is offered, until the writer has copied or dismissed it. */
const offered = new Set<{ readonly words: string }>()
/** The sentence that offers them. */
let offerId: number | undefined

/**
 * Said after the sentence that says why, or with the dialog they were typed under, until the writer has done something about
 * it. One sentence offers all that waits: what was typed last would else be behind what was typed first.
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
    `Words that were typed ${under === undefined ? 'meanwhile' : `while ${under} was open`} have no place yet`,
    [copying(joined(all), taken), { label: 'Dismiss', run: taken }],
    { stays: true },
  )
}

const joined = (offers: readonly { readonly words: string }[]) =>
  offers.map(({ words }) => words).join('\n\n')

/** Words that have no place, for a toast. */
const copying = (text: string, copied = () => {}) => ({
  label: 'Copy them',
  run: () => void copyText(text).then((isTaken) => isTaken && copied()),
})

/** Puts the words on offer among the captured ones, as the window goes; answers whether main has them (rule W23). */
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
 * Keeps what is typed where nothing takes words: into a pane whose text has just gone, a dialog or a conflict that asks
 * something, or a list. In a dialog one key is no word yet, and in a list one word may be meant for a row.
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
  // Among letters a space is one of them, as Enter is after them: no key among words presses a button or asks for something.
  if (goesOn) event.preventDefault()
  stray = afterStep(stray, event)
  // What has decided something is no beginning of a word.
  if (isOf(decidingKeys(target), stray)) stray = ''
  isStrayWord = target.matches('[data-pane]') || (stray.trim().length > 1 && !isAnswer(target, stray))
  offerAfterPause()
}

function keepListed(event: KeyboardEvent): void {
  stray = afterStep(stray, event)
  isStrayWord = /\S\s+\S/.test(stray)
  offerAfterPause()
}

/** What has been typed in a list is the beginning of the name of a row, and no word that has no place. */
export function strayNamesRow(): void {
  isStrayWord = false
}

/** The same for words that were held for a dialog that takes none: keys that come now may go on with them. */
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

/** A choice takes the first letters of one of its names, and what asks the keys of its own that decide something. */
function isAnswer(target: Element, words: string): boolean {
  if (target instanceof HTMLSelectElement)
    return [...target.options].some(({ text }) => text.toLowerCase().startsWith(words.toLowerCase()))
  return isOf(target.closest('[data-asks]')?.getAttribute('data-asks') ?? '', words)
}

/** The keys that decide something where the keyboard is; on the whole of what asks they do not. */
const decidingKeys = (target: Element): string =>
  target.matches('[data-asked]') ? '' : (target.closest('[data-decides]')?.getAttribute('data-decides') ?? '')

const isOf = (keys: string, words: string): boolean => [...words].every((key) => keys.includes(key))

/** The writer goes elsewhere or pauses: what has no place is offered. */
export function offerStray(): void {
  clearTimeout(strayTimer)
  if (isStrayWord) offerWords(stray, strayUnder)
  stray = ''
  isStrayWord = false
}

const WORDLESS =
  '[data-pane="editor"], [data-asked], dialog, :is(dialog, [data-asks]) :is(button:not([role]), select, summary, [type="checkbox"], [type="radio"])'
/** Rows of a pane, and what lies around them; letters are the beginning of a name there. */
const LISTED =
  '[data-pane]:not([data-pane="editor"]), [data-pane] :is([role="option"], [role="treeitem"], [role="listbox"], [role="tree"], section[tabindex])'
const ENTERS = ['Enter', 'Shift+Enter']
