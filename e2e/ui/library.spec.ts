import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import { ok } from '../../shared/problem'
import type { Host } from '../host/host'
import { documentOf, typeElsewhere } from './editing'
import { WINDOW } from './site'
import { makeDocuments } from './scenes'
import { expect, FERRYMAN, test, testInOwnContext, type Stet } from './stet'

const settingsOf = ({ main }: Stet) => main.ask('settings.get', undefined)

/** Sending many changes would take its time, and the tests that make them look at none of it. */
const sendNothing = (app: Host) => app.ask('outbox.pause', { paused: true })

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
  // The second press comes before the field for the name is there.
  await page.getByRole('button', { name: 'New folder' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  const field = page.getByRole('textbox', { name: 'Folder name' })
  await expect(field).toBeFocused()
  await stet.type('Maps')
  await stet.press('Enter')
  await expect(stet.folder('Maps')).toHaveAttribute('aria-level', '3')
  await expect(stet.folder('New folder')).toHaveCount(0)
  await expect(stet.folder('Maps')).toBeFocused()
  await stet.press('F2')
  await expect(field).toBeFocused()
  await stet.type('Charts')
  await stet.press('Escape')
  await expect(stet.folder('Maps')).toBeFocused()
  await stet.press('F2')
  await expect(field).toBeFocused()
  await stet.type('Charts')
  await stet.press('Enter')
  await expect(stet.folder('Charts')).toBeFocused()
})

test('a folder that was made and named is the list: a new document lies in it', async ({ stet, page }) => {
  const field = page.getByRole('textbox', { name: 'Folder name' })
  for (const [name, leave] of [
    ['By key', () => stet.press('Enter')],
    ['By mouse', () => stet.title.click()],
  ] as const) {
    await page.getByRole('button', { name: 'New folder' }).click()
    await expect(field).toBeFocused()
    await stet.type(name)
    await leave()
    await expect(stet.folder(name)).toHaveAttribute('aria-selected', 'true')
    await expect(stet.documents.getByRole('option')).toHaveCount(0)
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toBeFocused()
    await stet.type(`In ${name}`)
    await expect(stet.option(`In ${name}`)).toBeVisible()
  }
})

test('“New folder” pressed while one is being named makes none in it, and none without a name', async ({
  stet,
  page,
}) => {
  const button = page.getByRole('button', { name: 'New folder' })
  const field = page.getByRole('textbox', { name: 'Folder name' })
  const before = await stet.tree.getByRole('treeitem').count()
  await button.click()
  await expect(field).toBeFocused()
  await button.click()
  await expect(field).toBeFocused()
  await stet.type('Maps')
  await expect(stet.tree.getByRole('treeitem')).toHaveCount(before + 1)
  await button.click()
  await expect(stet.folder('Maps')).toHaveAttribute('aria-level', '3')
  await expect(field).toHaveValue('New folder')
  await expect(field).toBeFocused()
  await stet.type('Charts')
  await stet.press('Enter')
  await expect(stet.folder('Charts')).toHaveAttribute('aria-level', '3')
  await expect(stet.tree.getByRole('treeitem')).toHaveCount(before + 2)
})

for (const [where, width] of [
  ['in a wide window', 1_280],
  ['in a narrow one beside a panel', 900],
] as const)
  test(`a new folder is named where it is seen though the sidebar was out of sight, ${where}`, async ({
    stet,
    page,
  }) => {
    await page.setViewportSize({ width, height: 600 })
    if (width === 900) await stet.press('ControlOrMeta+Shift+F')
    else await stet.command('Toggle sidebar')
    await expect(stet.tree).toHaveCount(0)
    await stet.title.click()
    const title = await stet.title.inputValue()
    await stet.command('New folder')
    await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
    await stet.type('Zebras')
    await stet.press('Enter')
    await expect(page.locator('[data-pane="list"]')).toContainText('Zebras')
    await expect(stet.title).toHaveValue(title)
  })

test('a folder that was left without a name does not get the next one', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'New folder' }).click()
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await stet.title.click()
  await stet.command('New folder')
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await stet.type('Maps')
  await stet.press('Enter')
  await expect(stet.folder('Maps')).toHaveAttribute('aria-level', '3')
})

test('“New tag” pressed while one is being named makes one tag for each name', async ({ stet, page }) => {
  const button = page.getByRole('button', { name: 'New tag' })
  const field = page.getByRole('textbox', { name: 'Tag name' })
  const before = await stet.tags.getByRole('option').count()
  await button.click()
  await expect(field).toBeFocused()
  await button.click()
  await stet.type('harbour')
  await button.click()
  await expect(stet.tags.getByRole('option', { name: 'harbour', exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await stet.type('rope')
  await stet.press('Enter')
  await expect(stet.tags.getByRole('option', { name: 'rope', exact: true })).toBeVisible()
  await expect(stet.tags.getByRole('option')).toHaveCount(before + 2)
})

test('a row that is pressed while a new folder is named opens its document', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'New folder' }).click()
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await stet.type('Maps')
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.folder('Maps')).toHaveAttribute('aria-selected', 'false')
})

test('a folder is deleted with Delete, and comes back with Undo', { tag: '@first' }, async ({ stet }) => {
  await stet.folder('Essays').focus()
  await stet.press('Delete')
  await expect(stet.folder('Essays')).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.folder('Essays')).toBeVisible()
})

test('a row that moves away under the button is the one that was pressed', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'Recent', exact: true }).click()
  const rows = stet.documents.getByRole('option')
  const last = rows.nth(4)
  const title = await last.locator('bdi').innerText()
  const box = (await last.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  const other = (await rows.nth(5).getAttribute('data-document'))!
  await typeElsewhere(stet, 0, 'Now. ', other)
  await expect(rows.first()).toHaveAttribute('data-document', other)
  await page.mouse.up()
  await expect(stet.title).toHaveValue(title)
  await expect(stet.option(title)).toHaveAttribute('aria-selected', 'true')
})

