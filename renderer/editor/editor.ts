import { isolateHistory, redo, undo } from '@codemirror/commands'
import { openSearchPanel } from '@codemirror/search'
import { Text, type EditorState, type Extension } from '@codemirror/state'
import { EditorView, panels } from '@codemirror/view'
import type { Problem } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import type { Client } from '../bridge/bridge'
import type { Span } from '../../shared/text/span'
import type { TextChange } from '../../shared/text/text-change'
import type { EditorView as KeptView, OpenDocument } from '../../shared/ipc/ipc-records'
import { adoptReplaced, type Replaced } from './sync/adopt'
import { unsentSteps } from './sync/unsent-steps'
import { insertFiles, type TakenFile } from './input/attachments'
import {
  baseExtensions,
  bold,
  italic,
  ignoredEffect,
  readOnlyEffect,
  settingsEffects,
  type EditorSettings,
  type Surroundings,
} from './extensions'
import { FOLD_COMMANDS } from './folding/fold-commands'
import { foldsAgain } from './folding/kept-folds'
import { FOOTNOTE_COMMANDS } from './footnotes/footnote-commands'
import { orphanFootnotes, type FootnotePart } from './footnotes/parts'
import { styleNonce } from './nonce'
import { tableAt } from './tables/table-model'
import { codeLanguageAt, setCodeLanguage } from './markdown/code-language'
import { BLOCK_COMMANDS } from './markdown/blocks'
import { toggleCode } from './markdown/code-mark'
import { toggleMark } from './markdown/formatting'
import { insertLink } from './markdown/link-mark'
import { LINE_COMMANDS } from './lines/line-commands'
import { moveSectionTo, type SectionPlace } from './lines/move-blocks'
import { belowFindBar } from './find/below-find-bar'
import { hitMarks, showHit, type Hit } from './find/hit-marks'
import { keepView, restoreState } from './view/kept-view'
import { fromElsewhere, reviewMerged } from './review/merge-marks'
import { newView } from './view/new-view'
import { askSelected, selectedWords } from './view/selected-words'
import { readOutline, type Outline } from './markdown/outline'
import { insertPassage, paragraphAt, type Passage } from './markdown/passages'
import { pasting } from './input/paste'
import { ages, showAges, type Age } from './review/provenance-gutter'
import { editFrontMatter } from './front-matter/field-marks'
import { copyCode } from './preview/code-tools'
import { fileSource, replacePicture } from './preview/missing-pictures'
import { changeWidth } from './preview/picture-corner'
import { DIRECTION_COMMANDS } from './input/text-direction'
import { insertDate } from './input/insert-date'
import { openMenu, type ABOUT_SPELLING } from './input/menu-keys'
import {
  createEditorViewport,
  type EditorPane,
  type EditorViewport,
  type CursorState,
} from './view/editor-viewport'
import { createDocumentChannel, hostOf } from './sync/document-channel'
import type { ChannelState, TextChannel, Timers } from './sync/text-channel'
import { followLink, linkFound, type FoundLink } from './preview/title-links'
import { headingPlaces } from './preview/heading-links'
import { goToMisspelt, misspeltAt, replaceMisspelt, type Misspelt } from './spelling/misspelt'
import { styleHintAt, type FoundHint } from './style/style-hints'
import { TABLE_COMMANDS } from './tables/table-commands'
import { leavesHistory, takesHistory } from './undo/shared-history'
import { goBack, readSteps, type UndoSteps } from './undo/steps'
import { vimModeOf, type VimMode } from './keys/text-keys'
import { createScreenListeners, type TextOnScreen } from './view/text-on-screen'
import { createTracking, type TrackedPlaces } from './view/tracked-places'
import { createMoveListeners } from './view/move-listeners'
import { isTyped, readingAhead } from './view/reading-ahead'
import { wordCount } from './view/word-count'
import { writtenWords } from './view/written-words'

export type { EditorSettings } from './extensions'
export type { FootnotePart } from './footnotes/parts'
export type { Heading, Outline } from './markdown/outline'
export type { SectionPlace } from './lines/move-blocks'
export type { CursorState as EditorPlace } from './view/editor-viewport'
export { ABOUT_SPELLING } from './input/menu-keys'
export type { TextOnScreen } from './view/text-on-screen'
export type { TrackedPlaces } from './view/tracked-places'
export type { UndoStep } from './undo/steps'
export type { Misspelt } from './spelling/misspelt'
export { ignoredAs, type FoundHint } from './style/style-hints'
export type { Speller } from './spelling/speller'
export type { ChannelState } from './sync/text-channel'

