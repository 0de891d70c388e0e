import { z } from 'zod'
import { SNIPPETS_MAX, SNIPPET_TEXT_MAX, SNIPPET_WORD_MAX } from '../text/words/snippets'
import { isThemeColour, isThemeToken, THEME_TOKENS, THEME_VALUE_MAX } from '../own-theme'
import { boundedRecord, idText } from './ipc-bounds'
import { exportChoices } from './ipc-export'
import { documentFilter, documentSort } from './ipc-records'
import { appCommand, appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'
import { spellingLanguages } from './ipc-spelling'
import { LEADING, RECOVERED_FOR_GOOD, STYLE_KINDS, TEXT_SIZE, TEXTS_ALL } from './settings-bounds'

/** The document of the other side of a split view, and the side that the writer is in; null: not split. */
const split = z.object({ sideDocument: idText, side: z.enum(['left', 'right']) }).nullable()

/** What a window shows of one connection's library, so that it comes back as it was left. */
export const windowMemory = z.object({
  expandedFolders: z.array(idText).max(10_000),
  openTabs: z.array(idText).max(100),
  activeTab: idText.nullable(),
  /** Documents whose conflict is to be finished later. */
  postponed: z.array(idText).max(1_000),
  listFilter: documentFilter,
  /** The list of a folder, and its count in the tree, hold the documents of its subfolders too. */
  withSubfolders: z.boolean().optional(),
  split: split.optional(),
})

const libraryChoices = z.object({
  /** Each document in this folder, and below it, is a template. */
  templatesFolder: idText.optional(),
  /** Where the documents of the days are; null: in no folder. */
  daysFolder: idText.nullable().optional(),
  /** What the document of a day begins as. */
  dayTemplate: idText.optional(),
  /** The document that captured words go to; without it, that of the day. */
  captureInto: idText.optional(),
})
export type LibraryChoices = Readonly<z.infer<typeof libraryChoices>>

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'sepia', 'contrast-light', 'contrast-dark']),
  /** Colours of the writer's own, over those of the theme; null: none. */
  ownTheme: z
    .object({
      name: z.string().max(300),
      tokens: boundedRecord(
        z.string().max(20).refine(isThemeToken),
        z.string().max(THEME_VALUE_MAX).refine(isThemeColour),
        THEME_TOKENS.length,
      ),
    })
    .nullable(),
  textFont: z.enum(['literata', 'quattro', 'mono', 'system']),
  textSize: z.number().int().min(TEXT_SIZE.least).max(TEXT_SIZE.most),
  /** From line to line, in hundredths of the text size. */
  leading: z.number().int().min(LEADING.least).max(LEADING.most),
  measure: z.number().int().min(420).max(1200),
  spelling: z.boolean(),
  /** Texts are copied every hour as files into a folder. */
  keepsBackups: z.boolean(),
  /** The folder that the writer chose for backups; null: beside the profile. */
  backupFolder: z.string().max(10_000).nullable(),
  /** Newer versions of the app are looked for, where it was published with a place for that. */
  looksForUpdates: z.boolean(),
  /** The dictionaries that words are looked up in; null: those of the system's languages that are there. */
  spellingLanguages: spellingLanguages.nullable(),
  focusMode: z.enum(['off', 'sentence', 'paragraph']),
  typewriter: z.boolean(),
  /** Images get their width by an attribute behind them; else the editor writes none. */
  imageWidths: z.boolean(),
  /** Long lines of code wrap; else a block of code scrolls in itself. */
  wrapsCode: z.boolean(),
  /** Blocks of code in the language mermaid are drawn as well. */
  drawsDiagrams: z.boolean(),
  /** Whose keys the text has. */
  keys: z.enum(['standard', 'emacs', 'vim']),
  /** Brackets, quotation marks and code are closed as they are begun. */
  closesPairs: z.boolean(),
  /** What a word becomes at Tab, by the word. */
  snippets: boundedRecord(
    z.string().min(1).max(SNIPPET_WORD_MAX),
    z.string().max(SNIPPET_TEXT_MAX),
    SNIPPETS_MAX,
  ),
  /** What a straight quotation mark becomes as it is typed; `typed`: it stays, `language`: what the text's language has. */
  quotationMarks: z.enum([
    'typed',
    'language',
    'english',
    'german',
    'books',
    'guillemets',
    'french',
    'polish',
    'swedish',
    'corners',
  ]),
  /** Two or three hyphens become a dash, three dots an ellipsis. */
  typographicDashes: z.boolean(),
  /** What of the style is marked; empty: nothing. */
  styleHints: z.array(z.enum(STYLE_KINDS)).max(STYLE_KINDS.length),
  /** A bar with commands stands beside selected words. */
  selectionBar: z.boolean(),
  sourceMode: z.boolean(),
  /** Autosave published documents too (requirement C8; off by default). */
  autosavePublished: z.boolean(),
  /** Fields that the front matter of a published text should have, and words that must not be published. */
  publishFields: z.array(z.string().max(100)).max(100),
  publishWords: z.array(z.string().max(200)).max(1_000),
  /**
   * What was searched for in the library of each connection, the latest first; kept on this device alone, and only where
   * the writer lets it be kept.
   */
  recentSearches: boundedRecord(idText, z.array(z.string().max(1_000)).max(50), 1_000),
  keepsRecentSearches: z.boolean(),
  /** What the writer chose in the library of each connection; kept on this device alone. */
  libraryChoices: boundedRecord(idText, libraryChoices, 1_000),
  /** So many million bytes of text (UTF-8) of each library are on this device; `TEXTS_ALL`: all of them. */
  textsMegabytes: z.number().int().min(1).max(TEXTS_ALL),
  /** How long recovered texts are kept, and how much of them; `RECOVERED_FOR_GOOD`: until the room is used up. */
  recoveredDays: z.number().int().min(1).max(RECOVERED_FOR_GOOD),
  recoveredMegabytes: z.number().int().min(10).max(1_000_000),
  panes: z.object({
    sidebar: z.object({ open: z.boolean(), width: z.number() }),
    list: z.object({ open: z.boolean(), width: z.number() }),
    panel: z.object({
      open: z.enum([
        // What is shown of each is in renderer/shell/side-panel.tsx.
        'none',
        'outline',
        'history',
        'search',
        'outbox',
        'files',
        'links',
        'related',
      ]),
      width: z.number(),
    }),
  }),
  /** How much of a split writing area the left side has. */
  splitShare: z.number().min(0).max(1),
  /** How high the tags of the sidebar are, where the writer has drawn the line; null: as their number and the folders leave it. */
  tagsHeight: z.number().min(0).max(10_000).nullable(),
  ...windowMemory.shape,
  withSubfolders: z.boolean(),
  split,
  listSort: documentSort,
  /** How each folder was exported last. */
  exports: exportChoices,
  shortcuts: boundedRecord(z.string().max(100), z.string().max(100), 500),
  /** Colours of tags, by their names: kept on this device, the service knows none. */
  tagColours: boundedRecord(z.string().max(255), z.number().int().min(0).max(7), 10_000),
  /** The connection that tabs, list and folders above belong to. */
  connectionId: idText,
  /** The same of the other connections. */
  windows: boundedRecord(idText, windowMemory, 1_000),
})
/**
 * What `settings.set` changes: all but the window's memory, which belongs to a library (`window.remember`), and the folder
 * that main writes into, which the writer chooses in the system's dialog.
 */