test('after several rows are deleted the document behind them has the keyboard, or the last one', async ({
  stet,
}) => {
  const options = stet.documents.getByRole('option')
  const ids = await options.evaluateAll((rows: HTMLElement[]) => rows.map((row) => row.dataset['document']))
  await options.nth(1).click()
  await stet.press('Shift+ArrowDown')
  await stet.press('Shift+ArrowDown')
  await stet.press('Delete')
  await expect(options).toHaveCount(ids.length - 3)
  await expect(stet.documents.locator(`[data-document="${ids[4]}"]`)).toBeFocused()
  await stet.press('Control+z')
  await expect(options).toHaveCount(ids.length)
  await options.nth(3).click()
  await stet.press('Shift+End')
  await stet.press('Delete')
  await expect(options).toHaveCount(3)
  await expect(options.last()).toBeFocused()
})

test('a Delete that comes before main has said what a range or the whole list holds deletes all of it', async ({
  stet,
  page,
}) => {
  const options = stet.documents.getByRole('option')
  await stet.option('The ferryman').click()
  for (const keys of [['Shift+ArrowDown', 'Shift+ArrowDown'], ['ControlOrMeta+a']]) {
    const ids = await stet.main.hold('documents.ids')
    for (const key of [...keys, 'Delete']) await stet.press(key)
    await ids()
    await expect(stet.notice).toContainText(`Deleted ${keys.length === 2 ? 3 : 6} documents`)
    await expect(options).toHaveCount(keys.length === 2 ? 3 : 0)
    await stet.notice.getByRole('button', { name: 'Undo' }).click()
    await expect(options).toHaveCount(6)
    await expect(page.locator('[data-pane="list"]').locator(':focus')).toHaveCount(1)
    await stet.option('The ferryman').click()
  }
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

test('Shift extends from the document that was chosen, wherever the list has moved it', async ({
  stet,
  page,
}) => {
  await page.getByRole('button', { name: 'Recent', exact: true }).click()
  const rows = stet.documents.getByRole('option')
  const chosen = stet.documents.getByRole('option', { selected: true })
  await rows.nth(2).click()
  const [first = '', second = ''] = (await rows.locator('bdi').allInnerTexts()).slice(2)
  const other = (await rows.nth(5).getAttribute('data-document'))!
  await typeElsewhere(stet, 0, 'Now. ', other)
  await expect(rows.first()).toHaveAttribute('data-document', other)
  await stet.press('Shift+ArrowDown')
  await expect(chosen).toContainText([first, second])

  // What was gone to in another list begins nothing here.
  await page.getByRole('button', { name: /^All documents/ }).click()
  await rows.nth(3).click()
  await page.getByRole('button', { name: 'Recent', exact: true }).click()
  await expect(chosen).toHaveCount(0)
  await rows.nth(1).click({ modifiers: ['Shift'] })
  await expect(chosen).toHaveCount(1)
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
})

test('Escape leaves what was chosen, and what was moved out of the list is chosen no more', async ({
  stet,
  page,
}) => {
  await stet.option('The ferryman').click()
  await stet.option('Low water').click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('2 chosen')).toBeVisible()
  await stet.press('Escape')
  await expect(page.getByText('2 chosen')).toHaveCount(0)
  await expect(stet.documents.getByRole('option', { selected: true })).toHaveCount(1)

  await stet.press('ControlOrMeta+a')
  await expect(page.getByText('6 chosen')).toBeVisible()
  await stet.option('Low water').dragTo(stet.folder('Essays'))
  await expect(stet.notice).toContainText('Moved 6 documents')
  await expect(stet.documents.getByRole('option')).toHaveCount(0)
  await expect(page.getByText('6 chosen')).toHaveCount(0)
  await stet.press('Delete')
  await expect(stet.folder('Essays')).toContainText('7')
})

test('the focus stays in the list when its document is deleted', async ({ stet }) => {
  await stet.option('The ferryman').focus()
  await stet.press('Delete')
  await expect(stet.option('The ferryman')).toHaveCount(0)
  await expect(stet.option('A house with nine doors')).toBeFocused()
})

test('a press with Ctrl takes a document to the others, Ctrl+A all of them', async ({ stet }) => {
  await stet.option('The ferryman').click()
  await stet.option('Low water').click({ modifiers: ['ControlOrMeta'] })
  await expect(stet.documents.getByRole('option', { selected: true })).toHaveCount(2)
  await stet.press('ControlOrMeta+a')
  await expect(stet.documents.getByRole('option', { selected: true })).toHaveCount(6)
})

test('documents are dragged onto a folder', async ({ stet }) => {
  await stet.option('Low water').dragTo(stet.folder('Essays'))
  await expect(stet.option('Low water')).toHaveCount(0)
  await stet.folder('Essays').click()
  await expect(stet.option('Low water')).toBeVisible()
})

test('a folder is dragged into another, but not into itself; Ctrl+Z puts it back', async ({ stet }) => {
  const places = async () => {
    const { folders } = await stet.main.ask('library.get', undefined)
    return [...folders].sort((a, b) => a.position - b.position).map(({ id, parentId }) => [id, parentId])
  }
  const before = await places()
  await stet.folder('Letters').dragTo(stet.folder('Essays'))
  await expect(stet.folder('Letters')).toHaveAttribute('aria-level', '2')
  await expect(stet.notice).toContainText('Moved the folder “Letters” into “Essays”')
  await stet.press('ControlOrMeta+z')
  await expect.poll(places).toEqual(before)
  await stet.folder('The Salt Road').dragTo(stet.folder('Notes'))
  await expect(stet.notice).toContainText('A folder cannot be moved into a folder inside it.')
  await expect(stet.folder('The Salt Road')).toHaveAttribute('aria-level', '1')
  const within = { sourcePosition: { x: 60, y: 12 }, targetPosition: { x: 110, y: 16 } }
  await stet.folder('Letters').dragTo(stet.folder('Letters'), within)
  await expect(stet.notice).toContainText('A folder cannot be moved into itself.')
})

test('a folder and a tag are found by a name with a space, and nothing is opened on the way', async ({
  stet,
  page,
}) => {
  for (const name of ['Part 1', 'Part 2']) {
    await stet.main.ask('folder.create', { name, parentId: null })
    await stet.main.ask('tag.create', { name })
  }
  await stet.folder('Part 1').focus()
  await stet.type('Part 2')
  await expect(stet.folder('Part 2')).toBeFocused()
  const tag = (name: string) => stet.tags.getByRole('option', { name })
  await tag('Part 1').focus()
  await stet.type('Part 2')
  await expect(tag('Part 2')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Chapters' })).toBeVisible()
})

test('the last actions are undone one after another, however fast', async ({ stet }) => {
  for (const [before, name] of [
    ['Letters', 'Post'],
    ['Essays', 'Attempts'],
  ] as const) {
    await stet.folder(before).focus()
    await stet.press('F2')
    await stet.type(name)
    await stet.press('Enter')
    await expect(stet.folder(name)).toBeFocused()
  }
  const where = async () =>
    (await stet.main.ask('documents.summaries', { ids: ['d-low'] })).map(({ folderId }) => folderId)
  await stet.main.ask('document.edit-fields', { id: 'd-low', folderId: 'f-notes' })
  await stet.folder('Notes').click()
  for (const name of ['Post', 'Attempts']) {
    await stet.option('Low water').dragTo(stet.folder(name))
    await expect(stet.notice).toContainText(`Moved to “${name}”`)
    await stet.folder(name).click()
  }
  await stet.folder('Attempts').focus()
  for (let steps = 0; steps < 4; steps++) await stet.press('ControlOrMeta+z')
  await expect(stet.folder('Letters')).toBeVisible()
  await expect(stet.folder('Essays')).toBeVisible()
  await expect.poll(where).toEqual(['f-notes'])
  await expect(stet.notice).toContainText('Undone: renamed the folder “Letters” to “Post”')
})

test('a folder and a tag have their names back with Ctrl+Z', async ({ stet }) => {
  const winter = stet.tags.getByRole('option', { name: 'winter' })
  await stet.folder('Letters').focus()
  await stet.press('F2')
  await stet.type('Post')
  await stet.press('Enter')
  await expect(stet.folder('Post')).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect(stet.folder('Letters')).toBeVisible()
  await winter.focus()
  await stet.press('F2')
  await stet.type('cold')
  await stet.press('Enter')
  await expect(winter).toHaveCount(0)
  await stet.press('ControlOrMeta+z')
  await expect(winter).toBeVisible()
})

test('a tag lists its documents; with Ctrl those that carry both', async ({ stet }) => {
  await stet.tags.getByRole('option', { name: 'sea' }).click()
  await expect(stet.documents.getByRole('option')).toHaveCount(2)
  await stet.tags.getByRole('option', { name: 'winter' }).click({ modifiers: ['ControlOrMeta'] })
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
  await expect(stet.option('On winter light')).toBeVisible()
})

test('the tabs of what goes with its folder close at once, and come back by Undo and by Ctrl+Z', async ({
  stet,
  page,
}) => {
  const tabs = page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab')
  await stet.option('Low water').dblclick()
  await stet.folder('Essays').click()
  await stet.option('On winter light').dblclick()
  await expect(stet.title).toHaveValue('On winter light')
  await expect(tabs).toHaveText(['The ferryman', 'Low water', 'On winter light'])
  await stet.folder('The Salt Road').focus()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Deleted the folder “The Salt Road”')
  await expect(tabs).toHaveText(['On winter light'])
  await expect(page.locator('[data-pane="sidebar"] :focus')).toHaveCount(1)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(tabs).toHaveText(['On winter light', 'The ferryman', 'Low water'])

  await tabs.filter({ hasText: 'The ferryman' }).click()
  await stet.text.press('ControlOrMeta+Home')
  await stet.type('Typed at the last moment. ')
  await stet.folder('Chapters').focus()
  await stet.press('Delete')
  await expect(tabs).toHaveText(['On winter light'])
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toContainText('Typed at the last moment.')
  await expect(stet.saveStatus).toHaveText('Saved')
})

test('Ctrl+Z before the delete of a folder is done takes it back', async ({ stet, page }) => {
  const tabs = page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab')
  const deleted = await stet.main.hold('folder.delete')
  await stet.folder('Chapters').focus()
  await stet.press('Delete')
  await expect(tabs).toHaveCount(0)
  await stet.press('ControlOrMeta+z')
  await deleted()
  await expect(stet.notice).toContainText(
    'Deleted the folder “Chapters” with 6 documents. What was done was taken back.',
  )
  await expect(stet.folder('Chapters')).toBeVisible()
  await expect(tabs).toHaveText(['The ferryman', 'Low water'])
})

test('the list that goes with its folder or its tag comes back with it', async ({ stet, page }) => {
  await stet.folder('Chapters').click()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Deleted the folder “Chapters”')
  await expect(stet.folder('Chapters')).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.folder('Chapters')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.option('Low water')).toBeVisible()

  await stet.tags.getByRole('option', { name: 'winter' }).click()
  await stet.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete tag' }).click()
  await expect(stet.notice).toContainText('Deleted the tag “winter”')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.tags.getByRole('option', { name: 'winter' })).toHaveAttribute('aria-selected', 'true')
  await expect(stet.documents.getByRole('option')).toHaveCount(1)

  // Who has gone to another list meanwhile stays there.
  await stet.folder('Chapters').click()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Deleted the folder “Chapters”')
  await stet.folder('Essays').click()
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.folder('Chapters')).toBeVisible()
  await expect(stet.folder('Essays')).toHaveAttribute('aria-selected', 'true')
})