export interface EditorOptions extends Surroundings {
  readonly document: OpenDocument
  /** The library of the document; `call` and `listen` mean that one alone. */
  readonly library: LibraryEpoch
  readonly call: Client['call']
  readonly listen: Client['listen']
  readonly settings: EditorSettings
  /** Names this editor among all that have the document open. */
  readonly clientId: string
  readonly timers: Timers
  /** Says to the writer what could not be done. */
  readonly failed: (problem: Problem) => void
  /** What is typed and not yet in main's hands. */
  readonly report: (state: ChannelState) => void
  /** The writer changed the text; heard at every key. */
  readonly edited: () => void
  readonly focused: () => void
  readonly blurred: () => void
}

type EditorCommand = keyof typeof TEXT_COMMANDS | 'follow-link'

/** A state of an editor, and main's version of its text. */
interface SettledState {
  readonly version: number
  readonly state: EditorState
}

/** One open document. It outlives the pane that shows it: detached, it still takes and sends changes. */
export interface EditorHandle {
  attach(pane: EditorPane): void
  detach(): void
  focus(): void
  /** `undefined`: the text has no keys of vim. */
  vimMode(): VimMode | undefined
  /** Whether it could be done where the cursor is. */
  run(command: EditorCommand): boolean
  configure(settings: EditorSettings): void
  setReadOnly(readOnly: boolean): void
  /** These words are right in this document, and no others. */
  setIgnored(words: readonly string[]): void
  /** The misspelt word that an element of the text is drawn for; without one, the word at the cursor. */
  misspelt(at?: Element): Misspelt | undefined
  replaceMisspelt(word: Pick<Misspelt, 'from' | 'to' | 'written'>, by: string): void
  /** The hint about style that an element of the text is drawn for; without one, that at the cursor. */
  styleHint(at?: Element): FoundHint | undefined
  /** The link at a place of the window; without one, the link that the cursor is in. */
  linkAt(place?: { readonly x: number; readonly y: number }): FoundLink | undefined
  /** Puts the cursor at the next misspelt word; false where there is none. */
  goToMisspelt(step: 1 | -1): Promise<boolean>
  /** Opens the menu of the text at the cursor; `ABOUT_SPELLING`: the one of a misspelt word. */
  openMenu(about?: typeof ABOUT_SPELLING): void
  /** As `readOutline` of `outline.ts`. */
  readOutline(tell: (outline: Outline) => void): () => void
  /** As `moveSectionTo` of `move-blocks.ts`; the focus stays where it is. */
  moveSection(from: number, place: SectionPlace): number | undefined
  /** Puts the cursor there, once the text is on screen, and marks what was found. */
  goTo(at: number, hit?: Hit): void
  /** As `goTo`, to the heading with this id; false where there is none. */
  goToHeading(id: string): boolean
  clearHit(): void
  cursorState(): CursorState
  returnTo(cursor: CursorState): void
  /** All of it, or what stands there. */
  text(span?: Span): string
  /** Everything typed is with main when it answers true. */
  flush(): Promise<boolean>
  /** Where the writer is, and of which version; undefined while something is unsent. */
  keptView(): { readonly version: number; readonly view: KeptView } | undefined
  /** The state of main's very version; undefined while something is unsent or on its way here. */
  settled(): SettledState | undefined
  /**
   * Takes the undo history of another editor of this text, below the steps that were made here meanwhile. False where
   * both are not at the same version.
   */
  takeHistory(from: SettledState): boolean
  /** Another editor has the undo history now. */
  leaveHistory(): void
  /** Writes links to files that main has taken in, where the cursor is. */
  insertFiles(files: readonly TakenFile[]): void
  reviewMerge(): boolean
  /** The word for the language of the code at the cursor; undefined where there is no block between fences. */
  codeLanguage(): string | undefined
  isInTable(): boolean
  /** Whether it could be written. */
  setCodeLanguage(word: string): boolean
  /** References without a definition, and definitions without a reference, in the order of the text. */
  orphanFootnotes(): readonly FootnotePart[]
  /** Makes these changes as the writer's own: one step of undo takes them back. */
  change(changes: readonly TextChange[]): void
  /** Takes what a replacement in the library has just put into this text as the writer's own, for undo. */
  adoptReplaced(hits: readonly Replaced[]): void
  selection(): Span
  /** The paragraph that the cursor is in. */
  paragraph(): string
  /** Told when the cursor moves or the text changes; returns the function that stops that. */
  listenToMoves(listener: (isTyped: boolean) => void): () => void
  /**
   * Writes a block below the cursor's paragraph, words at the cursor, or a text in place of what is selected: one step of
   * undo takes it back. False where several lines would tear a table apart.
   */
  insert(passage: Passage): boolean
  /** The age of each paragraph beside the text; `undefined`: none. */
  showAges(ages: readonly Age[] | undefined, open: (versionId: string) => void): void
  undoSteps(): UndoSteps
  /** As `goBack` of `steps.ts`. */
  goBack(steps: number): number
  /** Where the first line on screen begins. */
  top(): number
  /** `undefined` while no pane shows it. */
  onScreen(): TextOnScreen | undefined
  /** As `listen` of `text-on-screen.ts`. */
  listenToScreen(listener: () => void): () => void
  /** Follows places of the present text through all changes. */
  track(): TrackedPlaces
  destroy(): void
}

