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
import type { TakenFile } from './input/attachments'
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

type EditorCommand = TextCommand | 'follow-link'

/** A state of an editor, and main's version of its text. */
export interface SettledState {
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
  /** As the front matter names it. */
  language(): string | undefined
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
  /** Puts the cursor at the next misspelt word; in a text of a language without a dictionary none is looked for. */
  goToMisspelt(step: 1 | -1): Promise<'found' | 'none' | 'unknown-language'>
  /** Opens the menu of the text at the cursor, or that of what it asks about. */
  openMenu(about?: MenuSubject): void
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
  /** Whether a command about the table of the cursor can be done where the cursor is. */
  canRun(command: TableCommand): boolean
  /** How the column of the cursor stands; undefined outside of a table. */
  alignment(): Alignment | undefined
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
