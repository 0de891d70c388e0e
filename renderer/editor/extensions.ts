import { defaultKeymap, historyKeymap, redo, toggleBlockComment, toggleComment } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state'
import {
  dropCursor,
  EditorView,
  type Command,
  keymap,
  placeholder,
  rectangularSelection,
} from '@codemirror/view'
import { withLineFeeds } from '../../shared/text/normal-form'
import type { Snippets } from '../../shared/text/words/snippets'
import { attachments, type TakeFile } from './input/attachments'
import { calloutStyle } from './preview/callouts'
import { codeTools, type CodeTools } from './preview/code-tools'
import { closingFence } from './markdown/closing-fence'
import { heldQuery } from './find/find-guard'
import { findAndMark } from './find/find-marks'
import { findPanel } from './find/find-panel'
import { findScope } from './find/find-scope'
import { diagrams } from './diagrams/diagram-marks'
import { imageKeys } from './preview/image-keys'
import { footnoteClicks, followFootnote, leaveFootnote } from './footnotes/follow'
import { footnotePeek } from './footnotes/peek'
import { folding } from './folding/folding'
import { emojiKeys } from './input/delete-emoji'
import { drawnSelection } from './input/drawn-selection'
import { joinedCarets } from './view/joined-carets'
import { aboveNotices } from './view/above-notices'
import { focusMode, typewriter, type FocusMode } from './view/focus'
import { toggleMark } from './markdown/formatting'
import { addressKeys, insertLink } from './markdown/link-mark'
import { writesWidths } from './markdown/images'
import { markdownSupport } from './markdown/language'
import { lineKeys } from './lines/line-commands'
import { focusByScript } from './input/focus-by-script'
import { lineSteps } from './input/line-steps'
import { livePreview } from './preview/live-preview'
import { draggedWords } from './view/dragged-words'
import { repeatedPress } from './view/repeated-press'
import { menuKeys } from './input/menu-keys'
import { mergeMarks } from './review/merge-marks'
import { openLinks } from './preview/links'
import { formattedPaste } from './input/paste'
import { typedSigns } from './input/pairs'
import { frontMatterForm } from './front-matter/field-marks'
import { formulaStyle } from './formulas/formula-style'
import { pictures } from './preview/pictures'
import { templateChoice } from './input/slash-commands'
import { snippets } from './input/snippets'
import { specialCharacters } from './preview/special-characters'
import { tabKey } from './input/tab-key'
import { lineEdgeKeys, stepsBehindMarks } from './lines/words-start'
import { behindBlock } from './input/behind-block'
import { belowTable } from './tables/below-table'
import { cellKeys, rowBelow } from './tables/cell-keys'
import { drawnCells } from './tables/drawn-cells'
import { tableHandles } from './tables/table-handles'
import { retypedMark } from './input/retyped-mark'
import { takenTyping } from './input/taken-typing'
import { textDirection } from './input/text-direction'
import { followLink, titleLinks, type TitleLinks } from './preview/title-links'
import { editorTheme, sourceTheme } from './preview/theme'
import { chosenKeys } from './keys/chosen-keys'
import type { ChosenKeys } from './keys/text-keys'
import { vimSurroundings, type VimSurroundings } from './keys/vim-surroundings'
import { spellCheck } from './spelling/spell-check'
import type { Speller } from './spelling/speller'
import { ignoredWords } from './spelling/written-words'
import { unwrappedCode } from './preview/unwrapped-code'
import { styleHints, type StyleSettings } from './style/style-hints'
import { undoSteps } from './input/undo-steps'
import { changedInView } from './undo/changed-in-view'
import { undoKey } from './undo/undo'
import { wellFormed } from './input/well-formed'

export interface EditorSettings extends StyleSettings {
  readonly sourceMode: boolean
  readonly spelling: boolean
  readonly focusMode: FocusMode
  readonly typewriter: boolean
  readonly wrapsCode: boolean
  readonly drawsDiagrams: boolean
  /** Whether the width of an image that the writer has resized is written behind it. */
  readonly imageWidths: boolean
  /** Which keys the text uses. */
  readonly keys: ChosenKeys
  /** Whether brackets, quotation marks and code are closed automatically. */
  readonly closesPairs: boolean
  /** The words that Tab expands. */
  readonly snippets: Snippets
}

export interface Surroundings extends TitleLinks, VimSurroundings {
  readonly words: (count: number) => void
  /** Reports the number of typed words; negative if typed words were deleted. */
  readonly wrote: (words: number) => void
  readonly takeFile: TakeFile
  /** Called when formatted text could not be converted in time and was pasted as plain text. */
  readonly pastedPlain: () => void
  readonly speller: Speller
  readonly code: CodeTools
  /** Lets the writer choose a template to insert at the cursor. */
  readonly chooseTemplate: () => void
  /** Moves the focus from the text to the next or the previous pane of the window. */
  readonly leave: (step: 1 | -1) => void
}

const modeSlot = new Compartment()
const spellingSlot = new Compartment()
const ignoredSlot = new Compartment()
const typingSlot = new Compartment()
const focusSlot = new Compartment()
const readOnlySlot = new Compartment()