test('a folder that is refused to go keeps the tabs of its documents', async ({ stet }) => {
  await stet.main.refuse('folder.delete', { code: 'not-allowed', message: 'Not this one.' })
  await stet.folder('Chapters').focus()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Not this one.')
  await expect(stet.title).toHaveValue('The ferryman')
})

test('an open text that another window deletes is not called deleted elsewhere, and comes back from its own bar', async ({
  stet,
  page,
}) => {
  await stet.main.ask('document.delete', { ids: [FERRYMAN] })
  await expect(stet.saveStatus).toHaveText('Deleted')
  await expect(page.getByText('This document was deleted.')).toBeVisible()
  await expect(page.getByText('deleted elsewhere')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Keep as a new document' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(stet.saveStatus).toHaveText('Saved')
  await expect(stet.text).toBeFocused()
})

/** Makes the tag “ice” and deletes it at once; returns its row. */
async function makeAndDeleteTag({ page, tags, type, press }: Stet) {
  await page.getByRole('button', { name: 'New tag' }).click()
  await expect(page.locator('input:focus')).toBeVisible()
  await type('ice')
  await press('Enter')
  const tag = tags.getByRole('option', { name: 'ice' })
  await tag.focus()
  await press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete tag' }).click()
  return tag
}

test('a tag is made, and deleted after a question', async ({ stet }) => {
  const tag = await makeAndDeleteTag(stet)
  await expect(tag).toHaveCount(0)
})

test('a tag that is deleted before the library has shown it leaves no row behind', async ({ stet }) => {
  const shown = await stet.main.hold('library.get')
  const tag = await makeAndDeleteTag(stet)
  await expect(stet.notice).toContainText('Deleted the tag “ice”')
  await shown()
  await expect(tag).toHaveCount(0)
})

test('a deleted tag comes back on the documents that had it: by its notice, and by Ctrl+Z in the library', async ({
  stet,
  page,
}) => {
  const winter = stet.tags.getByRole('option', { name: 'winter' })
  const own = page.getByRole('list', { name: 'Tags of this document' })
  const deleteIt = async () => {
    await winter.focus()
    await stet.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete tag' }).click()
    await expect(winter).toHaveCount(0)
  }
  await stet.option('The ferryman').dragTo(winter)
  await expect(own.getByRole('listitem')).toHaveText(['sea', 'winter'])
  const before = '2 documents'
  await expect(winter).toHaveAccessibleDescription(before)
  await deleteIt()
  await expect(own.getByRole('listitem')).toHaveText(['sea'])
  await expect(stet.notice).toContainText('Deleted the tag “winter”')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(winter).toHaveAccessibleDescription(before)
  await expect(own.getByRole('listitem')).toHaveText(['sea', 'winter'])

  await deleteIt()
  // What is no more by then keeps the others from nothing.
  await stet.main.ask('document.delete', { ids: ['d-winter'] })
  await stet.documents.getByRole('option').first().focus()
  await stet.press('ControlOrMeta+z')
  await expect(winter).toBeVisible()
  await expect(own.getByRole('listitem')).toHaveText(['sea', 'winter'])
  await expect(stet.notice).toContainText('Undone: deleted the tag “winter”')
})

test('a tag named as one that is there is that one; one in use can be merged into it', async ({
  stet,
  page,
}) => {
  const notices = page.getByRole('status', { name: 'Notice', exact: true })
  await page.getByRole('button', { name: 'New tag' }).click()
  await expect(page.getByRole('textbox', { name: 'Tag name' })).toBeFocused()
  await stet.type('Sea')
  await stet.press('Enter')
  await expect(notices).toContainText('There is already a tag “sea”, so no new one was made')
  await expect(stet.tags.getByRole('option', { name: 'sea' })).toBeFocused()
  await expect(stet.tags.getByRole('option', { name: 'new tag' })).toHaveCount(0)

  await stet.tags.getByRole('option', { name: 'winter' }).focus()
  await stet.press('F2')
  await expect(page.getByRole('textbox', { name: 'Tag name' })).toBeFocused()
  await stet.type('sea')
  await stet.press('Enter')
  await page.getByRole('button', { name: 'Merge into it' }).click()
  await expect(stet.tags.getByRole('option', { name: 'winter' })).toHaveCount(0)
  await expect(notices).toContainText('“winter” is now “sea”')
  await expect(stet.tags.getByRole('option', { name: 'sea' })).toBeFocused()
})

test('a folder that is given the name of one beside it says so', async ({ stet, page }) => {
  const rename = async (from: string, to: string) => {
    await stet.folder(from).click()
    await stet.press('F2')
    await page.getByRole('textbox', { name: 'Folder name' }).fill(to)
    await stet.press('Enter')
  }
  await rename('Essays', 'Parts')
  await expect(stet.notice).toContainText('Renamed the folder “Essays” to “Parts”')
  await expect(stet.notice).not.toContainText('too')
  await rename('Letters', 'Parts')
  await expect(stet.notice).toContainText('Another folder here is called “Parts” too')
})

test('the middle button opens a document of the list in a tab that stays', async ({ stet, page }) => {
  await stet.option('The customs officer').click({ button: 'middle' })
  await expect(stet.title).toHaveValue('The customs officer')
  await stet.option('What the salt kept').click()
  await expect(stet.title).toHaveValue('What the salt kept')
  await expect(page.getByRole('tab', { name: 'The customs officer' })).toBeVisible()
})

test('a tag is put on a document and taken off where its tags stand', async ({ stet, page }) => {
  await stet.command('Add tag…')
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option', { name: 'winter' }).click()
  const own = page.getByRole('list', { name: 'Tags of this document' })
  await expect(own.getByRole('listitem')).toHaveText(['sea', 'winter'])
  await own.getByRole('button', { name: 'Remove the tag sea' }).click()
  await expect(own.getByRole('listitem')).toHaveText(['winter'])
})

test('a word longer than the row goes on in the second line of its excerpt', async ({ stet, page }) => {
  await documentOf(stet, 'Long', 'averylongword'.repeat(20))
  await page.getByRole('button', { name: /^All documents/ }).click()
  const excerpt = page.getByText(/^averylongwordaverylongword/)
  await expect(excerpt).toBeVisible()
  const words = await excerpt.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const lines = new Set([...range.getClientRects()].map(({ y }) => y)).size
    return { lines, isCut: element.scrollWidth > element.clientWidth }
  })
  expect(words.isCut).toBe(false)
  expect(words.lines).toBeGreaterThan(1)
})

