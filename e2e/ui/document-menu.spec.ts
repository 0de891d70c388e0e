import { expect, FERRYMAN, testOnImitation as test } from './stet'

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
  const copy = await page.evaluate(() =>
    [...window.memory.records.documents.values()].find(({ title }) => title === 'Low water copy'),
  )
  expect(copy?.text).toBe(original)
  await stet.command('Duplicate')
  await expect(stet.title).toHaveValue('Low water copy copy')
  await stet.text.focus()
  await stet.command('Rename')
  await expect(stet.title).toBeFocused()
})

test('the link to a document is copied from its menu and from the palette', async ({ stet, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await stet.option('Low water').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link to this document' }).click()
  await expect(stet.notice).toContainText('Copied the link')
  expect(await copied()).toBe('stet://document/d-low')
  await stet.option('The ferryman').click()
  await stet.text.click()
  await stet.command('Copy link to this document')
  await expect.poll(copied).toBe(`stet://document/${FERRYMAN}`)
})

test('F2 in the list selects the title; Escape takes back what was typed and leads to the list again', async ({
  stet,
  page,
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
  await expect(stet.text).toBeFocused()
  await expect(stet.option('High water')).toBeVisible()
  await stet.press('Shift+Tab')
  await stet.type('Mine ')
  await page.evaluate(
    (library) => {
      void window.memory.call('document.edit-fields', { id: 'd-low', title: 'From elsewhere' }, library)
    },
    await page.evaluate(() => window.memory.library()),
  )
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
  await expect(stet.notice).toContainText('Deleted 2 documents')
  await expect(stet.option('Low water')).toHaveCount(0)
  await expect(stet.option('The ferryman')).toHaveCount(0)
})

test('[D2] the menu of a document says what the key may not do', async ({ stet, page }) => {
  await page.evaluate(() => {
    const { records, emit } = window.memory
    const { connection } = records
    records.connection = { ...connection, abilities: { ...connection.abilities, 'documents:write': 'no' } }
    emit('connection.changed', records.connection)
  })
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

test('what a service leaves as it was is not offered, and why is said', async ({ stet, page }) => {
  await stet.option('Low water').click()
  await stet.option('Low water').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Document' })
  const move = menu.getByRole('menuitem', { name: /^Move to/ })
  const reason = 'Not available, because this service does not move a document to another folder'
  await expect(move).not.toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => {
    const { records, emit } = window.memory
    records.connection = {
      ...records.connection,
      ignoredFields: ['title', 'folderId', 'tagIds', 'status'],
    }
    emit('connection.changed', records.connection)
  })
  await expect(move).toHaveAttribute('title', reason)
  for (const name of [/^Rename/, /^Add tag/, /^Publish/])
    await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  await expect(menu.getByRole('menuitem', { name: /^Delete/ })).not.toHaveAttribute('aria-disabled', 'true')
  await stet.press('Escape')
  await expect(stet.title).toHaveAttribute('readonly', '')
  await page.evaluate(() => {
    const status = { id: 'd-low', phase: 'queued' as const, parked: [], notYetPublished: false }
    window.memory.emit('document.status-changed', status)
  })
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
  await page.evaluate(() => {
    const [id] = [...window.memory.records.documents.keys()].slice(-1)
    const status = { id: id!, phase: 'dirty' as const, parked: [], notYetPublished: false, isNew: true }
    window.memory.emit('document.status-changed', status)
  })
  await expect(stet.title).not.toHaveAttribute('readonly', '')
  // In one step: once it is saved, the sample says no more that it is new.
  await stet.title.fill('Its first title')
  await expect(stet.title).toHaveValue('Its first title')
})

test('what came into a document from elsewhere is not offered any more once it is deleted', async ({
  stet,
  page,
}) => {
  await page.evaluate((id) => window.memory.emit('document.merged', { id, changes: 2 }), FERRYMAN)
  await expect(stet.notice).toContainText('Merged 2 changes from elsewhere')
  await stet.command('Delete document')
  await expect(stet.notice).toContainText('Deleted “The ferryman”')
  await stet.notice.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Escape')
  await expect(stet.notice).toHaveText('')
})