/** Everything in the editor that does not depend on the document. */
export function baseExtensions(
  settings: EditorSettings,
  readOnly: boolean,
  surroundings: Surroundings,
): Extension {
  return [
    // Line endings are handled by the main process (`ipc-records.ts`, `openDocument`); a `\r` that arrives here stays
    // in place.
    EditorState.lineSeparator.of('\n'),
    // For a rendered image or sign, the browser puts U+FFFC into the text that the middle button pastes.
    EditorView.clipboardInputFilter.of((text) => withLineFeeds(text).replaceAll('\uFFFC', '')),
    wellFormed,
    takenTyping,
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of('  '),
    undoSteps(),
    changedInView,
    drawnSelection,
    joinedCarets,
    dropCursor(),
    rectangularSelection(),
    specialCharacters,
    textDirection,
    focusByScript,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Document text', autocorrect: 'on' }),
    placeholder('Write here'),
    findAndMark({
      literal: true,
      top: true,
      createPanel: findPanel,
      scrollToMatch: (range) => EditorView.scrollIntoView(range, { y: 'center' }),
    }),
    heldQuery,
    findScope,
    highlightSelectionMatches({ minSelectionLength: 3, wholeWords: true }),
    markdownSupport(),
    addressKeys,
    mergeMarks(),
    folding,
    footnoteClicks,
    footnotePeek,
    openLinks(surroundings.openLink),
    titleLinks(surroundings),
    attachments(surroundings.takeFile),
    cellKeys,
    formattedPaste(surroundings.takeFile, surroundings.pastedPlain),
    closingFence,
    codeTools.of(surroundings.code),
    templateChoice.of(surroundings.chooseTemplate),
    vimSurroundings.of(surroundings),
    retypedMark(),
    typingSlot.of(typing(settings)),
    Prec.high(keymap.of(ownKeys(surroundings))),
    Prec.high(tabKey(surroundings.leave)),
    lineSteps,
    lineKeys,
    menuKeys,
    emojiKeys,
    keymap.of([...searchKeymap, ...historyKeymap, ...KEYS_OF_PROSE]),
    modeSlot.of(mode(settings)),
    spellingSlot.of(spelling(settings, surroundings.speller)),
    ignoredSlot.of([]),
    focusSlot.of(focus(settings)),
    readOnlySlot.of(EditorState.readOnly.of(readOnly)),
    editorTheme,
  ]
}

/** The effects that apply new settings to a running editor. */
export const settingsEffects = (settings: EditorSettings, speller: Speller) => [
  modeSlot.reconfigure(mode(settings)),
  spellingSlot.reconfigure(spelling(settings, speller)),
  focusSlot.reconfigure(focus(settings)),
  typingSlot.reconfigure(typing(settings)),
]

export const readOnlyEffect = (readOnly: boolean) =>
  readOnlySlot.reconfigure(EditorState.readOnly.of(readOnly))

/** The effect that sets the words accepted in this document. */
export const ignoredEffect = (words: readonly string[]) =>
  ignoredSlot.reconfigure(ignoredWords.of(new Set(words)))

const mode = ({ sourceMode, wrapsCode, drawsDiagrams, imageWidths }: EditorSettings): Extension => {
  if (sourceMode) return sourceTheme
  const widths = writesWidths.of(imageWidths)
  return [
    livePreview,
    drawnCells,
    tableHandles,
    belowTable,
    behindBlock,
    calloutStyle,
    frontMatterForm,
    formulaStyle,
    imageKeys,
    repeatedPress(),
    draggedWords,
    pictures,
    widths,
    wrapsCode ? [] : unwrappedCode,
    lineEdgeKeys,
    stepsBehindMarks,
    diagrams(drawsDiagrams),
  ]
}

const focus = (settings: EditorSettings): Extension => [
  focusMode(settings.focusMode),
  typewriter(settings.typewriter),
  // Typewriter scrolling keeps the line in the middle anyway.
  settings.typewriter ? [] : aboveNotices,
]

const typing = (settings: EditorSettings): Extension => [
  typedSigns(settings),
  snippets.of(settings.snippets),
  chosenKeys(settings.keys),
]

const spelling = (settings: EditorSettings, speller: Speller): Extension => [
  settings.spelling ? spellCheck(speller) : EditorView.contentAttributes.of({ spellcheck: 'false' }),
  styleHints(settings),
]

export const bold = toggleMark('**')
export const italic = toggleMark('*')

function ownKeys(surroundings: Surroundings) {
  return [
    { key: 'Mod-b', run: bold, preventDefault: true },
    { key: 'Mod-i', run: italic, preventDefault: true },
    { key: 'Mod-k', run: insertLink, preventDefault: true },
    {
      key: 'Mod-s',
      preventDefault: true,
      run: () => {
        surroundings.save()
        return true
      },
    },
    undoKey,
    { key: 'Mod-Shift-z', run: redo, preventDefault: true },
    { key: 'Mod-Enter', run: followFootnote },
    { key: 'Mod-Enter', run: followLink(surroundings) },
    { key: 'Mod-Enter', run: leaveFootnote },
    { key: 'Mod-Enter', run: rowBelow },
    { key: 'Mod-Home', mac: 'Cmd-ArrowUp', run: toTop },
  ]
}

/** Readers cannot see words in a comment, so no key puts them there. */
const KEYS_OF_PROSE = defaultKeymap.filter(({ run }) => run !== toggleComment && run !== toggleBlockComment)

/** More than the height of any title, in px. */
const ABOVE_THE_TEXT = 2_000

/** Scrolls up to the title at the beginning of the document. */
const toTop: Command = (view) => {
  view.dispatch({
    selection: { anchor: 0 },
    effects: EditorView.scrollIntoView(0, { y: 'start', yMargin: ABOVE_THE_TEXT }),
    userEvent: 'select',
  })
  return true
}