/** A text that takes longer to be parsed is not looked through for footnotes. */
const ORPHANS_MS = 100

const TEXT_COMMANDS = {
  bold,
  italic,
  highlight: toggleMark('=='),
  strikethrough: toggleMark('~~'),
  formula: toggleMark('$'),
  link: insertLink,
  code: toggleCode,
  'insert-date': insertDate,
  'copy-code': copyCode,
  'edit-front-matter': editFrontMatter,
  'replace-picture': replacePicture,
  ...DIRECTION_COMMANDS,
  'image-wider': changeWidth(1),
  'image-narrower': changeWidth(-1),
  'image-own-width': changeWidth(0),
  'selection-bar': askSelected,
  ...BLOCK_COMMANDS,
  ...LINE_COMMANDS,
  ...TABLE_COMMANDS,
  ...FOOTNOTE_COMMANDS,
  ...FOLD_COMMANDS,
  undo,
  redo,
  find: openSearchPanel,
} as const

export function createEditor(options: EditorOptions): EditorHandle {
  const { document: opened } = options
  const findPlace = window.document.createElement('div')
  const commandPlace = window.document.createElement('div')
  const follow = followLink(options)
  const tracking = createTracking()
  const screen = createScreenListeners()
  const moves = createMoveListeners()
  const { state, top, folds } = restoreState(Text.of(opened.text.split('\n')), opened.view, {
    extensions: [
      unsentSteps({ startVersion: opened.version, clientID: options.clientId }),
      fileSource.of(options),
      baseExtensions(options.settings, opened.state.readOnly !== undefined, options),
      EditorView.cspNonce.of(styleNonce()),
      wordCount(options.words),
      writtenWords(options.wrote),
      ages,
      hitMarks,
      selectedWords((words) => viewport.selected(words)),
      panels({ topContainer: findPlace, bottomContainer: commandPlace }),
      belowFindBar(findPlace),
      ...[tracking.extension, screen.extension, moves.extension],
      heard(options, () => channel),
      readingAhead,
    ],
  })
  const view = newView({ state })
  if (folds.length > 0) view.dispatch({ effects: foldsAgain(state, folds) })
  const channel = createDocumentChannel({
    host: hostOf(view),
    document: opened,
    clientId: options.clientId,
    call: options.call,
    listen: options.listen,
    timers: options.timers,
    report: options.report,
    elsewhere: [fromElsewhere.of(null)],
  })

  const viewport = createEditorViewport(view, { top: findPlace, bottom: commandPlace }, top, () =>
    screen.changed(view),
  )

  return {
    attach: (pane) => viewport.attach(pane),
    detach: () => viewport.detach(),
    focus: () => view.focus(),
    vimMode: () => vimModeOf(view.dom),
    run(command) {
      if (command === 'follow-link') return follow(view)
      const isDone = TEXT_COMMANDS[command](view)
      if (command !== 'find') view.focus()
      return isDone
    },
    configure: (settings) => view.dispatch({ effects: settingsEffects(settings, options.speller) }),
    setReadOnly: (readOnly) => view.dispatch({ effects: readOnlyEffect(readOnly) }),
    setIgnored: (words) => view.dispatch({ effects: ignoredEffect(words) }),
    misspelt: (at) => misspeltAt(view, options.speller, placeOf(view, at)),
    styleHint: (at) => styleHintAt(view, placeOf(view, at)),
    linkAt(place) {
      const at = place === undefined ? view.state.selection.main.head : view.posAtCoords(place)
      return at === null ? undefined : linkFound(view, at, options)
    },
    replaceMisspelt(word, by) {
      replaceMisspelt(view, word, by)
      view.focus()
    },
    goToMisspelt: (step) => goToMisspelt(view, options.speller, step),
    openMenu: (about) => void openMenu(view, about),
    readOutline: (tell) => readOutline(view.state.doc, tell),
    moveSection: (from, place) => moveSectionTo(view, from, place),
    goTo: (at, hit) => viewport.goTo(at, hit),
    goToHeading(id) {
      const at = headingPlaces(view.state).get(id)
      if (at !== undefined) viewport.goTo(at)
      return at !== undefined
    },
    adoptReplaced: (hits) => adoptReplaced(view, hits),
    clearHit: () => view.dispatch({ effects: showHit.of(undefined) }),
    cursorState: () => viewport.cursorState(),
    returnTo: (cursor) => viewport.returnTo(cursor),
    text: (span) => view.state.doc.sliceString(span?.from ?? 0, span?.to),
    flush() {
      const taken = channel.flush()
      return pasting(view)?.then(() => channel.flush()) ?? taken
    },
    keptView() {
      const version = channel.settledVersion()
      if (version === undefined) return undefined
      return { version, view: keepView(view.state, viewport.scrollTop(), viewport.topOfScreen()) }
    },
    settled: () => settledState(view, channel.settledVersion()),
    takeHistory({ version, state: other }) {
      if (channel.settledVersion() !== version) return false
      view.dispatch({ effects: takesHistory(other, view.state) })
      return true
    },
    leaveHistory: () => view.dispatch({ effects: leavesHistory() }),
    insertFiles(files) {
      insertFiles(view, files)
      view.focus()
    },
    codeLanguage: () => codeLanguageAt(view.state),
    isInTable: () => tableAt(view.state) !== null,
    setCodeLanguage: (word) => setCodeLanguage(word)(view),
    orphanFootnotes: () => orphanFootnotes(view.state, ORPHANS_MS),
    reviewMerge: () => reviewMerged(view),
    change: (changes) => changeText(view, changes),
    showAges: (all, open) => showAges(view, all, open),
    undoSteps: () => readSteps(view.state),
    goBack: (steps) => goBack(view, steps),
    top: () => viewport.topOfScreen(),
    onScreen: () => viewport.onScreen(),
    listenToScreen: screen.listen,
    track: tracking.track,
    selection() {
      const { from, to } = view.state.selection.main
      return { from, to }
    },
    paragraph: () => paragraphAt(view.state),
    listenToMoves: moves.listen,
    insert: (passage) => insertAndShow(view, viewport, passage),
    destroy() {
      channel.stop()
      view.destroy()
      findPlace.remove()
      commandPlace.remove()
    },
  }
}

