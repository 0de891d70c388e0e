import { expect } from '@playwright/test'
import { COMMAND_GROUPS, PALETTE_COMMANDS } from '../../shared/commands'
import { eventually } from '../app'
import { FOLDER, OTHER, USUAL_WORD, type CommandId } from './text'
import type { Case, Step } from './walk'

export type GroupName = keyof typeof COMMAND_GROUPS

export const commandsOf = (group: GroupName): readonly CommandId[] =>
  Object.keys(COMMAND_GROUPS[group]) as CommandId[]

/** The commands that this test does not run, each with the reason. */
export const NOT_RUN: Readonly<Partial<Record<CommandId, string>>> = {
  quit: 'It ends the app; leaving.spec quits by it.',
  print: 'It opens a dialog of the system that nobody could leave.',
}

/** The commands that are disabled in this library, with the reason shown in the palette. */
export const DISABLED: Readonly<Partial<Record<CommandId, string>>> = {
  'keep-draft': 'this document can be edited',
  decide: 'this document is not in conflict',
  'moved-here': 'nothing was moved here that could be taken back',
  'send-now': 'nothing waits',
}

const inWord =
  (word: string): Step =>
  (walk) =>
    walk.click(word)

const again =
  (name: string): Step =>
  (walk) =>
    walk.choose(name)

/** Commands that end what they begin are run twice. */
const twice = (...ids: readonly CommandId[]): Partial<Record<CommandId, Case>> =>
  Object.fromEntries(ids.map((id) => [id, { after: again(PALETTE_COMMANDS[id].name) }]))

const inTable = (...ids: readonly CommandId[]): Partial<Record<CommandId, Case>> =>
  Object.fromEntries(ids.map((id) => [id, { at: inWord('island') }]))

const choosing =
  (...ids: readonly CommandId[]): Step =>
  async (walk) => {
    for (const id of ids) await walk.choose(PALETTE_COMMANDS[id].name)
  }

const atPicture: Step = async (walk) => {
  await walk.click('Hills')
  await walk.page.locator('.cm-image').first().click()
}

/** Puts the cursor right before a footnote reference. */
const atFootnote: Step = async (walk) => {
  await walk.select(USUAL_WORD)
  await walk.page.keyboard.press('ArrowRight')
  await walk.page.keyboard.press('ArrowRight')
}

/** Puts text on the clipboard as another program does. */
const copiedElsewhere: Step = ({ app }) =>
  app.electron.evaluate(({ clipboard }) => clipboard.writeText('copied words'))

