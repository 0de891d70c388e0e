import { expect, test } from './stet'

test('the tree by keyboard: arrows, Home, End, typing, opening and closing', async ({ stet }) => {
  await stet.folder('Chapters').focus()
  await stet.press('ArrowLeft')
  await expect(stet.folder('The Salt Road')).toBeFocused()
  await stet.press('ArrowLeft')
  await expect(stet.folder('Chapters')).toHaveCount(0)
  await expect(stet.folder('The Salt Road')).toHaveAttribute('aria-expanded', 'false')
  await stet.press('ArrowRight')
  await stet.press('ArrowRight')
  await expect(stet.folder('Chapters')).toBeFocused()
  await stet.press('End')
  await expect(stet.folder('Translations')).toBeFocused()
  await stet.press('Home')
  await expect(stet.folder('The Salt Road')).toBeFocused()
  await stet.type('le')
  await expect(stet.folder('Letters')).toBeFocused()
  await stet.press('Enter')
  await expect(stet.folder('Letters')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.documents.getByRole('option')).toHaveCount(0)
})

test('a folder is made, named where it stands, renamed with F2', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'New folder' }).click()
  const field = page.getByRole('textbox', { name: 'Folder name' })
  await expect(field).toBeFocused()
  await stet.type('Maps')
  await stet.press('Enter')
  await expect(stet.folder('Maps')).toHaveAttribute('aria-level', '3')
  await stet.folder('Maps').focus()
  await stet.press('F2')
  await stet.type('Charts')
  await stet.press('Escape')
  await expect(stet.folder('Maps')).toBeVisible()
  await stet.folder('Maps').focus()
  await stet.press('F2')
  await stet.type('Charts')
  await stet.press('Enter')
  await expect(stet.folder('Charts')).toBeVisible()
})

test('a folder is deleted with Delete, and comes back with Undo', async ({ stet }) => {
  await stet.folder('Essays').focus()
  await stet.press('Delete')
  await expect(stet.folder('Essays')).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.folder('Essays')).toBeVisible()
})

test('the list by keyboard: arrows open, Shift extends, Delete deletes all of them, Undo brings them back', async ({
  stet,
}) => {
  await stet.option('The ferryman').focus()
  await stet.press('ArrowDown')
  await expect(stet.option('A house with nine doors')).toBeFocused()
  await expect(stet.title).toHaveValue('A house with nine doors')
  await stet.press('Shift+ArrowDown')
  await expect(stet.documents.getByRole('option', { selected: true })).toHaveCount(2)
  await stet.press('Delete')
  await expect(stet.documents.getByRole('option')).toHaveCount(4)
  await expect(stet.notice).toContainText('Deleted 2 documents')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.documents.getByRole('option')).toHaveCount(6)
  await stet.option('What the salt kept').focus()
  await stet.press('End')
  await expect(stet.option('Letters, unsent')).toBeFocused()
  await stet.press('Enter')
  await expect(stet.text).toBeFocused()
})

test('the focus stays in the list when its document is deleted', async ({ stet }) => {
  await stet.option('The ferryman').focus()
  await stet.press('Delete')
  await expect(stet.option('The ferryman')).toHaveCount(0)
  await expect(stet.option('A house with nine doors')).toBeFocused()
})

test('a press with Ctrl takes a document to the others, Ctrl+A all of them', async ({ stet }) => {
  await stet.option('The ferryman').click()
  await stet.option('Low water').click({ modifiers: ['Control'] })
  await expect(stet.documents.getByRole('option', { selected: true })).toHaveCount(2)
  await stet.press('Control+a')
  await expect(stet.documents.getByRole('option', { selected: true })).toHaveCount(6)
})

test('documents are dragged onto a folder', async ({ stet }) => {
  await stet.option('Low water').dragTo(stet.folder('Essays'))
  await expect(stet.option('Low water')).toHaveCount(0)
  await stet.folder('Essays').click()
  await expect(stet.option('Low water')).toBeVisible()
})

test('a folder is dragged into another, but not into itself', async ({ stet }) => {
  await stet.folder('Letters').dragTo(stet.folder('Essays'))
  await expect(stet.folder('Letters')).toHaveAttribute('aria-level', '2')
  await stet.folder('The Salt Road').dragTo(stet.folder('Notes'))
  await expect(stet.folder('The Salt Road')).toHaveAttribute('aria-level', '1')
})

test('a tag lists its documents; with Ctrl those that carry both', async ({ stet }) => {
  await stet.tags.getByRole('option', { name: 'sea' }).click()
  await expect(stet.documents.getByRole('option')).toHaveCount(2)
  await stet.tags.getByRole('option', { name: 'winter' }).click({ modifiers: ['Control'] })
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
  await expect(stet.option('On winter light')).toBeVisible()
})

test('a tag is made, and deleted after a question', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'New tag' }).click()
  await stet.type('ice')
  await stet.press('Enter')
  const tag = stet.tags.getByRole('option', { name: 'ice' })
  await tag.focus()
  await stet.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete tag' }).click()
  await expect(tag).toHaveCount(0)
})

test('a tag is put on a document and taken off where its tags stand', async ({ stet, page }) => {
  await stet.command('Add tag…')
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option', { name: 'winter' }).click()
  const own = page.getByRole('list', { name: 'Tags of this document' })
  await expect(own.getByRole('listitem')).toHaveText(['sea', 'winter'])
  await own.getByRole('button', { name: 'Remove the tag sea' }).click()
  await expect(own.getByRole('listitem')).toHaveText(['winter'])
})

test('lists can be sorted by title', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitemradio', { name: 'Title' }).click()
  await expect(stet.documents.getByRole('option').first()).toContainText('A house with nine doors')
})

test('an empty list says what it is for and offers the next step', async ({ stet, page }) => {
  await stet.folder('Letters').click()
  await expect(page.getByText('This folder holds no documents of its own.')).toBeVisible()
  await page
    .getByRole('region', { name: 'Document list' })
    .getByRole('button', { name: 'New document' })
    .last()
    .click()
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
})

test('the window comes back as it was left', async ({ stet, page }) => {
  await stet.folder('Essays').click()
  await stet.option('On winter light').dblclick()
  await expect(stet.title).toHaveValue('On winter light')
  await expect.poll(() => page.evaluate(() => window.memory.records.settings.activeTab)).toBe('d-winter')
  expect(await page.evaluate(() => window.memory.records.settings.listFilter)).toEqual({
    folderId: 'f-essays',
  })
})
