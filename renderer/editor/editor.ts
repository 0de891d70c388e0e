import { isolateHistory } from '@codemirror/commands'
import { Text, type Extension } from '@codemirror/state'
import { EditorView, panels } from '@codemirror/view'
import type { TextChange } from '../../shared/text/text-change'
import { adoptReplaced } from './sync/adopt'
import { unsentSteps } from './sync/unsent-steps'
import { baseExtensions, ignoredEffect, readOnlyEffect, settingsEffects } from './extensions'
import { foldsAgain } from './folding/kept-folds'
import { orphanFootnotes } from './footnotes/parts'
import { styleNonce } from './nonce'
import { TABLE_COMMANDS } from './tables/table-commands'
import { alignmentAt } from './tables/table-edits'
import { tableAt } from './tables/table-model'
import { codeLanguageAt, setCodeLanguage } from './markdown/code-language'
import { moveSectionTo } from './lines/move-blocks'
import { belowFindBar } from './find/below-find-bar'
import { hitMarks, showHit } from './find/hit-marks'
import { keepView, restoreState } from './view/kept-view'
import { fromElsewhere, reviewMerged } from './review/merge-marks'
import { newView } from './view/new-view'
import { selectedWords } from './view/selected-words'
import { readOutline } from './markdown/outline'
import { insertPassage, paragraphAt, type Passage } from './markdown/passages'
import { pasting } from './input/paste'
import { ages, showAges } from './review/provenance-gutter'
import { fileSource } from './preview/missing-pictures'
import { openMenu } from './input/menu-keys'
import { createEditorViewport, type EditorViewport } from './view/editor-viewport'
import { createDocumentChannel, hostOf } from './sync/document-channel'
import type { TextChannel } from './sync/text-channel'
import { followLink, linkFound } from './preview/title-links'
import { headingBegin, headingPlaces } from './preview/heading-links'
import { goToMisspelt, misspeltAt, replaceMisspelt } from './spelling/misspelt'
import { styleHintAt } from './style/style-hints'
import { leavesHistory, takesHistory } from './undo/shared-history'
import { goBack, readSteps } from './undo/steps'
import { languageOf } from './input/smart-typing'
import { vimModeOf } from './keys/text-keys'
import { createScreenListeners } from './view/text-on-screen'
import { createTracking } from './view/tracked-places'
import { createMoveListeners } from './view/move-listeners'
import { isTyped, readingAhead } from './view/reading-ahead'
import { wordCount } from './view/word-count'
import { writtenWords } from './view/written-words'
import type { EditorHandle, EditorOptions, SettledState } from './editor-handle'
import { TEXT_COMMANDS } from './text-commands'

export type { EditorHandle, EditorOptions } from './editor-handle'
export type { EditorSettings } from './extensions'
export type { FootnotePart } from './footnotes/parts'
export type { Heading, Outline } from './markdown/outline'
export type { SectionPlace } from './lines/move-blocks'
export type { CursorState as EditorPlace } from './view/editor-viewport'
export { ABOUT_COLUMN, ABOUT_ROW, ABOUT_SPELLING, type MenuSubject } from './input/menu-keys'
export type { TextOnScreen } from './view/text-on-screen'
export type { TrackedPlaces } from './view/tracked-places'
export type { UndoStep } from './undo/steps'
export type { Misspelt } from './spelling/misspelt'
export { ignoredAs, type FoundHint } from './style/style-hints'
export type { Speller } from './spelling/speller'
export type { ChannelState } from './sync/text-channel'

/** A text that takes longer to parse is not searched for footnotes. */
const ORPHANS_MS = 100

