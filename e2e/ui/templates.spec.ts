import type { Locator } from '@playwright/test'
import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import { begin, documentOf, kept, openByName, textsOf } from './editing'
import { fillRoom } from './scenes'
import { expect, FERRYMAN, test, type Stet } from './stet'

const MEETING =
  '# {{title}}\n\n{{ask: Who is there?}} and {{ask: Who is there?}}\n\n{{cursor}}\n\n`{{title}}`\n'

/** Makes a document in the folder “Notes”, and that folder the one of templates. */
async function template(stet: Stet, title: string, text: string): Promise<string> {
  const id = await documentOf(stet, title, text, 'f-notes')
  await stet.main.ask('settings.set', { libraryChoices: { [EMBEDDED_ID]: { templatesFolder: 'f-notes' } } })
  return id
}

const choices = async ({ main }: Stet) => (await main.ask('settings.get', undefined)).libraryChoices

async function choose(stet: Stet, command: string, name: string): Promise<Locator> {
  await stet.command(command)
  const palette = stet.page.getByRole('dialog', { name: command })
  await palette.getByRole('combobox').fill(name)
  await palette.getByRole('option', { name }).first().waitFor()
  await stet.press('Enter')
  await palette.waitFor({ state: 'detached' })
  return palette
}

test('a folder becomes the one of templates by its menu, and is none any more by the same line', async ({
  stet,
  page,
}) => {
  await stet.folder('Notes').click({ button: 'right' })
  await page.getByRole('menuitemcheckbox', { name: 'Use as templates folder' }).click()
  await expect(stet.notice).toContainText('The documents in “Notes” are templates now')
  expect(Object.values(await choices(stet))).toEqual([{ templatesFolder: 'f-notes' }])
  await stet.folder('Notes').click({ button: 'right' })
  await page.getByRole('menuitemcheckbox', { name: 'Use as templates folder', checked: true }).click()
  await expect.poll(async () => Object.values(await choices(stet))).toEqual([{}])
})

test('a new document from a template is in no folder where the writer looks at the templates', async ({
  stet,
  page,
}) => {
  await template(stet, 'Meeting', 'Present:')
  await stet.folder('Notes').click()
  await choose(stet, 'New from template', 'Meeting')
  await stet.type('On Monday')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('On Monday')
  await expect(page.getByRole('button', { name: 'Folder: In no folder. Move to…' })).toBeVisible()
})

test('a new document from a template: title and questions by keys, the cursor at its place, one undo', async ({
  stet,
  page,
}) => {
  await template(stet, 'Meeting', MEETING)
  await stet.folder('Essays').click()
  await choose(stet, 'New from template', 'Meet')
  const dialog = page.getByRole('dialog', { name: 'New from “Meeting”' })
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await stet.type('Tide tables')
  await stet.press('Enter')
  await stet.type('Ada')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('Tide tables')
  await expect(stet.text).toBeFocused()
  await stet.type('Here.')
  const text = '# Tide tables\n\nAda and Ada\n\nHere.\n\n`{{title}}`\n'
  await expect.poll(() => textsOf(stet, 'Tide tables')).toEqual([text])
  await expect(stet.option('Tide tables')).toBeVisible()
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => textsOf(stet, 'Tide tables')).toEqual([text.replace('Here.', '')])
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => textsOf(stet, 'Tide tables')).toEqual([''])
  await stet.press('ControlOrMeta+Shift+z')
  await expect.poll(() => textsOf(stet, 'Tide tables')).toEqual([text.replace('Here.', '')])
})

test('Escape makes nothing, neither from the list nor from the questions', async ({ app, stet, page }) => {
  await template(stet, 'Meeting', MEETING)
  const before = app.workspaces.active().catalog.library().counts.all
  await stet.command('New from template')
  await stet.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choose(stet, 'New from template', 'Meeting')
  await stet.type('Never')
  await stet.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  expect(app.workspaces.active().catalog.library().counts.all).toBe(before)
})

