import { ignoresOnPut } from '../foreign/service-variants'
import { textsOf } from './editing'
import { expect, FERRYMAN, test } from './stet'

const NAMES = [
  'Open',
  'Open to the side',
  'Rename',
  'Duplicate',
  'Copy link to this document',
  'Move to…',
  'Add tag…',
  'Publish…',
  'Export…',
  'Delete',
]

test('a document of the list has a menu on the right button, which leaves the text on screen', async ({
  stet,
  page,
}) => {
  const shown = await stet.title.inputValue()
  await stet.option('Low water').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Document' })
  await expect(menu.getByRole('menuitem')).toContainText(NAMES)
  await expect(stet.option('Low water')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.title).toHaveValue(shown)
  await stet.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('the menu of a document opens by keys, and deletes what was chosen', async ({ stet, page }) => {
  for (const keys of ['Shift+F10', 'ContextMenu'])
    await test.step(`the menu of a document opens by ${keys}, and deletes what was chosen`, async () => {
      await stet.option('Low water').click()
      await expect(stet.title).toHaveValue('Low water')
      await stet.option('Low water').focus()
      await stet.press(keys)
      await expect(page.getByRole('menu', { name: 'Document' })).toBeVisible()
      await stet.press('End')
      await expect(page.getByRole('menuitem', { name: /^Delete/ })).toBeFocused()
      await stet.press('Enter')
      await expect(stet.option('Low water')).toHaveCount(0)
      await stet.notice.getByRole('button', { name: 'Undo' }).click()
      await expect(stet.option('Low water')).toBeVisible()
    })
})

test('the menu of a folder opens by keys as well', async ({ stet, page }) => {
  for (const keys of ['Shift+F10', 'ContextMenu'])
    await test.step(`the menu of a folder opens by ${keys} as well`, async () => {
      await stet.folder('Chapters').focus()
      await stet.press(keys)
      await page.getByRole('menuitem', { name: /^Rename/ }).click()
      await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
      await stet.press('Escape')
      await expect(stet.folder('Chapters')).toBeVisible()
    })
})

test('a menu that is closed gives the keyboard back: to its row by keys, to the text where the mouse opened it', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  const rows = [stet.folder('Essays'), page.getByRole('option', { name: /^sea/ }), stet.option('Low water')]
  for (const row of rows) {
    await row.click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await stet.press('Escape')
    await expect(stet.text).toBeFocused()
  }
  for (const row of rows) {
    await row.focus()
    await stet.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    await stet.press('Escape')
    await expect(row).toBeFocused()
  }
})

test('a document is renamed and duplicated from its menu and from the palette', async ({ stet, page }) => {
  const choose = async (name: string) => {
    await stet.option('Low water').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  }
  await choose('Rename')
  await expect(stet.title).toBeFocused()
  await expect(stet.title).toHaveValue('Low water')
  await choose('Duplicate')
  await expect(stet.title).toHaveValue('Low water copy')
  await expect(stet.title).toBeFocused()
  const original = await stet.keptText('d-low')
  expect(await textsOf(stet, 'Low water copy')).toEqual([original])
  await stet.command('Duplicate')
  await expect(stet.title).toHaveValue('Low water copy copy')
  await stet.text.focus()
  await stet.command('Rename')
  await expect(stet.title).toBeFocused()
})

test('the link to a document is copied from its menu and from the palette', async ({ app, stet, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await stet.option('Low water').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link to this document' }).click()
  await expect(stet.notice).toContainText('Copied the link')
  expect(await copied()).toBe(`stet://document/${app.sample.ids.get('d-low')}`)
  await stet.option('The ferryman').click()
  await stet.text.click()
  await stet.command('Copy link to this document')
  await expect.poll(copied).toBe(`stet://document/${app.sample.ids.get(FERRYMAN)}`)
})

test('documents are renamed one after another from the list, however fast, and Ctrl+Z there takes both back', async ({
  stet,
}) => {
  const text = await stet.keptText(FERRYMAN)
  await stet.option('The ferryman').click()
  await stet.press('F2')
  await stet.type('First')
  await stet.press('Enter')
  await stet.press('ArrowDown')
  await stet.press('F2')
  await stet.type('Second')
  await stet.press('Enter')
  await expect(stet.option('First')).toBeVisible()
  await expect(stet.option('Second')).toBeFocused()
  expect(await stet.keptText(FERRYMAN)).toBe(text)
  await stet.press('ControlOrMeta+z')
  await expect(stet.notice).toContainText('Undone: renamed “A house with nine doors” to “Second”')
  await expect(stet.option('Second')).toHaveCount(0)
  await stet.press('ControlOrMeta+z')
  await expect(stet.option('The ferryman')).toBeVisible()
  await expect(stet.option('First')).toHaveCount(0)
})

test('F2 in the list selects the title; Escape takes back what was typed and leads to the list again', async ({
  stet,
}) => {
  await stet.option('Low water').click()
  const row = stet.option('Low water')
  await stet.press('F2')
  await expect(stet.title).toBeFocused()
  await stet.type('High water')
  await expect(stet.title).toHaveValue('High water')
  await stet.press('Escape')
  await expect(stet.title).toHaveValue('Low water')
  await expect(row).toBeFocused()
  await stet.press('F2')
  await stet.type('High water')
  await stet.press('Enter')
  await expect(stet.option('High water')).toBeFocused()
  await stet.text.focus()
  await stet.press('Shift+Tab')
  await stet.type('Mine ')
  await stet.main.ask('document.edit-fields', { id: 'd-low', title: 'From elsewhere' })
  await expect(stet.option('From elsewhere')).toBeVisible()
  await stet.press('Escape')
  await expect(stet.title).not.toHaveValue('High water')
})

test('the menu acts on all that is chosen, and says what is for one document only', async ({
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await stet.option('The ferryman').click({ modifiers: ['ControlOrMeta'] })
  await stet.option('The ferryman').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Document' })
  const rename = menu.getByRole('menuitem', { name: /^Rename/ })
  await expect(rename).toHaveAttribute('aria-disabled', 'true')
  await expect(rename).toHaveAttribute('title', 'Not available, because more than one document is chosen')
  await menu.getByRole('menuitem', { name: /^Delete/ }).click()
  await expect(stet.notice).toContainText('Deleted 2 documents, 1 of them published')
  await expect(stet.option('Low water')).toHaveCount(0)
  await expect(stet.option('The ferryman')).toHaveCount(0)
})

test('deleting a document that readers could see says so', async ({ stet }) => {
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  await stet.command('Delete document')
  await expect(stet.notice).toContainText('Deleted “Low water”, which was published')
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('[D2] the menu of a document says what the key may not do', async ({ app, stet, page }) => {
    await app.forbid('documents:write')
    await stet.option('Low water').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Document' })
    await expect(menu.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute(
      'title',
      'Not available, because this key may not write documents',
    )
    await expect(menu.getByRole('menuitem', { name: /^Open/ }).first()).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

test.describe('of a service that takes no fields', () => {
  test.use({ chosen: { library: 'service' } })

  test('what a service leaves as it was is not offered, and why is said', async ({ app, stet, page }) => {
    await stet.option('Low water').click()
    await stet.option('Low water').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Document' })
    const move = menu.getByRole('menuitem', { name: /^Move to/ })
    const reason = 'Not available, because this service does not move a document to another folder'
    await expect(move).not.toHaveAttribute('aria-disabled', 'true')
    app.vary(ignoresOnPut('title', 'folder_id', 'tag_ids', 'status'))
    const wanted = { title: 'Sent', folderId: 'f-letters', tagIds: ['t-sea'], status: 'published' }
    await app.ask('document.edit-fields', { id: 'd-letters', ...wanted })
    await app.ask('document.save', { id: 'd-letters', reason: 'publish' })
    await expect(move).toHaveAttribute('title', reason)
    for (const name of [/^Rename/, /^Add tag/, /^Publish/])
      await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    await expect(menu.getByRole('menuitem', { name: /^Delete/ })).not.toHaveAttribute('aria-disabled', 'true')
    await stet.press('Escape')
    await expect(stet.title).toHaveAttribute('readonly', '')
    const queued = { id: 'd-low', phase: 'queued', parked: [], notYetPublished: false } as const
    await app.tell('document.status-changed', { ...queued, parked: [] })
    await expect(stet.saveStatus).toHaveText('On this device')
    await expect(stet.title).toHaveAttribute('readonly', '')
    const folder = page.getByRole('button', { name: /^Folder: / })
    await expect(folder).toHaveAttribute('title', reason)
    await folder.click({ force: true })
    await expect(stet.notice).toContainText('This service does not move a document to another folder.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Remove the tag/ })).toHaveCount(0)
    // The service takes the title with the document that it does not have yet.
    await page.getByRole('button', { name: 'New document' }).first().click()
    await expect(stet.title).toHaveValue('')
    await expect(stet.title).not.toHaveAttribute('readonly', '')
    await stet.title.fill('Its first title')
    await expect(stet.title).toHaveValue('Its first title')
  })
})

test('what came into a document from elsewhere is not offered any more once it is deleted', async ({
  stet,
  page,
}) => {
  await stet.main.tell('document.merged', { id: FERRYMAN, changes: 2 })
  await expect(stet.notice).toContainText('Merged 2 changes from elsewhere')
  await stet.command('Delete document')
  await expect(stet.notice).toContainText('Deleted “The ferryman”')
  await stet.notice.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Escape')
  await expect(stet.notice).toHaveText('')
})
