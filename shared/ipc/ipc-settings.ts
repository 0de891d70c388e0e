import { z } from 'zod'
import { SNIPPETS_MAX, SNIPPET_TEXT_MAX, SNIPPET_WORD_MAX } from '../text/words/snippets'
import { isThemeColour, isThemeToken, THEME_TOKENS, THEME_VALUE_MAX } from '../own-theme'
import { boundedRecord, idText } from './ipc-bounds'
import { exportChoices } from './ipc-export'
import { documentFilter, documentSort } from './ipc-records'
import { appCommand, appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'
import { spellingLanguages } from './ipc-spelling'
import { LEADING, RECOVERED_FOR_GOOD, STYLE_KINDS, TEXT_SIZE, TEXTS_ALL } from './settings-bounds'

/** The document on the other side of a split view, and the side with the focus; null: not split. */
const split = z.object({ sideDocument: idText, side: z.enum(['left', 'right']) }).nullable()

/** The state of a window in one connection's library, stored so that the window can be restored. */
export const windowMemory = z.object({
  expandedFolders: z.array(idText).max(10_000),
  openTabs: z.array(idText).max(100),
  activeTab: idText.nullable(),
  /** Documents whose conflicts the writer has postponed. */
  postponed: z.array(idText).max(1_000),
  listFilter: documentFilter,
  /** Whether the list of a folder, and its count in the tree, include the documents of its subfolders. */
  withSubfolders: z.boolean().optional(),
  split: split.optional(),
})

const libraryChoices = z.object({
  /** The folder of templates: each document in it and below it is one. */
  templatesFolder: idText.optional(),
  /** The folder of the documents of the day; null: none. */
  daysFolder: idText.nullable().optional(),
  /** The template of the document of a day. */
  dayTemplate: idText.optional(),
  /** The document that receives captured words; absent: that of the day. */
  captureInto: idText.optional(),
})
export type LibraryChoices = Readonly<z.infer<typeof libraryChoices>>

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'sepia', 'contrast-light', 'contrast-dark']),
  /** The writer's own colours, which override those of the theme; null: none. */
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
  /** The line height, in hundredths of the text size. */
  leading: z.number().int().min(LEADING.least).max(LEADING.most),
  measure: z.number().int().min(420).max(1200),
  spelling: z.boolean(),
  /** Whether texts are copied every hour as files into a folder. */
  keepsBackups: z.boolean(),
  /** The folder that the writer chose for backups; null: the one beside the profile. */
  backupFolder: z.string().max(10_000).nullable(),
  /** Whether the app looks for newer versions, where it was published with a feed. */
  looksForUpdates: z.boolean(),
  /** The dictionaries in use; null: those of the system's languages that exist. */
  spellingLanguages: spellingLanguages.nullable(),
  focusMode: z.enum(['off', 'sentence', 'paragraph']),
  typewriter: z.boolean(),
  /** Whether image widths are written as an attribute after the image; otherwise the editor writes none. */
  imageWidths: z.boolean(),
  /** Whether long lines of code wrap; otherwise a block of code scrolls. */
  wrapsCode: z.boolean(),
  /** Whether code blocks in the language mermaid are also drawn. */
  drawsDiagrams: z.boolean(),
  /** The key bindings of the text. */
  keys: z.enum(['standard', 'emacs', 'vim']),
  /** Whether brackets, quotation marks and code marks are closed automatically. */
  closesPairs: z.boolean(),
  /** The text that replaces a word at Tab, by the word. */
  snippets: boundedRecord(
    z.string().min(1).max(SNIPPET_WORD_MAX),
    z.string().max(SNIPPET_TEXT_MAX),
    SNIPPETS_MAX,
  ),
  /** The replacement of a straight quotation mark; `typed`: none, `language`: that of the text's language. */
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
  /** Whether two or three hyphens become a dash, and three dots an ellipsis. */
  typographicDashes: z.boolean(),
  /** The kinds of style hints that are marked; empty: none. */
  styleHints: z.array(z.enum(STYLE_KINDS)).max(STYLE_KINDS.length),
  /** Whether a bar with commands appears beside selected words. */
  selectionBar: z.boolean(),
  sourceMode: z.boolean(),
  /** Whether published documents are saved automatically too (requirement C8; off by default). */
  autosavePublished: z.boolean(),
  /** Fields that the front matter of a published text should have, and words that must not be published. */
  publishFields: z.array(z.string().max(100)).max(100),
  publishWords: z.array(z.string().max(200)).max(1_000),
  /**
   * The recent searches in the library of each connection, the latest first; stored only on this device, and only where
   * the writer allows it.
   */
  recentSearches: boundedRecord(idText, z.array(z.string().max(1_000)).max(50), 1_000),
  keepsRecentSearches: z.boolean(),
  /** The writer's choices in the library of each connection; stored only on this device. */
  libraryChoices: boundedRecord(idText, libraryChoices, 1_000),
  /** How many million bytes of text (UTF-8) of each library are kept on this device; `TEXTS_ALL`: all of them. */
  textsMegabytes: z.number().int().min(1).max(TEXTS_ALL),
  /** How long recovered texts are kept, and up to which size; `RECOVERED_FOR_GOOD`: until the size is reached. */
  recoveredDays: z.number().int().min(1).max(RECOVERED_FOR_GOOD),
  recoveredMegabytes: z.number().int().min(10).max(1_000_000),
  panes: z.object({
    sidebar: z.object({ open: z.boolean(), width: z.number() }),
    list: z.object({ open: z.boolean(), width: z.number() }),
    panel: z.object({
      open: z.enum([
        // The content of each panel is in renderer/shell/side-panel.tsx.
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
  /** The left side's share of a split writing area. */
  splitShare: z.number().min(0).max(1),
  /**
   * The height of the sidebar's tags, where the writer has dragged the divider; null: determined by their number and
   * the folders.
   */
  tagsHeight: z.number().min(0).max(10_000).nullable(),
  ...windowMemory.shape,
  withSubfolders: z.boolean(),
  split,
  listSort: documentSort,
  /** The last export options of each folder. */
  exports: exportChoices,
  shortcuts: boundedRecord(z.string().max(100), z.string().max(100), 500),
  /** Colours of tags by name; stored on this device, because the service has none. */
  tagColours: boundedRecord(z.string().max(255), z.number().int().min(0).max(7), 10_000),
  /** The connection that the tabs, list and folders above belong to. */
  connectionId: idText,
  /** The window states of the other connections. */
  windows: boundedRecord(idText, windowMemory, 1_000),
})
/**
 * The input of `settings.set`: all settings except the state of a window, which belongs to a library
 * (`window.remember`), and the backup folder, which the writer chooses in the system's dialog.
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
/** The bound of word counts: no text is longer, and nobody writes more. */
const WORDS_MAX = 100_000_000
const wordGoal = z.object({
  words: z.number().int().min(1).max(WORDS_MAX),
  by: day.optional(),
  weekdays: z.array(z.number().int().min(0).max(6)).max(7).readonly(),
})
const counts = (most: number) => boundedRecord(idText, z.number().int().min(0).max(WORDS_MAX), most)
/** The schema of `Goals` in `goals.ts`. */
export const goals = z.object({
  day: z.number().int().min(1).max(WORDS_MAX).nullable(),
  documents: boundedRecord(idText, wordGoal, 10_000),
  folders: boundedRecord(idText, wordGoal.extend({ from: z.number().int().min(0) }), 10_000),
})
/** The schema of `Written` in `goals.ts`. */
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
  /** The writer's goals and progress; stored on this device. */
  'goals.get': libraryCommand(nothing, z.object({ goals, written })),
  'goals.set': libraryCommand(goals, nothing),
  /** Reports words typed in a document; they are counted only while there is a goal. */
  'goals.wrote': libraryCommand(wrote, nothing),
} as const

export const SETTINGS_EVENTS = {
  'settings.changed': appEvent(settings),
  /** The goals have changed, or words were written; windows fetch them with `goals.get`. */
  'goals.changed': libraryEvent(z.object({})),
} as const