const settledState = ({ state }: EditorView, version: number | undefined): SettledState | undefined =>
  version === undefined ? undefined : { version, state }

/** Where an element of the text stands; without one, the cursor. */
const placeOf = (view: EditorView, at: Element | undefined): number =>
  at === undefined ? view.state.selection.main.head : view.posAtDOM(at)

/** Sends what is typed, and tells those who wait for what the writer does in the text. */
const heard = (
  { edited, focused, blurred, timers }: EditorOptions,
  channel: () => TextChannel,
): Extension => [
  EditorView.updateListener.of((update) => {
    if (!isTyped(update)) return
    channel().changed()
    edited()
  }),
  EditorView.domEventHandlers({
    focus: () => focused(),
    blur: () => {
      void channel().flush()
      blurred()
    },
    compositionend: () => void timers.after(30, () => channel().compositionEnded()),
  }),
]

const changeText = (view: EditorView, changes: readonly TextChange[]): void =>
  view.dispatch({
    changes: changes.map(({ from, to, insert }) => ({ from, to, insert: Text.of(insert.split('\n')) })),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.history',
  })

function insertAndShow(view: EditorView, viewport: EditorViewport, passage: Passage): boolean {
  const wasShown = view.dom.isConnected
  if (!insertPassage(view, passage)) return false
  viewport.whenShown(() => {
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'nearest' }) })
    // Whoever shows a new text says where the focus goes.
    if (!('text' in passage) || wasShown) view.focus()
  })
  return true
}
