import { anchorIn, type Landing } from '../../shared/text/anchor'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { Span } from '../../shared/text/span'
import { finderOf, foldedAlike, parseQuery } from '../../shared/text/words/word-query'
import type { Sessions } from '../state/sessions'
import type { HitMark } from '../editor/find/hit-marks'
import { showTab, stopReading, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { useSearch } from './search-state'
import { shownTitle } from '../../shared/terms'
import { messageOf } from '../../shared/thrown'

let steps = 0

/**
 * Opens the document of a result at its sentence, and says so if the sentence has changed since. With `by` a place of
 * exact words that is gone is left out, and the next one in that direction is opened.
 */
export async function openHit(sessions: Sessions, index: number, by?: 1 | -1): Promise<void> {
  const hit = useSearch.getState().hits[index]
  if (hit === undefined) return
  const step = ++steps
  const { way, answered } = useSearch.getState()
  rememberPlace(sessions, hit)
  useSearch.setState({ at: index, ...(hit.weak && { showsWeak: true }) })
  try {
    const query = way === 'words' ? answered : undefined
    const isThere = await land(sessions, hit, () => step === steps, { query, skipsGone: by !== undefined })
    if (isThere || by === undefined) return
    leaveOut(hit)
    if (useSearch.getState().hits.length > 0) return stepHit(sessions, by)
    const { active } = useWindow.getState()
    if (active !== null) sessions.get(active)?.editor.clearHit()
    showToast('The words that were found are no longer in the texts.')
  } catch (error) {
    if (step !== steps) return
    leaveOut(hit)
    sayWhyNot(hit, error)
  }
}

function leaveOut(hit: SearchHit): void {
  const { hits } = useSearch.getState()
  const index = hits.indexOf(hit)
  if (index >= 0) useSearch.setState({ hits: hits.toSpliced(index, 1), at: index - 0.5 })
}

/** Opens a passage that was found without a search; Escape leads back from it as well. */
export async function openPassage(sessions: Sessions, hit: SearchHit): Promise<void> {
  rememberPlace(sessions, hit)
  await landOn(sessions, hit)
}

/** Opens a passage that is not a result of the search; the way back is the one between documents. */
export async function landOn(sessions: Sessions, hit: SearchHit): Promise<void> {
  const step = ++steps
  await land(sessions, hit, () => step === steps).catch((error: unknown) => sayWhyNot(hit, error))
}

/**
 * Opens a passage. `query`: the exact words that were searched for; all their places in the text are marked. With
 * `skipsGone` it shows nothing and returns false where the text no longer has these words at that place.
 */
async function land(
  sessions: Sessions,
  hit: SearchHit,
  isWanted: () => boolean,
  { query, skipsGone = false }: { readonly query?: string | undefined; readonly skipsGone?: boolean } = {},
): Promise<boolean> {
  const session = await sessions.open(hit.documentId)
  if (!isWanted()) return true
  const text = session.editor.text()
  const landing = landingOf(text, hit, session.view().phase === 'clean')
  const { from, to } = landing
  const places = placesIn(text, query)
  const within = places.find((place) => from <= place.from && place.to <= to)
  const isGone =
    landing.kind === 'lost' || (query !== undefined && hit.words.length > 0 && within === undefined)
  if (isGone && query !== undefined && skipsGone) return false
  showTab(hit.documentId)
  stopReading(hit.documentId)
  const words = isGone ? [] : marksOf(text, landing, hit, within)
  const marks = [
    ...words.map((mark) => ({ ...mark, isCurrent: true })),
    ...places.filter((place) => words.every((word) => word.to <= place.from || place.to <= word.from)),
  ]
  // A search for exact words goes to the matching word, a search by meaning to the whole passage.
  if (isGone) session.editor.goTo(from, { marks })
  else if (query === undefined) session.editor.goTo(from, { passage: { from, to }, marks })
  else session.editor.goTo(words[0]?.from ?? from, { marks })
  const notice = isGone && hit.passage !== '' ? GONE : wordsFor(landing, text, hit)
  if (notice !== undefined) showToast(notice)
  return true
}

const GONE = 'This passage is no longer in the text. This is about where it stood.'

/** The places of the exact words in a text, as many as the editor can mark without delay. */
function placesIn(text: string, query: string | undefined): readonly HitMark[] {
  const finder = query === undefined ? undefined : finderOf(parseQuery(query))
  if (finder === undefined) return []
  const places: HitMark[] = []
  for (const { index, 0: words } of foldedAlike(text).matchAll(finder)) {
    places.push({ from: index, to: index + words.length, isCurrent: false })
    if (places.length === MARKS_MAX) break
  }
  return places
}

const MARKS_MAX = 5_000

function sayWhyNot({ title }: SearchHit, error: unknown): void {
  const why = messageOf(error)
  showToast(`“${shownTitle(title)}” cannot be opened. ${why}`)
}

/**
 * F8: opens the next result, or the previous one with -1, continuing at the other end. Waits for results that have not
 * arrived.
 */
export function stepHit(sessions: Sessions, by: 1 | -1): void {
  const { hits, at, isAsking, typed } = useSearch.getState()
  if (isAsking) return useSearch.setState({ query: typed.trim(), meant: () => stepHit(sessions, by) })
  if (hits.length === 0) return
  const from = by === 1 ? Math.floor(at) : Math.ceil(Math.max(at, -0.5))
  void openHit(sessions, (from + by + hits.length) % hits.length, by)
}

/**
 * Returns to where the writer was before the first result, with cursor and scroll position; false if there is no way
 * back.
 */
export function goBack(sessions: Sessions): boolean {
  const { back, landed } = useSearch.getState()
  const { active } = useWindow.getState()
  if (back === undefined || active === null || landed !== active) return false
  steps++
  sessions.get(active)?.editor.clearHit()
  useSearch.setState({ back: undefined })
  void sessions.open(back.id).then((session) => {
    showTab(back.id)
    stopReading(back.id)
    session.editor.returnTo(back.cursor)
  })
  return true
}

/** Forgets the way back, because the writer has begun to work at the result. */
export function stayHere(): void {
  if (useSearch.getState().back !== undefined) useSearch.setState({ back: undefined })
}

function rememberPlace(sessions: Sessions, { documentId }: SearchHit): void {
  const { back, landed } = useSearch.getState()
  const { active } = useWindow.getState()
  const isOnTheWay = back !== undefined && (active === back.id || landed === active)
  const cursor = active === null ? undefined : sessions.get(active)?.editor.cursorState()
  if (!isOnTheWay && active !== null && cursor !== undefined)
    useSearch.setState({ back: { id: active, cursor } })
  useSearch.setState({ landed: documentId })
}

function landingOf(text: string, hit: SearchHit, isClean: boolean): Landing {
  const here = placeOnThisDevice(text, hit)
  if (here !== undefined) return { kind: 'exact', ...here }
  return anchorIn(text, {
    quote: hit.passage.replaceAll('\r\n', '\n'),
    ...(hit.start !== undefined && { start: hit.start }),
    before: hit.before,
    after: hit.after,
    unchanged: hit.unchanged && isClean,
  })
}

/** The place of a result found in this very text, as long as its words and their surroundings are unchanged. */
function placeOnThisDevice(
  text: string,
  { origin, start, passage, before, after }: SearchHit,
): Span | undefined {
  if (origin !== 'device' || start === undefined || passage === '') return undefined
  const isSame = text.startsWith(before + passage + after, start - before.length)
  return isSame ? { from: start, to: start + passage.length } : undefined
}

/**
 * The words of the result at the present place of its sentence; if none is left, the first place of the words searched
 * for, or the whole sentence.
 */
function marksOf(
  text: string,
  { from, to }: Landing,
  hit: SearchHit,
  place: Span | undefined,
): readonly Span[] {
  const sentence = text.slice(from, to)
  const same = sentence.startsWith(hit.passage)
  const marks = hit.words.flatMap((span): Span[] => {
    const at = same ? span.from : sentence.indexOf(hit.passage.slice(span.from, span.to))
    return at < 0 ? [] : [{ from: from + at, to: Math.min(to, from + at + span.to - span.from) }]
  })
  return marks.length > 0 ? marks : [place ?? { from, to }]
}

function wordsFor({ kind, from, to }: Landing, text: string, { passage }: SearchHit): string | undefined {
  if (kind === 'exact' || passage === '') return undefined
  return text.slice(from, to) === passage
    ? 'The text around this passage has changed since it was found.'
    : 'This passage has changed since it was found. This is the sentence nearest to it.'
}