const searching: Step = async (walk) => {
  await walk.choose(PALETTE_COMMANDS.search.name)
  await walk.page.keyboard.insertText(USUAL_WORD)
  await walk.page.keyboard.press('Enter')
  await expect(walk.page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible()
}

const inFolder: Step = ({ app }) => app.tree.getByRole('treeitem', { name: FOLDER }).click()

const keptOffline: Step = ({ app }) =>
  expect(app.tree.locator('[aria-description$=", kept offline"]', { hasText: FOLDER })).toBeVisible()

const undoing: Step = ({ page }) => page.getByRole('button', { name: 'Undo', exact: true }).click()

const inOther: Step = (walk) => walk.goTo(OTHER)

const typing: Step = async ({ page }) => {
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('x')
}

const withKey =
  (key: string): Step =>
  ({ page }) =>
    page.keyboard.press(key)

const ABOUT_WORDS: Readonly<Partial<Record<CommandId, Case>>> = {
  ...Object.fromEntries((['code-language', 'copy-code'] as const).map((id) => [id, { at: inWord('depth') }])),
  ...Object.fromEntries(
    (['replace-picture', 'image-wider', 'image-narrower'] as const).map((id) => [id, { at: atPicture }]),
  ),
  'image-own-width': { at: atPicture, before: choosing('image-wider') },
  'follow-footnote': { at: atFootnote },
  'peek-footnote': { at: atFootnote },
  paste: { before: copiedElsewhere },
  'paste-plain': { before: copiedElsewhere },
  undo: { before: typing },
  redo: {
    async before(walk) {
      await typing(walk)
      await walk.page.keyboard.press('ControlOrMeta+Z')
    },
  },
  'lower-case': { at: (walk) => walk.select('Nobody') },
  'own-direction': { before: choosing('right-to-left') },
  'left-to-right': { at: inWord('late') },
  'move-line-up': { at: inWord('blue') },
  'move-line-down': { at: inWord('red') },
  'move-paragraph-up': { at: inWord('together') },
  'move-paragraph-down': { at: inWord('together') },
  'move-section-up': { at: inWord('Hills') },
  'move-section-down': { at: inWord('red') },
  'join-lines': { at: inWord('stand') },
  'sort-lines': { at: inWord('red') },
  ...inTable(
    ...(['row-below', 'row-above', 'column-right', 'column-left', 'move-row-up', 'move-row-down'] as const),
    ...(['move-column-right', 'delete-row', 'delete-column', 'sort-rows', 'align-column'] as const),
    ...(['row-menu', 'column-menu'] as const),
  ),
  'move-column-left': { at: inWord('three') },
}

const ABOUT_LIBRARY: Readonly<Partial<Record<CommandId, Case>>> = {
  unpublish: { at: inOther },
  delete: { after: undoing },
  'delete-folder': { before: inFolder, after: undoing },
  'keep-offline': { before: inFolder, after: keptOffline },
  'stop-offline': { before: inFolder },
  find: { after: withKey('Escape') },
  'edit-front-matter': { after: withKey('Escape') },
  replace: { after: withKey('Escape') },
  commands: {
    async run({ page }) {
      await page.keyboard.press('ControlOrMeta+Shift+P')
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    },
  },
  'replace-in-library': {
    after: ({ page }) => page.getByRole('button', { name: 'Replace in the library' }).click(),
  },
  'save-search': { before: searching },
  'next-hit': { before: searching },
  'previous-hit': { before: searching },
  'lost-sentence': { after: choosing('history') },
  'passage-history': { after: choosing('history') },
  ages: { after: choosing('history') },
}

const themed = (id: CommandId): Case =>
  id === 'theme-system' ? { before: choosing('theme-light') } : { after: choosing('theme-system') }

const ABOUT_WINDOW: Readonly<Partial<Record<CommandId, Case>>> = {
  ...twice(
    ...(['capture-here', 'toggle-selection-bar', 'spelling', 'style-hints', 'typographic-quotes'] as const),
    ...(['typographic-dashes', 'sidebar', 'document-list', 'outline', 'full-screen', 'reading'] as const),
    ...(['source', 'focus-sentence', 'focus-paragraph', 'typewriter', 'draw-diagrams', 'wrap-code'] as const),
    ...(['split', 'history', 'outbox', 'links', 'related', 'files'] as const),
  ),
  'new-window': {
    async after({ app: { electron, page } }) {
      const other = await eventually(() => electron.windows().find((one) => one !== page))
      await other.close()
    },
  },
  'reopen-tab': { before: choosing('close-tab') },
  'next-tab': { at: inOther },
  'previous-tab': { at: inOther },
  back: { at: inOther },
  forward: { at: inOther, before: choosing('back') },
  'other-side': { before: choosing('split'), after: choosing('split') },
  'close-side': { before: choosing('split') },
  'zoom-in': { after: choosing('zoom-usual') },
  'zoom-out': { after: choosing('zoom-usual') },
  'text-larger': { after: choosing('text-usual') },
  'text-smaller': { after: choosing('text-usual') },
  'text-usual': { before: choosing('text-larger') },
  'lines-wider': { after: choosing('lines-usual') },
  'lines-closer': { after: choosing('lines-usual') },
  'lines-usual': { before: choosing('lines-wider') },
  fold: { at: inWord('red'), after: choosing('unfold-all') },
  unfold: { at: inWord('red'), before: choosing('fold') },
  'fold-all': { after: choosing('unfold-all') },
  'unfold-all': { before: choosing('fold-all') },
  ...Object.fromEntries(
    commandsOf('Reading')
      .filter((id) => id.startsWith('theme-'))
      .map((id) => [id, themed(id)]),
  ),
}

/** The preparation and the clean-up of commands that need them. */
export const CASES: Readonly<Partial<Record<CommandId, Case>>> = {
  ...ABOUT_WORDS,
  ...ABOUT_LIBRARY,
  ...ABOUT_WINDOW,
}
