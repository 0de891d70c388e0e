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

/**
 * Opens the sheet with the stored words. `adds`: the words are added at once, because the writer has already asked for
 * that.
 */
export const openCapture = (app: App, adds = false): Promise<void> =>
  holdingKeysHere(() =>
    saying(async () => {
      const { text } = await app.client.ask('capture.read', undefined)
      showOverlay({ kind: 'capture', kept: text, adds })
      await onScreen()
    }),
  )

/** Whether words to be added wait until the writer has chosen the folder of the day documents. */
export const captureWaits = (overlay: Overlay | null): boolean =>
  overlay?.kind === 'days-folder' && overlay.then === 'capture'

/**
 * Opens the sheet for new words. If earlier words still wait for the folder, the new ones begin a paragraph below them.
 */
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

/** The chosen target document of captured words; null if none was chosen or the document no longer exists. */
async function chosenTarget({ client }: App, id: DocumentId | undefined): Promise<Target | null> {
  const [found] = id === undefined ? [] : await client.ask('documents.summaries', { ids: [id] })
  return found === undefined ? null : { id: found.id, title: shownTitle(found.title) }
}

/** The rest of a text after the words that were added to a document. */
const behind = (added: string, text: string): string =>
  text.startsWith(added) ? text.slice(added.length).trimStart() : text

/** The words of the sheet, saved as they are typed. Words that another window saves in the meantime are shown too. */
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
    // `setRangeText` keeps the position of the cursor; the assignment to `value` tells React about the new content.
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
  /** Saves run one after another, because each is based on the text sent by the one before. */
  const keep = (): Promise<boolean> => (own.current.last = own.current.last.then(keepNow))
  const typing = useTyped(keep, { pauseMs: PAUSE_MS, mustBeKept: true })
  const latest = useRef(keep)
  latest.current = keep
  const changed = () => void (!own.current.isAdding && latest.current())
  useEffect(() => client.listen('capture.changed', changed), [client])
  const isShown = useRef(true)
  // The cursor goes to the end of the stored words.
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
    /** Whether main rejected the words at the last save. */
    isFailing: () => own.current.isFailing,
    type(next: string): void {
      set(next)
      typing.type(next)
    },
    /** Appends words to a document by `write`, and returns whether further words were typed in the meantime. */
    async add(added: string, write: () => Promise<void>): Promise<boolean> {
      own.current.isAdding = true
      await write().finally(() => (own.current.isAdding = false))
      typing.forget()
      // This step comes after all pending saves. Main has removed the added words from all texts that it received, so
      // the base must be without them too.
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

/** The state and the functions of the sheet. `kept`: the stored words with which it opens. */
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
  const [problem, setProblem] = useState('')
  const [isAdding, setAdding] = useState(false)

  async function write(): Promise<void> {
    const text = typed.now()
    await typed.keep()
    if (typed.now() !== text)
      return setProblem('Another window has changed these words. Add them if they are right.')
    // The folder of the day documents may have been created a moment ago.
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
    const added = write().catch((error: unknown) => setProblem(messageOf(error)))
    // Keys pressed right after adding are meant for the text behind the sheet; if adding takes long, for the sheet.
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
    /** The title of the document to which the words are added. */
    title: chosen?.title ?? opened,
    /** Whether a target was chosen that no longer exists. */
    isGone: captureInto !== undefined && chosen === null,
    problem,
    isAdding,
    type(next: string): void {
      typed.type(next)
      setProblem('')
    },
    close(): void {
      if (!typed.isFailing()) return showOverlay(null)
      void typed
        .keep()
        .then((isKept) => (isKept ? showOverlay(null) : setProblem(`${NOT_KEPT} Try again, or copy them.`)))
    },
    add,
  }
}