test('answers that Escape or Cancel takes away can be brought back', async ({ stet, page }) => {
  await template(stet, 'Meeting', MEETING)
  await choose(stet, 'New from template', 'Meeting')
  await stet.type('Kept')
  await stet.press('Enter')
  await stet.type('Everybody')
  await stet.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Bring back' }).click()
  const dialog = page.getByRole('dialog', { name: 'New from “Meeting”' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await stet.notice.getByRole('button', { name: 'Bring back' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect
    .poll(() => textsOf(stet, 'Kept'))
    .toEqual(['# Kept\n\nEverybody and Everybody\n\n\n\n`{{title}}`\n'])
})

test('what a notice offers to do in a library goes with that library', async ({ app, stet }) => {
  await template(stet, 'Meeting', MEETING)
  await choose(stet, 'New from template', 'Meeting')
  await stet.type('Kept')
  await stet.press('Escape')
  const bringBack = stet.notice.getByRole('button', { name: 'Bring back' })
  await expect(bringBack).toBeVisible()
  const id = await app.addLibrary('Press', app.openService())
  await app.ask('connection.activate', { id })
  await expect(bringBack).toHaveCount(0)
})

test('Escape that comes before the questions closes them', { tag: '@first' }, async ({ stet, page }) => {
  await template(stet, 'Meeting', MEETING)
  const read = await stet.main.hold('document.open')
  await choose(stet, 'New from template', 'Meeting')
  await stet.type('Never')
  await stet.press('Escape')
  await read()
  await stet.type('x')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  expect(await textsOf(stet, 'Never')).toEqual([])
})

test('Enter that ends a composition goes nowhere', async ({ stet, page }) => {
  await template(stet, 'Meeting', MEETING)
  await choose(stet, 'New from template', 'Meeting')
  const dialog = page.getByRole('dialog', { name: 'New from “Meeting”' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 })
  await dialog
    .getByRole('textbox', { name: 'Title' })
    .evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
      ),
    )
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await session.send('Input.insertText', { text: '仮名' })
  await stet.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Who is there?' })).toBeFocused()
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('仮名')
})

test('a template goes into the open text in place of what is selected, and one undo takes it back', async ({
  stet,
}) => {
  await template(stet, 'Sign-off', 'Yours,{{cursor}}\n{{title}}')
  await begin(stet, 'Dear M. xxx‸')
  for (let times = 0; times < 3; times++) await stet.press('Shift+ArrowLeft')
  await choose(stet, 'Insert template', 'Sign-off')
  await expect(stet.text).toBeFocused()
  await stet.type(' as ever')
  await kept(stet, (text) => text === 'Dear M. Yours, as ever\nThe ferryman')
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'Dear M. xxx')
})

test('questions of a template that is inserted are asked first; several lines stay out of a table', async ({
  stet,
  page,
}) => {
  await template(stet, 'Place', '{{ask: Where?}}')
  await template(stet, 'Lines', 'one\ntwo')
  await begin(stet, '| a | b |\n| --- | --- |\n| c‸ | d |')
  await choose(stet, 'Insert template', 'Place')
  await expect(page.getByRole('dialog', { name: 'Insert “Place”' }).getByRole('textbox')).toHaveCount(1)
  await stet.type(' harbour')
  await stet.press('Enter')
  await kept(stet, (text) => text.includes('| c harbour | d |'))
  await choose(stet, 'Insert template', 'Lines')
  await expect(stet.notice).toContainText('That cannot be done where the cursor is.')
  await kept(stet, (text) => text.includes('| c harbour | d |'))
})

test('keys that are pressed while a template is read go into its first field', async ({ stet, page }) => {
  await template(stet, 'Meeting', MEETING)
  const goOn = await stet.main.hold('document.open')
  await choose(stet, 'New from template', 'Meeting')
  await stet.type('Early')
  await goOn()
  const title = page
    .getByRole('dialog', { name: 'New from “Meeting”' })
    .getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Early')
  expect(await stet.keptText(FERRYMAN)).not.toContain('Early')
  await stet.press('Escape')
})

test('without a connection the templates whose text is here are there, and the others say so', async ({
  app,
  stet,
  page,
}) => {
  await template(stet, 'Here', 'Here it is')
  await openByName(stet, 'Here')
  const away = await template(stet, 'Away', 'never read')
  await app.ask('document.save', { id: away, reason: 'key' })
  await fillRoom({ app, stet })
  app.faults.offline(true)
  await app.hear()
  await stet.command('New from template')
  const palette = page.getByRole('dialog', { name: 'New from template' })
  await expect(palette.getByRole('option', { name: 'Away' })).toContainText('its text is not on this device')
  await expect(palette.getByRole('option', { name: 'Away' })).toBeDisabled()
  await palette.getByRole('option', { name: 'Here' }).click()
  await stet.type('On the train')
  await stet.press('Enter')
  await expect.poll(() => textsOf(stet, 'On the train')).toEqual(['Here it is'])
})

test('an empty folder says so; a folder that was deleted is said, and another one is chosen', async ({
  stet,
  page,
}) => {
  const { id } = await stet.main.ask('folder.create', { name: 'Forms', parentId: null })
  await stet.main.ask('settings.set', { libraryChoices: { [EMBEDDED_ID]: { templatesFolder: id } } })
  await stet.command('New from template')
  await expect(page.getByRole('dialog', { name: 'New from template' })).toContainText(
    'There is no document in “Forms” yet. Each one that you put there is a template.',
  )
  await stet.press('Escape')
  await stet.main.ask('folder.delete', { id })
  await stet.command('Typing settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('alert')).toHaveText(
    'The folder that had your templates was deleted. Choose another one.',
  )
  await stet.press('Escape')
  await stet.command('New from template')
  const folders = page.getByRole('dialog', { name: 'Templates folder' })
  await expect(folders).toContainText('The folder that had your templates was deleted.')
  await folders.getByRole('combobox').fill('Letters')
  await stet.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New from template' })).toBeVisible()
  expect(Object.values(await choices(stet))).toEqual([{ templatesFolder: 'f-letters' }])
  await stet.press('Escape')
})

test('a title that exists is said and makes another document; long and odd titles are taken', async ({
  stet,
  page,
}) => {
  await template(stet, 'Plain', '{{title}}')
  await choose(stet, 'New from template', 'Plain')
  const dialog = page.getByRole('dialog', { name: 'New from “Plain”' })
  await stet.type('The ferryman')
  await expect(dialog.getByRole('status', { name: 'Title notice' })).toContainText(
    'A document has this title already.',
  )
  await stet.press('Enter')
  await expect.poll(async () => (await textsOf(stet, 'The ferryman')).length).toBe(2)
  await expect(stet.text).toHaveText('The ferryman')
  const odd = `{{date}} [[x]] <b>&amp; ${'ø'.repeat(200)} \u202Eבית 👩‍🚀`
  await choose(stet, 'New from template', 'Plain')
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.insertText(odd)
  await stet.press('Enter')
  await expect.poll(() => textsOf(stet, odd)).toEqual([odd])
})

test('a text that asks for fifty answers fits the smallest window', async ({ stet, page }) => {
  await page.setViewportSize({ width: 600, height: 480 })
  await template(stet, 'Form', Array.from({ length: 60 }, (_, at) => `{{ask: Question ${at}?}}`).join('\n'))
  await choose(stet, 'New from template', 'Form')
  const dialog = page.getByRole('dialog', { name: 'New from “Form”' })
  await expect(dialog.getByRole('textbox')).toHaveCount(51)
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 })
  await stet.press('ControlOrMeta+Enter')
  await expect.poll(() => stet.text.innerText()).toContain('{{ask: Question 50?}}')
})