test('lists can be sorted by title, and divided; arrows go from part to part', async ({ stet, page }) => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Sort and group' }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
  }
  await choose('Title')
  await expect(stet.documents.getByRole('option').first()).toContainText('A house with nine doors')

  await page.getByRole('button', { name: 'Recent', exact: true }).click()
  await choose('Status')
  const drafts = stet.documents.getByRole('group', { name: 'Drafts' })
  const published = stet.documents.getByRole('group', { name: 'Published' })
  await expect(published.getByRole('option')).toHaveText([/^Low water/])
  await drafts.getByRole('option').last().click()
  await stet.press('ArrowDown')
  await expect(published.getByRole('option')).toBeFocused()
  await stet.press('ArrowUp')
  await expect(drafts.getByRole('option').last()).toBeFocused()
  await stet.press('Shift+ArrowDown')
  await expect(published.getByRole('option')).toHaveAttribute('aria-selected', 'true')

  await choose('Folder')
  await expect(stet.documents.getByRole('group', { name: 'The Salt Road / Chapters' })).toBeAttached()
  await choose('Month')
  await expect(stet.documents.getByRole('group').first()).toHaveAttribute('aria-label', /\d{4}/)
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
  await expect.poll(async () => (await settingsOf(stet)).activeTab).toBe('d-winter')
  expect((await settingsOf(stet)).listFilter).toEqual({ folderId: 'f-essays' })
  await page.reload()
  await expect(stet.title).toHaveValue('On winter light')
  await expect(stet.folder('Essays')).toHaveAttribute('aria-selected', 'true')
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('[D2] what the key may not do is disabled with the reason: buttons, menus, keys, palette, drag and drop', async ({
    app,
    stet,
    page,
  }) => {
    await app.forbid('documents:write', 'folders:read', 'folders:write', 'tags:read', 'tags:write')
    const reasons = {
      'New document': 'this key may not write documents',
      'New folder': 'this key may not write folders',
      'New tag': 'this key may not write tags',
    }
    for (const [name, reason] of Object.entries(reasons)) {
      const button = page.getByRole('button', { name, exact: true }).first()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(reason)
    }
    await expect(page.getByText('This key may not read folders.')).toBeVisible()
    await expect(page.getByText('This key may not read tags.')).toBeVisible()
    await stet.folder('Essays').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: /Rename/ })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('Because this key may not write folders')).toBeVisible()
    await stet.press('Escape')
    await stet.folder('Essays').focus()
    await stet.press('Delete')
    await expect(stet.folder('Essays')).toBeVisible()
    await expect(stet.notice).toContainText('This key may not write folders.')
    await stet.option('Low water').dragTo(stet.folder('Essays'))
    await expect(stet.option('Low water')).toBeVisible()
    await stet.press('ControlOrMeta+Shift+P')
    await page.getByRole('dialog').getByRole('combobox').fill('New document')
    await expect(
      page.getByRole('option', { name: 'New document this key may not write documents' }),
    ).toHaveAttribute('aria-disabled', 'true')
  })

  test('a text that the key may not write is kept as a local draft', async ({ app, stet, page }) => {
    await app.forbid('documents:write')
    await stet.option('The customs officer').click()
    await page.getByRole('button', { name: 'Keep as a local draft' }).click()
    await expect(page.getByText('This key may not write documents.')).toHaveCount(0)
    await expect(stet.title).toHaveValue('The customs officer')
    await expect(stet.text).toContainText('He weighed everything twice')
  })

  test('keys of what cannot be done say why; for a new document, what is possible', async ({
    app,
    stet,
    page,
  }) => {
    await app.forbid('documents:write')
    await expect(page.getByRole('button', { name: 'New document', exact: true }).first()).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await stet.text.click()
    await stet.press('ControlOrMeta+s')
    await expect(stet.notice).toContainText('This document is read only.')
    await stet.press('ControlOrMeta+n')
    await expect(stet.notice).toContainText('This key may not write documents.')
    await stet.notice.getByRole('button', { name: 'Start a local draft' }).click()
    await expect(stet.notice).toContainText('This draft stays on this device until a key may write it')
    await expect(stet.title).toBeFocused()
    await stet.type('Written here')
    await expect(stet.option('Written here')).toBeVisible()
  })
})