export function createEditor(options: EditorOptions): EditorHandle {
  const { document: opened } = options
  const findPlace = window.document.createElement('div')
  const commandPlace = window.document.createElement('div')
  const follow = followLink(options)
  const tracking = createTracking()
  const screen = createScreenListeners()
  const moves = createMoveListeners()
  const { state, line, folds } = restoreState(Text.of(opened.text.split('\n')), opened.view, {
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

  const viewport = createEditorViewport(view, { top: findPlace, bottom: commandPlace }, line, () =>
    screen.changed(view),
  )

  return {
    attach: (pane) => viewport.attach(pane),
    detach: () => viewport.detach(),
    focus: () => view.focus(),
    vimMode: () => vimModeOf(view.dom),
    language: () => languageOf(view.state),
    run(command) {
      if (command === 'follow-link') return follow(view)
      const isDone = TEXT_COMMANDS[command](view)
      if (command !== 'find' && command !== 'replace') view.focus()
      return isDone
    },
    configure: (settings) => view.dispatch({ effects: settingsEffects(settings, options.speller) }),
    setReadOnly: (readOnly) => view.dispatch({ effects: readOnlyEffect(readOnly) }),
    setIgnored: (words) => view.dispatch({ effects: ignoredEffect(words) }),
    misspelt: (at) => misspeltAt(view, options.speller, placeOf(view, at)),
    styleHint: (at) => styleHintAt(view, placeOf(view, at)),
    linkAt: (place) => linkFound(view, placeAt(view, place), options),
    replaceMisspelt(word, by) {
      replaceMisspelt(view, word, by)
      view.focus()
    },
    goToMisspelt: (step) => goToMisspelt(view, options.speller, step),
    openMenu: (about) => void openMenu(view, about),
    readOutline: (tell) => readOutline(view.state.doc, tell),
    moveSection: (from, place) => moveSectionTo(view, from, place),
    goTo: (at, hit) => viewport.goTo(at, hit),
    goToSection: (from) => viewport.goTo(headingBegin(view.state, from)),
    goToHeading(id) {
      const at = headingPlaces(view.state).get(id)
      if (at !== undefined) viewport.goTo(headingBegin(view.state, at))
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
      return { version, view: keepView(view.state, viewport.scrollTop(), viewport.shownLine()) }
    },
    settled: () => settledState(view, channel.settledVersion()),
    takeHistory({ version, state: other }) {
      if (channel.settledVersion() !== version) return false
      view.dispatch({ effects: takesHistory(other, view.state) })
      return true
    },
    leaveHistory: () => view.dispatch({ effects: leavesHistory() }),
    codeLanguage: () => codeLanguageAt(view.state),
    isInTable: () => tableAt(view.state) !== null,
    canRun: (command) => TABLE_COMMANDS[command]({ state: view.state, dispatch: () => {} }),
    alignment: () => alignmentAt(view.state),
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

/** The position of an element of the text; without an element, that of the cursor. */
const placeOf = (view: EditorView, at: Element | undefined): number =>
  at === undefined ? view.state.selection.main.head : view.posAtDOM(at)

/**
 * The position in the text at a point of the window; without a point, that of the cursor. `null` if there is no text at
 * the point.
 */
const placeAt = (view: EditorView, place: { readonly x: number; readonly y: number } | undefined) =>
  place === undefined ? view.state.selection.main.head : view.posAtCoords(place)

/** Sends typed text, and notifies the options' callbacks of what the writer does. */
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
    focus: (_event, view) => {
      keepCaret(view)
      focused()
    },
    blur: () => {
      void channel().flush()
      blurred()
    },
    compositionend: () => void timers.after(30, () => channel().compositionEnded()),
  }),
]

/**
 * Restores the caret when a text gets the focus. After a click elsewhere, as in a menu, the browser puts the caret at
 * the beginning, and CodeMirror does not notice, because it compares with the selection that it read last.
 */
function keepCaret(view: EditorView): void {
  const { anchor, head } = view.state.selection.main
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)]
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
}

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
    // Code that shows a new text decides where the focus goes.
    if (!('text' in passage) || wasShown) view.focus()
  })
  return true
}
