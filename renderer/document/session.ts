import type { OpenDocument } from '../../shared/ipc/ipc-records'
import { dayText } from '../../shared/text/date-text'
import type { Problem } from '../../shared/problem'
import { shownTitle, type DocumentId, type TagId } from '../../shared/terms'
import type { Client } from '../bridge/bridge'
import type { createEditor, EditorSettings, Speller } from '../editor/editor'
import { withoutHistory } from '../editor/view/kept-view'
import type { Timers } from '../editor/sync/text-channel'
import { linksByTitle } from '../links/links-by-title'
import { takeFile } from '../files/take-file'
import { createSessionEditors } from './session-editors'
import { createHeldTitle } from './held-title'
import { createTitleChannel } from './title-channel'
import { createListeners } from '../state/listeners'
import { leaveTab, postpone, showOverlay, useWindow } from '../state/store'
import { openAddress } from '../links/open-address'
import { copyText } from '../state/actions/copy-text'
import { queueToast, showToast } from '../state/toasts'
import { offerWords } from '../state/typed/stray-words'
import { TYPING_MS } from '../state/typed/watch-typing'
import { cyclePanes } from '../ui/panes'
import type { Session, SessionView } from '../state/sessions'

export interface SessionOptions {
  readonly document: OpenDocument
  readonly client: Client
  readonly settings: EditorSettings
  readonly createEditor: typeof createEditor
  readonly speller: Speller
  readonly timers: Timers
  readonly newClientId: () => string
  readonly edited: (id: DocumentId) => void
  readonly failed: (problem: Problem) => void
  /** Shows another document. */
  readonly show: (id: DocumentId, heading?: string) => void
}

const KEEP_VIEW_MS = 2_000
const TRY_AGAIN_MS = 1_000
const TELL_WORDS_MS = 1_000
/** After a pause of this length the window shows again that the text is saved. */
const CALM_MS = 250