test('the button of the filter brings the keyboard to its words, also while they narrow the list', async ({
  stet,
  page,
}) => {
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  const words = page.getByRole('searchbox', { name: 'Words in title or text' })
  await button.click()
  await stet.type('low wa')
  await expect(words).toHaveValue('low wa')
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
  await stet.option('Low water').click()
  await button.click()
  await expect(words).toBeFocused()
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(words).toHaveValue('')
  await button.click()
  await expect(words).toHaveCount(0)
})

test('the list is narrowed by words and status at once, and several are tagged together', async ({
  stet,
  page,
}) => {
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('searchbox', { name: 'Words in title or text' }).fill('the')
  await page.getByRole('combobox', { name: 'Status' }).first().selectOption('draft')
  await expect(stet.option('Low water')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(stet.documents.getByRole('option')).toHaveCount(6)
  await stet.option('The ferryman').click()
  await stet.option('Low water').click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('toolbar', { name: 'Chosen documents' }).getByRole('button', { name: /Tag/ }).click()
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option', { name: 'winter' }).click()
  await expect(stet.tags.getByRole('option', { name: 'winter' })).toHaveAccessibleDescription('3 documents')
})

test('the keyboard is on the tag whose documents are listed once a merge is taken back', async ({
  stet,
  page,
}) => {
  const from = stet.tags.getByRole('option', { name: 'sea' })
  await from.click()
  await from.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('dialog', { name: 'Merge tag into' }).getByRole('option', { name: 'winter' }).click()
  await expect(from).toHaveCount(0)
  await expect(stet.tags.getByRole('option', { name: 'winter' })).toBeFocused()
  await stet.press('Control+z')
  await expect(from).toHaveAttribute('aria-selected', 'true')
  await expect(from).toBeFocused()
})

test('one tag is merged into another, and a colour stays on this device', async ({ stet, page }) => {
  await stet.tags.getByRole('option', { name: 'to check' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('dialog', { name: 'Merge tag into' }).getByRole('option', { name: 'winter' }).click()
  await expect(stet.tags.getByRole('option', { name: 'to check' })).toHaveCount(0)
  await expect(stet.tags.getByRole('option', { name: 'winter' })).toBeFocused()
  await expect(stet.tags.getByRole('option', { name: 'winter' })).toHaveAccessibleDescription('2 documents')
  await stet.tags.getByRole('option', { name: 'sea' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Colour' }).click()
  await expect(page.getByText('Colours stay on this device')).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'Blue' }).click()
  await expect.poll(async () => (await settingsOf(stet)).tagColours).toEqual({ sea: 4 })
})

test('a folder is moved by keyboard; Alt+Left and Alt+Right go through the documents that were open', async ({
  stet,
}) => {
  await stet.folder('Letters').focus()
  await stet.press('F4')
  await stet.type('Essays')
  await stet.press('Enter')
  await expect(stet.folder('Essays')).toHaveAttribute('aria-expanded', 'false')
  await stet.option('The customs officer').click()
  await expect(stet.title).toHaveValue('The customs officer')
  await stet.text.click()
  await stet.press('Alt+ArrowLeft')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toBeFocused()
  await stet.press('Alt+ArrowRight')
  await expect(stet.title).toHaveValue('The customs officer')
})

test('a list that is drawn late takes no key from a text', async ({ app, stet }) => {
  app.delay('documents.list', 600)
  await stet.option('Letters, unsent').focus()
  await stet.press('Delete')
  await expect(stet.option('Letters, unsent')).toHaveCount(1)
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('Before, ')
  await expect(stet.option('Letters, unsent')).toHaveCount(0)
  await stet.type('and after.')
  await expect(stet.text).toBeFocused()
  await expect(stet.text).toContainText('Before, and after.')
})

test('a folder, a tag and a document of one number are told apart: each is renamed alone', async ({
  app,
  stet,
  page,
}) => {
  const folder = await app.other.call('folders.create', { body: { name: 'Folder seven' } })
  expect(folder).toMatchObject({ data: { id: '7' } })
  for (const name of ['four', 'five', 'six']) await app.other.call('tags.create', { body: { name } })
  const tag = await app.other.call('tags.create', { body: { name: 'tag-seven' } })
  expect(tag).toMatchObject({ data: { id: '7' } })
  await app.hear()
  await stet.folder('Folder seven').focus()
  await stet.press('F2')
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Tag name' })).toHaveCount(0)
  await stet.type('Seven')
  await stet.press('Enter')
  await expect(stet.folder('Seven')).toBeFocused()
  await stet.tags.getByRole('option', { name: 'tag-seven' }).focus()
  await stet.press('F2')
  await stet.type('seven')
  await stet.press('Enter')
  await expect(stet.tags.getByRole('option', { name: 'seven', exact: true })).toBeFocused()
})

const NEW_ITEMS = [
  { button: 'New folder', field: 'Folder name' },
  { button: 'New tag', field: 'Tag name' },
] as const

for (const { button, field } of NEW_ITEMS)
  test(`“${button}” and Escape: nothing was made, and the list and the keyboard are where they were`, async ({
    stet,
    page,
  }) => {
    const made = async () => {
      const { folders, tags } = await stet.main.ask('library.get', undefined)
      return folders.length + tags.length
    }
    const before = await made()
    const list = page.getByRole('region', { name: 'Document list' }).getByRole('heading').first()
    const shown = await list.innerText()
    await stet.text.click()
    for (const words of ['', 'Maps']) {
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('textbox', { name: field })).toBeFocused()
      await stet.type(words)
      expect(await made()).toBe(before)
      await stet.press('Escape')
      await expect(stet.text).toBeFocused()
      await expect(page.getByRole('textbox', { name: field })).toHaveCount(0)
      await expect(list).toHaveText(shown)
    }
    await stet.press('ControlOrMeta+End')
    await stet.type(' And on.')
    await expect(stet.text).toContainText(' And on.')
    expect(await made()).toBe(before)

    const item = stet.folder('Essays')
    await item.focus()
    await stet.command(button)
    await expect(page.getByRole('textbox', { name: field })).toBeFocused()
    await stet.press('Escape')
    await expect(item).toBeFocused()
  })

test('a sidebar that came up for the name of something new goes again where it gets none', async ({
  stet,
  page,
}) => {
  await stet.command('Toggle sidebar')
  await expect(stet.tree).toHaveCount(0)
  await stet.text.click()
  await stet.command('New folder')
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await stet.press('Escape')
  await expect(stet.tree).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('a new folder in one that is closed is named where it will stand', async ({ stet, page }) => {
  await stet.folder('Chapters').click()
  await stet.folder('The Salt Road').focus()
  await stet.press('ArrowLeft')
  await expect(stet.folder('Chapters')).toHaveCount(0)
  await page.getByRole('button', { name: 'New folder' }).click()
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
  await stet.press('Escape')
  await expect(stet.folder('Chapters')).toHaveCount(0)
  await page.getByRole('button', { name: 'New folder' }).click()
  await stet.type('Maps')
  await stet.press('Enter')
  await expect(stet.folder('Maps')).toHaveAttribute('aria-level', '3')
  await expect(stet.folder('Maps')).toBeFocused()
})

test('a folder that is not made after all goes from the tree, and its list with it', async ({
  stet,
  page,
}) => {
  const shown = await stet.documents.getByRole('option').count()
  await stet.main.refuse('folder.create', { code: 'unexpected', message: 'There is no room.' })
  await page.getByRole('button', { name: 'New folder' }).click()
  await stet.type('Maps')
  await stet.press('Enter')
  await expect(page.getByText('There is no room.')).toBeVisible()
  await expect(stet.folder('Maps')).toHaveCount(0)
  await expect(stet.documents.getByRole('option')).toHaveCount(shown)
})

test('a folder that is deleted with those in it leaves the keyboard on the next that stays', async ({
  stet,
}) => {
  await stet.folder('The Salt Road').focus()
  await expect(stet.folder('The Salt Road')).toHaveAttribute('aria-expanded', 'true')
  await stet.press('Delete')
  await expect(stet.folder('The Salt Road')).toHaveCount(0)
  await expect(stet.folder('Essays')).toBeFocused()
  await stet.press('ArrowDown')
  await expect(stet.tree.locator(':focus')).toHaveCount(1)
  await stet.press('ControlOrMeta+z')
  await expect(stet.folder('The Salt Road')).toBeVisible()
})

test('what the filter says is what the list shows: going to another list empties the field', async ({
  stet,
  page,
}) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const field = page.getByRole('searchbox', { name: 'Words in title or text' })
  await field.fill('ferryman')
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
  await stet.folder('Essays').click()
  await expect(field).toHaveValue('')
  await field.fill('winter')
  await expect(stet.documents.getByRole('option')).toHaveCount(1)
  await expect(field).toHaveValue('winter')
})

test('a document deleted from its text comes back with Ctrl+Z beside the text that follows, and that text stays', async ({
  stet,
}) => {
  await stet.option('Low water').click()
  await stet.text.press('ControlOrMeta+End')
  await stet.type(' Kept words.')
  await stet.option('The ferryman').click()
  await stet.text.press('ControlOrMeta+End')
  await stet.type(' More.')
  await stet.command('Delete document')
  await expect(stet.option('The ferryman')).toHaveCount(0)
  await expect(stet.text).not.toBeFocused()
  await expect(stet.text).toContainText('Kept words.')
  await stet.press('ControlOrMeta+z')
  await expect(stet.option('The ferryman')).toBeVisible()
  await expect(stet.text).toContainText('More.')
  await stet.option('Low water').click()
  await expect(stet.text).toContainText('Kept words.')
  await stet.text.press('ControlOrMeta+End')
  await stet.type(' Then')
  await stet.press('ControlOrMeta+z')
  await expect(stet.text).not.toContainText('Then')
  await expect(stet.option('The ferryman')).toBeVisible()
})

test('moved, tagged and merged documents are taken back: by the notice, and by Ctrl+Z in the library', async ({
  stet,
  page,
}) => {
  await stet.option('The ferryman').click()
  await stet.option('Low water').click({ modifiers: ['ControlOrMeta'] })
  await stet.option('Low water').dragTo(stet.folder('Letters'))
  await expect(stet.notice).toContainText('Moved 2 documents to “Letters”')
  await expect(stet.documents.getByRole('option')).toHaveCount(4)
  await stet.documents.getByRole('option').first().focus()
  await stet.press('ControlOrMeta+z')
  await expect(stet.documents.getByRole('option')).toHaveCount(6)
  await expect(stet.notice).not.toContainText('Moved 2')

  await stet.option('The ferryman').click()
  await stet.option('The ferryman').dragTo(stet.tags.getByRole('option', { name: 'winter' }))
  await expect(stet.notice).toContainText('Put “winter” on 1 document')
  const own = page.getByRole('list', { name: 'Tags of this document' })
  await expect(own.getByRole('listitem')).toHaveText(['sea', 'winter'])
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(own.getByRole('listitem')).toHaveText(['sea'])
})

test('a new folder far down in a long tree is named where it stands', async ({ app, stet, page }) => {
  await sendNothing(app)
  for (let at = 0; at < 150; at++) await app.ask('folder.create', { name: `Part ${at}`, parentId: null })
  await expect(stet.folder('Part 0')).toBeVisible()
  await stet.text.click()
  await stet.command('New folder')
  const name = page.getByRole('textbox', { name: 'Folder name' })
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport()
  await stet.type('Far down')
  await stet.press('Enter')
  await expect(stet.folder('Far down')).toBeFocused()
})

test('a closed folder counts what it hides, an open one as its list does; that with subfolders is remembered', async ({
  stet,
  page,
}) => {
  const list = page.getByRole('region', { name: 'Document list' })
  const withThem = list.getByRole('button', { name: 'Documents of subfolders' })
  const rows = stet.documents.getByRole('option')
  const salt = stet.folder('The Salt Road')
  /** The tree says as many as the list does. */
  const agree = async (count: number) => {
    await expect(rows).toHaveCount(count)
    await expect(salt.getByText(String(count), { exact: true })).toBeVisible()
    await expect(salt).toHaveAccessibleDescription('0 documents, 6 with its subfolders')
  }
  await salt.focus()
  await stet.press('ArrowLeft')
  await expect(salt).toHaveAttribute('aria-expanded', 'false')
  await expect(salt.getByText('6', { exact: true })).toBeVisible()
  await salt.click()
  await agree(0)
  await list.getByRole('button', { name: /^Show \d+ documents in subfolders$/ }).click()
  await expect(withThem).toHaveAttribute('aria-pressed', 'true')
  await agree(6)
  // Of a folder without subfolders both lists are the same.
  await stet.folder('Chapters').click()
  await expect(rows).toHaveCount(6)
  await expect(withThem).toHaveCount(0)
  await expect.poll(async () => (await settingsOf(stet)).withSubfolders).toBe(true)
  await stet.folder('The Salt Road').click()
  await agree(6)
  await withThem.click()
  await agree(0)
})

test('the line between folders and tags is dragged, moved by keys, and stays where it was put', async ({
  app,
  stet,
  page,
}) => {
  await sendNothing(app)
  for (let n = 0; n < 40; n++) await app.ask('tag.create', { name: `many ${n}` })
  await expect(stet.tags.getByRole('option', { name: 'many 39' })).toBeAttached()
  const line = page.getByRole('separator', { name: 'Height of the tags' })
  const heightOf = async () => Math.round((await stet.tags.boundingBox())!.height)
  const before = await heightOf()
  const box = (await line.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 64, { steps: 4 })
  await page.mouse.up()
  await expect.poll(heightOf).toBe(before - 60)
  await line.focus()
  await stet.press('ArrowUp')
  await expect.poll(heightOf).toBe(before - 44)
  // The tags keep three rows, the folders two.
  await stet.press('Home')
  await expect.poll(heightOf).toBe(84)
  await stet.press('End')
  await expect.poll(async () => (await stet.tree.locator('..').boundingBox())!.height).toBe(56)
  await stet.press('ArrowDown')
  const last = await heightOf()
  await expect.poll(async () => (await settingsOf(stet)).tagsHeight).toBe(last)
})

test('a list of the sidebar has its whole name beside a count of three digits, at the usual width', async ({
  app,
  stet,
}) => {
  const { page } = stet
  const library = await app.ask('library.get', undefined)
  const counts = Object.fromEntries(Object.keys(library.counts).map((name) => [name, 128]))
  app.answerWith('library.get', ok({ ...library, counts }))
  await app.tell('library.changed', { documents: true, gone: false, folders: true, tags: true })
  const list = page.getByRole('navigation', { name: 'Lists' }).getByRole('button', { name: /^Unpublished/ })
  await expect(list).toContainText('128')
  const cut = (element: HTMLElement) =>
    [...element.querySelectorAll('span')].flatMap(({ scrollWidth, clientWidth, textContent }) =>
      scrollWidth > clientWidth ? [`${textContent}: ${clientWidth} of ${scrollWidth}`] : [],
    )
  for (const button of await page.getByRole('navigation', { name: 'Lists' }).getByRole('button').all())
    expect(await button.evaluate(cut)).toEqual([])
})

test('a letter goes from tag to tag, as it goes from folder to folder', async ({ stet }) => {
  await stet.main.ask('tag.create', { name: 'spring' })
  const [sea, spring] = [
    stet.tags.getByRole('option', { name: 'sea' }),
    stet.tags.getByRole('option', { name: 'spring' }),
  ]
  await expect(spring).toBeAttached()
  await sea.focus()
  await stet.press('s')
  await expect(spring).toBeFocused()
})

test('tags in a row of the list are whole or end with an ellipsis', async ({ app, stet, page }) => {
  const tagIds: string[] = []
  for (const name of ['tag-79', 'two words and more', 't'])
    tagIds.push((await app.ask('tag.create', { name })).id)
  const ids = await app.ask('documents.ids', {
    filter: { folderId: 'f-chapters' },
    sort: 'created',
    descending: false,
    offset: 0,
    limit: 100,
  })
  for (const id of ids) await app.ask('document.edit-fields', { id, tagIds, status: 'published' })
  await expect(stet.documents.getByText('tag-79').first()).toBeAttached()
  await page.setViewportSize({ width: 900, height: 600 })
  for (const row of await stet.documents.getByRole('option').all()) {
    const line = (await row.locator('> div').last().boundingBox())!
    for (const chip of await row.locator('[class*=chip]').all()) {
      const box = (await chip.boundingBox())!
      // What does not fit is on a line that is not seen.
      if (box.y >= line.y + line.height) continue
      expect(box.x + box.width).toBeLessThanOrEqual(line.x + line.width)
      const isCut = await chip.evaluate((element) => element.scrollWidth > element.clientWidth)
      if ((await chip.textContent())?.startsWith('Published')) expect(isCut).toBe(false)
      // A few letters and the ellipsis, beside the space at both ends.
      if (isCut) expect(box.width).toBeGreaterThanOrEqual(56)
    }
  }
})

testInOwnContext('the ages of documents in the list go on while nobody touches it', async ({ app, page }) => {
  await page.clock.install({ time: app.clock.now() })
  await page.goto(WINDOW)
  const age = page.getByRole('option', { name: /^The ferryman/ }).locator('time')
  await expect(age).toHaveText('2 min ago')
  await page.clock.runFor(3 * 60_000)
  await expect(age).toHaveText('5 min ago')
})

test('[W22] what was asked about a thing of one library is not answered in another', async ({
  app,
  stet,
  page,
}) => {
  const other = await app.addLibrary('Press', app.openService(1))
  for (const command of ['Move to…', 'Add tag…', 'Go to document…', 'Export…']) {
    await stet.command(command)
    await expect(page.getByRole('dialog')).toBeVisible()
    await app.ask('connection.activate', { id: other })
    await expect(page.getByRole('dialog'), command).toHaveCount(0)
    await expect(stet.option('Page 1')).toBeVisible()
    await app.ask('connection.activate', { id: EMBEDDED_ID })
    await stet.option('The ferryman').click()
  }
  await stet.command('Settings')
  await app.ask('connection.activate', { id: other })
  await expect(stet.option('Page 1')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test('the name of a list has the room that it needs before the number of its documents', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.documents).toBeVisible()
  await sendNothing(app)
  makeDocuments(app, 'Letter', 1_000)
  await page.getByText('All documents', { exact: true }).click()
  await page.setViewportSize({ width: 900, height: 600 })
  const name = page.getByRole('heading', { name: 'All documents' })
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the list of a tag or a folder that was deleted elsewhere says so', async ({ stet, page }) => {
  await stet.tags.getByRole('option', { name: /^winter/ }).click()
  await expect(page.getByRole('heading', { name: 'winter', exact: true })).toBeVisible()
  await stet.main.ask('tag.delete', { id: 't-winter' })
  await expect(page.getByRole('heading', { name: 'Deleted tag', exact: true })).toBeVisible()
  await expect(page.getByText('This tag was deleted.')).toBeVisible()
  await stet.folder('Letters').click()
  await expect(page.getByRole('heading', { name: 'Letters', exact: true })).toBeVisible()
  await stet.main.ask('folder.delete', { id: 'f-letters' })
  await expect(page.getByRole('heading', { name: 'Deleted folder', exact: true })).toBeVisible()
})