test('answers stay where no document could be made of them, or none can be written into any more', async ({
  stet,
  page,
}) => {
  await template(stet, 'Meeting', '{{ask: Who?}}.')
  await choose(stet, 'New from template', 'Meeting')
  await stet.main.refuse('document.create', { code: 'storage-full', message: 'The disk is full.' })
  await stet.type('On Monday')
  await stet.press('Enter')
  await stet.type('The ferryman')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('The disk is full.')
  const dialog = page.getByRole('dialog', { name: 'New from “Meeting”' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('On Monday')
  await expect(dialog.getByRole('textbox', { name: 'Who?' })).toHaveValue('The ferryman')
  await stet.main.refuse('document.create', undefined)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => textsOf(stet, 'On Monday')).toEqual(['The ferryman.'])
  // One that is made, but not opened, gets them at the next try, and no second one is made.
  await choose(stet, 'New from template', 'Meeting')
  // Its text was read by then.
  await expect(dialog).toBeVisible()
  await stet.main.refuse('document.open', { code: 'unexpected', message: 'It cannot be read.' })
  await stet.type('On Tuesday')
  await stet.press('Enter')
  await stet.type('Nobody')
  await stet.press('Enter')
  const into = page.getByRole('dialog', { name: 'Insert “Meeting”' })
  await expect(into.getByRole('textbox', { name: 'Who?' })).toHaveValue('Nobody')
  await stet.main.refuse('document.open', undefined)
  await into.getByRole('button', { name: 'Insert' }).click()
  await expect.poll(() => textsOf(stet, 'On Tuesday')).toEqual(['Nobody.'])
})
