import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import { typeElsewhere } from './editing'
import { expect, test } from './stet'

test('a search is saved by keyboard, asked anew each time, changed, renamed, deleted and brought back', async ({
  stet,
  page,
}) => {
  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  const name = page.getByRole('textbox', { name: 'Name of the search' })
  const saved = page.getByRole('listbox', { name: 'Saved searches' })
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')

  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('draft')
  await field.fill('bees')
  // Every place counts, and one text has two.
  await expect(results).toHaveCount(2)
  await stet.command('Save this search…')
  await expect(name).toBeFocused()
  await name.fill('Honey trade')
  await stet.press('Enter')
  await expect(saved.getByRole('option')).toHaveText(['Honey trade'])
  await expect(saved.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  // One row of the sidebar is filled: that of the list.
  await page.mouse.move(700, 300)
  await expect(saved.getByRole('option')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.locator('search')).toContainText('Saved on this device as “Honey trade”.')

  // What has come since is found too, although the same was asked before.
  await typeElsewhere(stet, 0, 'Bees again. ', 'd-letters')
  await saved.getByRole('option').click()
  await expect(results).toHaveCount(3)
  await expect(field).toBeFocused()

  await field.fill('ferryman')
  await expect(page.locator('search')).toContainText('Differs from “Honey trade”')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('search')).toContainText('Saved on this device as “Honey trade”.')
  await field.fill('')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('')
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(saved.getByRole('option')).toHaveAttribute('aria-selected', 'false')

  await saved.getByRole('option').focus()
  await stet.press('F2')
  await expect(name).toBeFocused()
  await name.fill('The ferry')
  await stet.press('Enter')
  await expect(saved.getByRole('option')).toHaveText(['The ferry'])
  await saved.getByRole('option').focus()
  await stet.press('Delete')
  await expect(saved).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(saved.getByRole('option')).toHaveText(['The ferry'])

  await stet.command('Search “The ferry”')
  await expect(field).toHaveValue('ferryman')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('draft')
  await expect(results.first()).toContainText('The ferryman')
  await field.fill('')
  await stet.press('ControlOrMeta+p')
  await page.getByRole('dialog').getByRole('combobox').fill('ferry')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^The ferry\s*Saved search/ })
    .click()
  await expect(field).toHaveValue('ferryman')
})

test('a saved search whose folder is gone says so, and a connection tied to one folder holds for it', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.title).toHaveValue('The ferryman')
  const { id: gone } = await app.ask('folder.create', { name: 'Gone', parentId: null })
  const search = { query: 'the', way: 'words', below: true, status: 'draft' } as const
  await app.ask('saved-search.create', { ...search, name: 'From a folder', folderId: gone })
  await app.ask('saved-search.create', { ...search, name: 'Chapters', folderId: 'f-chapters' })
  await app.ask('folder.delete', { id: gone })
  const saved = page.getByRole('listbox', { name: 'Saved searches' })
  const folder = page.getByRole('combobox', { name: 'Folder' })
  await saved.getByRole('option', { name: 'From a folder' }).click()
  await expect(folder).toHaveValue(gone)
  await expect(folder.locator('option:checked')).toHaveText('A folder that is gone')
  await expect(page.locator('search')).toContainText('Nothing found')

  await saved.getByRole('option', { name: 'Chapters' }).click()
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(results.filter({ hasText: 'The ferryman' }).first()).toBeVisible()
  // Tied while its hits are on screen: they are asked for anew.
  await app.ask('connection.fix-folder', { id: EMBEDDED_ID, folderId: 'f-essays' })
  await expect(page.locator('search')).toContainText('Nothing found')
  await expect(results).toHaveCount(0)
  await expect(folder).toBeDisabled()

  // Another library: what was searched for in this one is nothing there.
  const id = await app.addLibrary('Press', app.openService())
  await app.ask('connection.activate', { id })
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await expect(saved.getByRole('option')).toHaveCount(0)
})

test('what a saved search finds is exported as one file', { tag: '@first' }, async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('bees')
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).not.toHaveCount(0)
  await stet.command('Save this search…')
  await page.getByRole('textbox', { name: 'Name of the search' }).fill('Honey trade')
  await stet.press('Enter')
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('combobox', { name: 'What' }).selectOption('What “Honey trade” finds, as one file')
  await expect(dialog.getByRole('status')).toContainText('Everything comes along.')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('status')).toContainText('Written to')
})