export function createSession(options: SessionOptions): Session {
  const { document: opened, client, timers } = options
  const { id } = opened
  const { tell, listen: subscribe } = createListeners()
  const { tell: tellCount, listen: subscribeWords } = createListeners()
  let fields = { folderId: opened.folderId, tagIds: opened.tagIds as readonly TagId[], status: opened.status }
  let state = opened.state
  let words = 0
  let editedSinceBlur = false
  let cancelSoon = () => {}
  let typedAtMs = -Infinity
  let cancelKeep = () => {}
  /** The number of words typed but not yet reported to the goals. */
  let typed = 0
  let cancelTelling = () => {}

  const title = createTitleChannel({
    title: opened.title,
    timers,
    send: (text) => client.call('document.edit-fields', { id, title: text }),
    report: () => changed(),
    replaced(theirs) {
      const take = () => session.typeTitle(theirs)
      // The other title is kept nowhere else.
      queueToast(
        `Somebody renamed “${shownTitle(title.title)}” to “${theirs}” while you typed; your title stands.`,
        [{ label: 'Use that one', run: take }],
        { stays: true },
      )
    },
  })
  const heldTitle = createHeldTitle(title)
  const titleLinks = linksByTitle(client, {
    folderId: () => fields.folderId,
    show: options.show,
    failed: options.failed,
  })
  const editors = createSessionEditors({
    document: opened,
    create: (document, hears) =>
      options.createEditor({
        ...hears,
        document,
        library: client.library,
        call: client.call,
        listen: client.listen,
        settings: options.settings,
        clientId: options.newClientId(),
        timers,
        failed: options.failed,
        edited() {
          // Text typed in one pane must appear in the other at once.
          if (editors.areTwo) void editors.flush()
          if (!editedSinceBlur) timers.after(0, () => options.edited(id))
          editedSinceBlur = true
          typedAtMs = performance.now()
          cancelKeep()
          cancelKeep = timers.after(KEEP_VIEW_MS, () => void keep())
        },
        blurred() {
          if (editedSinceBlur) void handOver()
          editedSinceBlur = false
          typedAtMs = -Infinity
        },
        words(count) {
          if (count === words) return
          words = count
          tellCount()
        },
        wrote,
        speller: options.speller,
        save: () => void session.save(),
        saveAndLeave: () => void session.save().then(() => isSeenTo(session.view()) && leaveTab(id)),
        modeChanged: () => changedSoon(0),
        notLoaded: () => showToast('The keys of Vim could not be loaded. The text has the usual keys.'),
        unplaced: offerWords,
        takeFile: (file) => takeFile(client, file, options.failed),
        pastedPlain: () =>
          showToast('The formatting was too much to convert, so the text was pasted without it.'),
        code: {
          chooseLanguage: () => showOverlay({ kind: 'code-language' }),
          drawDiagrams: () => void client.call('settings.set', { drawsDiagrams: true }),
          copy: (code) => void copyText(code, 'The code is copied'),
        },
        chooseTemplate: () => showOverlay({ kind: 'templates', into: id }),
        ...titleLinks,
        leave: cyclePanes,
        openLink: (url) => void openAddress(client, url, options.failed),
      }),
    openAgain,
    closeAgain: () => void client.call('document.close', { id }),
    isSplit: () => useWindow.getState().sideDocument !== null,
    changed: () => changedSoon(),
    after: (run) => timers.after(TRY_AGAIN_MS, run),
  })
  let current = describe()

  void client.call('spelling.ignored', { id }).then((known) => known.ok && editors.setIgnored(known.value))
  const stops = [
    useWindow.subscribe(({ sideDocument }) => {
      if (sideDocument === null) editors.leaveHidden()
    }),
    client.listen('spelling.ignored-changed', (next) => {
      if (next.id === id) editors.setIgnored(next.words)
    }),
    client.listen('document.fields-changed', (next) => {
      if (next.id !== id) return
      fields = { folderId: next.folderId, tagIds: next.tagIds, status: next.status }
      heldTitle.arrived(next.title)
      changed()
    }),
    client.listen('document.status-changed', (next) => {
      // Most changes that the main process accepts are answered with the known state.
      if (next.id !== id || JSON.stringify(next) === JSON.stringify(state)) return
      if ((next.readOnly === undefined) !== (state.readOnly === undefined))
        editors.setReadOnly(next.readOnly !== undefined)
      // A question must not take the text away from a writer who is typing; it appears above the text.
      const isClash = next.phase === 'conflicted' && state.phase !== 'conflicted'
      if (isClash && performance.now() - typedAtMs < TYPING_MS) postpone(id, true)
      state = next
      changed()
    }),
  ]

  /** Opens the document for another editor, which begins at the writer's position. */
  async function openAgain(): Promise<OpenDocument | undefined> {
    await flush()
    const view = editors.current.keptView()?.view
    const result = await client.call('document.open', { id })
    if (!result.ok) {
      options.failed(result.problem)
      return undefined
    }
    return { ...result.value, ...(view !== undefined && { view: withoutHistory(view) }) }
  }

  function hasUnsent(): boolean {
    return editors.state().unsent || title.unsent
  }

  function describe(): SessionView {
    const channel = editors.state()
    const problem = channel.problem ?? title.problem
    return {
      title: title.title,
      ...fields,
      state,
      // "Saved" and "On this device" are promises that hold only once the main process has the last words.
      phase: (state.phase === 'clean' || state.phase === 'queued') && hasUnsent() ? 'dirty' : state.phase,
      problem,
      readOnly: state.readOnly,
      vimMode: editors.current.vimMode(),
      language: editors.current.language(),
    }
  }

  /** Counts typed words; they are reported after a pause, not at each key. */
  function wrote(more: number): void {
    typed += more
    cancelTelling()
    cancelTelling = timers.after(TELL_WORDS_MS, tellWords)
  }

  function tellWords(): void {
    cancelTelling()
    if (typed !== 0)
      void client.call('goals.wrote', {
        id,
        folderId: fields.folderId,
        day: dayText(new Date()),
        words: typed,
      })
    typed = 0
  }

  /**
   * Notifies subscribers if the visible state has changed. Most reports, above all during typing, change nothing
   * visible.
   */
  function changed(): void {
    const next = describe()
    if (isSameView(next, current)) return
    current = next
    tell()
  }

  /**
   * Updates everything outside the text after the key has been handled, so that no key waits. Between two keys the main
   * process briefly has all text; "saved" is shown again only after a pause.
   */
  function changedSoon(delayMs = hasUnsent() ? 0 : CALM_MS): void {
    cancelSoon()
    cancelSoon = timers.after(delayMs, changed)
  }

  async function keep(): Promise<void> {
    cancelKeep()
    const kept = editors.current.keptView()
    if (kept !== undefined) await client.call('document.keep-view', { id, ...kept })
  }

  async function flush(): Promise<boolean> {
    const taken = await Promise.all([editors.flush(), title.flush()])
    if (!taken.every(Boolean)) return false
    await keep()
    return true
  }

  /** Turns the text into recovered texts of its own library, because that library is not open any more. */
  async function recover(): Promise<boolean> {
    const { library } = client
    const kept = editors
      .texts()
      .map((text) =>
        client.call('library.recover-text', { library, documentId: id, title: title.title, text }),
      )
    return (await Promise.all(kept)).every(({ ok }) => ok)
  }

  /** Tries until the main process accepts the text, or until its library keeps it as a recovered text. */
  async function handOverOrRecover(): Promise<'taken' | 'recovered'> {
    while (!(await flush())) {
      if (describe().problem?.code === 'other-library' && (await recover())) return 'recovered'
      await new Promise<void>((resolve) => void timers.after(TRY_AGAIN_MS, resolve))
    }
    return 'taken'
  }

  /** Sends typed text to the service soon after the writer has turned to something else. */
  async function handOver(): Promise<void> {
    if (await flush()) await save('blur')
  }

  async function save(reason: 'key' | 'blur'): Promise<void> {
    if (reason === 'key') typedAtMs = -Infinity
    const result = await client.call('document.save', { id, reason })
    if (result.ok) {
      state = result.value
      changed()
    } else if (reason === 'key') options.failed(result.problem)
  }

  const session: Session = {
    id,
    get editor() {
      return editors.current
    },
    show: editors.show,
    configure: editors.configure,
    view: () => current,
    subscribe,
    words: () => words,
    subscribeWords,
    typeTitle(text) {
      options.edited(id)
      heldTitle.typed(text)
    },
    holdTitle: heldTitle.hold,
    async save() {
      editedSinceBlur = false
      if (await flush()) await save('key')
    },
    flush,
    async close() {
      let end: 'taken' | 'recovered'
      do {
        end = await handOverOrRecover()
        const kept = editors.current.keptView()
        await client.call('document.close', { id, ...(kept === undefined ? {} : { view: kept.view }) })
        // A slow paste or an image may have added text meanwhile.
      } while (end === 'taken' && hasUnsent())
      cancelKeep()
      cancelSoon()
      stops.forEach((stop) => stop())
      title.stop()
      editors.destroy()
    },
  }
  return session
}

/** Whether nothing in the document needs the writer, who may leave it. */
const isSeenTo = ({ phase, problem }: SessionView): boolean => phase !== 'conflicted' && problem === undefined

function isSameView(one: SessionView, other: SessionView): boolean {
  return (Object.keys(one) as (keyof SessionView)[]).every((key) => one[key] === other[key])
}
