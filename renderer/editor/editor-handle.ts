import type { EditorState } from '@codemirror/state'
import type { Problem } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import type { Span } from '../../shared/text/span'
import type { TextChange } from '../../shared/text/text-change'
import type { EditorView as KeptView, OpenDocument } from '../../shared/ipc/ipc-records'
import type { Client } from '../bridge/bridge'
import type { EditorSettings, Surroundings } from './extensions'
import type { Hit } from './find/hit-marks'
import type { FootnotePart } from './footnotes/parts'
import type { MenuSubject } from './input/menu-keys'
import type { VimMode } from './keys/text-keys'
import type { SectionPlace } from './lines/move-blocks'
import type { Outline } from './markdown/outline'
import type { Passage } from './markdown/passages'
import type { FoundLink } from './preview/title-links'
import type { Age } from './review/provenance-gutter'
import type { Misspelt } from './spelling/misspelt'
import type { FoundHint } from './style/style-hints'
import type { Replaced } from './sync/adopt'
import type { ChannelState, Timers } from './sync/text-channel'
import type { TableCommand } from './tables/table-commands'
import type { Alignment } from './tables/table-edits'
import type { TextCommand } from './text-commands'
import type { UndoSteps } from './undo/steps'
import type { CursorState, EditorPane } from './view/editor-viewport'
import type { TextOnScreen } from './view/text-on-screen'
import type { TrackedPlaces } from './view/tracked-places'

export interface EditorOptions extends Surroundings {
  readonly document: OpenDocument
  /** The library of the document, the only one that `call` and `listen` refer to. */
  readonly library: LibraryEpoch
  readonly call: Client['call']
  readonly listen: Client['listen']
  readonly settings: EditorSettings
  /** Identifies this editor among all that have the document open. */
  readonly clientId: string
  readonly timers: Timers
  /** Tells the writer what could not be done. */
  readonly failed: (problem: Problem) => void
  /** Reports typed text that the main process does not have yet. */
  readonly report: (state: ChannelState) => void
  /** Called at every change that the writer makes. */
  readonly edited: () => void
  readonly focused: () => void
  readonly blurred: () => void
}

type EditorCommand = TextCommand | 'follow-link'

/** A state of an editor, and the version of the text in the main process that it equals. */
export interface SettledState {
  readonly version: number
  readonly state: EditorState
}

/** An open document. It outlives the pane that shows it: even while detached it receives and sends changes. */
export interface EditorHandle {
  attach(pane: EditorPane): void
  detach(): void
  focus(): void
  /** The mode of Vim; `undefined` without Vim keys. */
  vimMode(): VimMode | undefined
  /** The language named in the front matter. */
  language(): string | undefined
  /** Runs a command; returns whether it was possible at the cursor. */
  run(command: EditorCommand): boolean
  configure(settings: EditorSettings): void
  setReadOnly(readOnly: boolean): void
  /** Sets the words that the spelling check accepts in this document only. */
  setIgnored(words: readonly string[]): void
  /** The misspelt word for which an element of the text was rendered; without an element, the one at the cursor. */
  misspelt(at?: Element): Misspelt | undefined
  replaceMisspelt(word: Pick<Misspelt, 'from' | 'to' | 'written'>, by: string): void
  /** The style hint for which an element of the text was rendered; without an element, the one at the cursor. */
  styleHint(at?: Element): FoundHint | undefined
  /** The link at a position in the window; without a position, the one at the cursor. */
  linkAt(place?: { readonly x: number; readonly y: number }): FoundLink | undefined
  /** Moves the cursor to the next misspelt word. Text in a language without a dictionary is not searched. */
  goToMisspelt(step: 1 | -1): Promise<'found' | 'none' | 'unknown-language'>
  /** Opens the menu of the text at the cursor, or that of the given subject. */
  openMenu(about?: MenuSubject): void
  /** Like `readOutline` in `outline.ts`. */
  readOutline(tell: (outline: Outline) => void): () => void
  /** Like `moveSectionTo` in `move-blocks.ts`; the focus does not move. */
  moveSection(from: number, place: SectionPlace): number | undefined
  /** Moves the cursor there once the text is on screen, and marks what was found. */
  goTo(at: number, hit?: Hit): void
  /** Like `goTo`, to the words of the heading at this position. */
  goToSection(from: number): void
  /** Like `goTo`, to the heading with this id; false if there is none. */
  goToHeading(id: string): boolean
  clearHit(): void
  cursorState(): CursorState
  returnTo(cursor: CursorState): void
  /** The whole text, or the text of a range. */
  text(span?: Span): string
  /** Hands over the typed text; resolves to true when the main process has all of it. */
  flush(): Promise<boolean>
  /** The writer's position and the version it belongs to; undefined while text is unsent. */
  keptView(): { readonly version: number; readonly view: KeptView } | undefined
  /** The state that equals the version in the main process; undefined while text is unsent or changes are arriving. */
  settled(): SettledState | undefined
  /**
   * Takes over the undo history of another editor of this text and puts it below the steps made here meanwhile. False
   * if the editors are at different versions.
   */
  takeHistory(from: SettledState): boolean
  /** Gives up the undo history, because another editor has it now. */
  leaveHistory(): void
  reviewMerge(): boolean
  /** The language word of the code block at the cursor; undefined outside a fenced block. */
  codeLanguage(): string | undefined
  isInTable(): boolean
  /** Whether a table command is possible at the cursor. */
  canRun(command: TableCommand): boolean
  /** The alignment of the column at the cursor; undefined outside a table. */
  alignment(): Alignment | undefined
  /** Sets the language word; returns whether this was possible. */
  setCodeLanguage(word: string): boolean
  /** References without a definition and definitions without a reference, in the order of the text. */
  orphanFootnotes(): readonly FootnotePart[]
  /** Makes these changes like the writer's own, so that one step of undo reverts them. */
  change(changes: readonly TextChange[]): void
  /** Treats the changes that a replacement in the library has just made to this text as the writer's own, for undo. */
  adoptReplaced(hits: readonly Replaced[]): void
  selection(): Span
  /** The paragraph at the cursor. */
  paragraph(): string
  /** Calls the listener when the cursor moves or the text changes; returns a function that stops this. */
  listenToMoves(listener: (isTyped: boolean) => void): () => void
  /**
   * Inserts a block below the cursor's paragraph, words at the cursor, or a text in place of the selection, in one step
   * of undo. False if several lines would break a table.
   */
  insert(passage: Passage): boolean
  /** Shows the age of each paragraph beside the text, or hides the ages. */
  showAges(ages: readonly Age[] | undefined, open: (versionId: string) => void): void
  undoSteps(): UndoSteps
  /** Like `goBack` in `steps.ts`. */
  goBack(steps: number): number
  /** The position of the first line on screen. */
  top(): number
  /** `undefined` while no pane shows the text. */
  onScreen(): TextOnScreen | undefined
  /** Like `listen` in `text-on-screen.ts`. */
  listenToScreen(listener: () => void): () => void
  /** Follows positions of the present text through all changes. */
  track(): TrackedPlaces
  destroy(): void
}
