import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { oneChange } from '../../shared/merge/both-changes'
import { dayText } from '../../shared/text/date-text'
import { type DocumentId, shownTitle } from '../../shared/terms'
import { useApp, type App } from '../state/context'
import { goToDocument, type Overlay, showOverlay, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { offerWords } from '../state/typed/stray-words'
import { holdingKeysHere } from '../state/typed/type-ahead'
import { useTyped } from '../state/typed/use-typed'
import { useLibraryChoices } from '../templates/library-choices'
import { onScreen, saying } from '../templates/use-template'
import { addCaptured } from './append'
import { daysOf, todayOf } from './day'
import { messageOf } from '../../shared/thrown'

const PAUSE_MS = 200
const HELD_MS_MAX = 2_000
const NOT_KEPT = 'The captured words could not be kept.'

/** Opens the sheet with the words that were kept for it. `adds`: they are added at once, as the writer asked before. */
export const openCapture = (app: App, adds = false): Promise<void> =>
  holdingKeysHere(() =>
    saying(async () => {
      const { text } = await app.client.ask('capture.read', undefined)
      showOverlay({ kind: 'capture', kept: text, adds })
      await onScreen()
    }),
  )

/** Words that are to be added wait for the folder of the days. */
export const captureWaits = (overlay: Overlay | null): boolean =>
  overlay?.kind === 'days-folder' && overlay.then === 'capture'

/** The sheet for what the writer captures now: below words that still wait for their folder, as a paragraph of its own. */
export async function captureMore(app: App): Promise<void> {
  if (!captureWaits(useWindow.getState().overlay)) return openCapture(app)
  await holdingKeysHere(() =>
    saying(async () => {
      const { text } = await app.client.ask('capture.read', undefined)
      await app.client.ask('capture.keep', { was: text, text: `${text.trimEnd()}\n\n` })
      await openCapture(app)
    }),
  )
}

export type CaptureOverlay = Extract<Overlay, { kind: 'capture' }>

interface Target {
  readonly id: DocumentId
  readonly title: string
}

/** The document that captured words go to, where the writer has chosen one that is still there. */
async function chosenTarget({ client }: App, id: DocumentId | undefined): Promise<Target | null> {
  const [found] = id === undefined ? [] : await client.ask('documents.summaries', { ids: [id] })
  return found === undefined ? null : { id: found.id, title: shownTitle(found.title) }
}

/** What is left of a text whose beginning was added. */
const behind = (added: string, text: string): string =>
  text.startsWith(added) ? text.slice(added.length).trimStart() : text

/** The words of the sheet, kept as they are typed; those that another window keeps meanwhile come into it. */
function useWords(kept: string) {
  const { client, actions } = useApp()
  const [words, setWords] = useState(kept)
  const field = useRef<HTMLTextAreaElement>(null)
  const own = useRef({
    was: kept,
    words: kept,
    isComposing: false,
    last: Promise.resolve(true),
    isFailing: false,
    isAdding: false,
  })
  const set = (next: string): void => {
    own.current.words = next
    setWords(next)
  }

  function show(next: string): void {
    const { current } = field
    const { from, to, insert } = oneChange(own.current.words, next)
    // The cursor stays where it is; the second line tells React what stands there.
    current?.setRangeText(insert, from, to, 'preserve')
    if (current !== null) current.value = next
    set(next)
  }

  async function keepNow(): Promise<boolean> {
    const { was, words: text } = own.current
    const answer = await actions.run('capture.keep', { was, text })
    own.current.isFailing = answer === undefined
    if (answer === undefined) return false
    const isAtRest = own.current.words === text && !own.current.isComposing
    own.current.was = isAtRest ? answer.text : text
    if (isAtRest && answer.text !== text) show(answer.text)
    return true
  }
  /** One after the other: each says what the one before has told. */
  const keep = (): Promise<boolean> => (own.current.last = own.current.last.then(keepNow))
  const typing = useTyped(keep, { pauseMs: PAUSE_MS, mustBeKept: true })
  const latest = useRef(keep)
  latest.current = keep
  const changed = () => void (!own.current.isAdding && latest.current())
  useEffect(() => client.listen('capture.changed', changed), [client])
  const isShown = useRef(true)
  // What is typed now goes on from them.
  useEffect(() => field.current?.setSelectionRange(kept.length, kept.length), [kept])
  useEffect(() => {
    const { current } = own
    isShown.current = true
    return () => {
      isShown.current = false
      void current.last.then((isKept) => {
        if (!isKept) offerWords(behind(current.was, current.words))
      })
    }
  }, [])

  return {
    words,
    field,
    now: () => own.current.words,
    isShown: () => isShown.current,
    keep,
    /** Main did not take them the last time. */
    isFailing: () => own.current.isFailing,
    type(next: string): void {
      set(next)
      typing.type(next)
    },
    /** `write` brings them into a document; answers whether others were typed behind them meanwhile. */
    async add(added: string, write: () => Promise<void>): Promise<boolean> {
      own.current.isAdding = true
      await write().finally(() => (own.current.isAdding = false))
      typing.forget()
      // After what is still on its way. Main has taken them out of all that it was told, so the base is without them too.
      own.current.last = own.current.last.then(() => {
        own.current.was = behind(added, own.current.was)
        set(behind(added, own.current.words))
        return keepNow()
      })
      await own.current.last
      return own.current.words !== ''
    },
    composes(isComposing: boolean): void {
      own.current.isComposing = isComposing
      if (!isComposing) void keep()
    },
  }
}

/** What the sheet shows and does. `kept`: the words that it begins with. */
export function useCapture({ kept, adds }: CaptureOverlay) {
  const app = useApp()
  const choices = useLibraryChoices()
  const { captureInto } = choices
  const { data: chosen } = useQuery({
    queryKey: ['found-titles', 'capture', captureInto],
    queryFn: () => chosenTarget(app, captureInto),
  })
  const typed = useWords(kept)
  const [opened] = useState(() => dayText(new Date()))
  const [trouble, setTrouble] = useState('')
  const [isAdding, setAdding] = useState(false)

  async function write(): Promise<void> {
    const text = typed.now()
    await typed.keep()
    if (typed.now() !== text)
      return setTrouble('Another window has changed these words. Add them if they are right.')
    // The folder of the days may have been made a moment ago.
    const { folders } = await app.client.ask('library.get', undefined)
    const days = daysOf(choices, folders)
    const target = (await chosenTarget(app, captureInto)) ?? (days && (await todayOf(app, days)))
    if (target === undefined) return showOverlay({ kind: 'days-folder', then: 'capture' })
    const isMore = await typed.add(text, () => addCaptured(app, target.id, text))
    if (typed.isShown() && !isMore) showOverlay(null)
    const open = () => goToDocument(target.id, true)
    showToast(`Added to “${target.title}”`, [{ label: 'Open', run: open }])
  }

  async function add(): Promise<void> {
    if (isAdding || typed.now().trim() === '') return
    setAdding(true)
    const added = write().catch((error: unknown) => setTrouble(messageOf(error)))
    // Who goes on typing at once means the text behind the sheet; where that takes long, the sheet.
    const isLate = new Promise((resolve) => setTimeout(resolve, HELD_MS_MAX))
    void holdingKeysHere(() => Promise.race([added.then(onScreen), isLate]).then(() => {}))
    await added
    setAdding(false)
  }
  const begin = useRef(adds ? add : undefined)
  useEffect(() => {
    void begin.current?.()
    begin.current = undefined
  }, [])

  return {
    ...typed,
    /** The document that the words go to. */
    title: chosen?.title ?? opened,
    /** One was chosen and is not in the library any more. */
    isGone: captureInto !== undefined && chosen === null,
    trouble,
    isAdding,
    type(next: string): void {
      typed.type(next)
      setTrouble('')
    },
    close(): void {
      if (!typed.isFailing()) return showOverlay(null)
      void typed
        .keep()
        .then((isKept) => (isKept ? showOverlay(null) : setTrouble(`${NOT_KEPT} Try again, or copy them.`)))
    },
    add,
  }
}