const settingsChange = settings
  .omit({
    expandedFolders: true,
    openTabs: true,
    activeTab: true,
    postponed: true,
    listFilter: true,
    withSubfolders: true,
    split: true,
    connectionId: true,
    windows: true,
    backupFolder: true,
  })
  .partial()
export type SettingsChange = Readonly<z.infer<typeof settingsChange>>

export type Settings = Readonly<z.infer<typeof settings>>

const day = z
  .string()
  .max(10)
  .regex(/^\d{4}-\d\d-\d\d$/)
/** No text is longer, and nobody writes more. */
const WORDS_MAX = 100_000_000
const wordGoal = z.object({
  words: z.number().int().min(1).max(WORDS_MAX),
  by: day.optional(),
  weekdays: z.array(z.number().int().min(0).max(6)).max(7).readonly(),
})
const counts = (most: number) => boundedRecord(idText, z.number().int().min(0).max(WORDS_MAX), most)
/** As `Goals` of `goals.ts`. */
export const goals = z.object({
  day: z.number().int().min(1).max(WORDS_MAX).nullable(),
  documents: boundedRecord(idText, wordGoal, 10_000),
  folders: boundedRecord(idText, wordGoal.extend({ from: z.number().int().min(0) }), 10_000),
})
/** As `Written` of `goals.ts`. */
export const written = z.object({
  days: boundedRecord(day, z.number().int().min(0).max(WORDS_MAX), 1_000),
  day: z.union([day, z.literal('')]),
  documents: counts(100_000),
  foldersToday: counts(100_000),
  folders: counts(100_000),
})
const wrote = z.object({
  id: idText,
  folderId: idText.nullable(),
  day,
  words: z.number().int().min(-WORDS_MAX).max(WORDS_MAX),
})

export const SETTINGS_COMMANDS = {
  'settings.get': appCommand(nothing, settings),
  'settings.set': appCommand(settingsChange, settings),
  /** What the writer wants to write, and what she has written; kept on this device. */
  'goals.get': libraryCommand(nothing, z.object({ goals, written })),
  'goals.set': libraryCommand(goals, nothing),
  /** So many words were typed in a document; counted only while there is a goal. */
  'goals.wrote': libraryCommand(wrote, nothing),
} as const

export const SETTINGS_EVENTS = {
  'settings.changed': appEvent(settings),
  /** The goals are others, or words were written; asked for by `goals.get`. */
  'goals.changed': libraryEvent(z.object({})),
} as const
