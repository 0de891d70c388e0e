import { problem } from '../../shared/problem'
import fs from 'node:fs'
import path from 'node:path'
import { begin } from './editing'
import { expect, FERRYMAN, test } from './stet'
import { expectNoViolations } from './violations'

const FULL = 'is full, or does not take what is written.'

test('an export that meets a full disk says what is written and what is not, and goes on', async ({
  app,
  stet,
  page,
}) => {
  // Before the documents comes the list of them.
  const room = (documents: number) => void (app.disk.room = app.disk.writes.length + 1 + documents)
  room(3)
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('combobox', { name: 'What' }).selectOption('The whole library as markdown files')
  await dialog.getByRole('button', { name: 'Choose folder…' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(
    /^Stopped\. 3 documents are in .*export\. \d+ documents and \d+ files? are not written yet\.$/,
  )
  await expect(dialog).toContainText(FULL)
  // The button that was pressed is gone; what goes on has the focus.
  await expect(dialog.getByRole('button', { name: 'Resume' })).toBeFocused()
  await expectNoViolations(page)

  // Still full.
  app.disk.room = app.disk.writes.length + 1
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Stopped\. 4 documents/)
  room(Infinity)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('status')).not.toContainText('Stopped')
  await expect(dialog).not.toContainText(FULL)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
})

test('the menus of a folder and of a document export what they are of', async ({ stet, page }) => {
  await stet.option('The ferryman').click()
  await expect(stet.title).toHaveValue('The ferryman')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const what = dialog.getByRole('combobox', { name: 'What' })
  await stet.option('Low water').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await expect(what).toHaveValue('documents')
  await expect(what.locator('option:checked')).toHaveText('The chosen document')
  await stet.press('Escape')

  await stet.folder('Letters').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await expect(what).toHaveValue('folder')
  await expect(what.locator('option:checked')).toHaveText('The folder “Letters” as one file')
})

test('a document is exported by keyboard alone, and what does not come along is said before', async ({
  app,
  stet,
  page,
}) => {
  await begin(stet, 'He had *never* been late.\n\n<!-- mine alone -->\n\n‸')
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const what = dialog.getByRole('combobox', { name: 'What' })
  await expect(what).toBeFocused()
  await expect(what).toHaveValue('documents')
  await expect(dialog.getByRole('status')).toContainText('1 document and 7 words')
  const format = dialog.getByRole('combobox', { name: 'Format' })
  await page.keyboard.press('Tab')
  await expect(format).toBeFocused()
  await expect(format).toHaveValue('docx')
  await page.keyboard.press('End')
  await expect(format).toHaveValue('text')
  await expect(dialog.getByText('1 thing will not come along')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(
    `Written to ${path.join(app.folder, 'The ferryman.txt')}.`,
  )
  const done = dialog.getByRole('button', { name: 'Done' })
  await expect(done).toBeFocused()
  await expect(done).toHaveAccessibleDescription(
    `Written to ${path.join(app.folder, 'The ferryman.txt')}. 1 thing did not come along as it stands in the text`,
  )
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  // The next time it is as it was.
  await stet.command('Export…')
  await expect(format).toHaveValue('text')
  await page.keyboard.press('Escape')
})

test('the first page is shown as it will be, for each form and paper, and runs nothing', async ({
  stet,
  page,
}) => {
  await begin(stet, 'He had *never* been late.\n\n‸')
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const sheet = dialog.getByRole('img', { name: 'The first page as it will be' })
  const shown = page.frameLocator('iframe[title="First page"]')
  await expect(shown.locator('h1.title')).toHaveText('The ferryman')
  await expect(shown.locator('p > em')).toHaveText('never')
  const shape = async () => {
    const { width = 0, height = 1 } = (await sheet.boundingBox()) ?? {}
    return height / width
  }
  await dialog.getByRole('combobox', { name: 'Paper' }).selectOption('A4')
  await expect.poll(shape).toBeGreaterThan(1.38)
  await dialog.getByRole('combobox', { name: 'Paper' }).selectOption('Letter')
  await expect.poll(shape).toBeLessThan(1.32)
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('Plain text')
  await expect(shown.locator('pre')).toContainText('He had never been late.')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
})

test('the room of the first page is kept from the beginning, in the colour of the theme until it is drawn', async ({
  stet,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await stet.option('The ferryman').click()
  const look = await stet.main.hold('document.check-export')
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog.getByRole('status')).toHaveText('Looking through the text…')
  const sheet = dialog.getByRole('img', { name: 'The first page as it will be' })
  const colour = (element: Element) => getComputedStyle(element).backgroundColor
  expect(await sheet.evaluate(colour)).toBe(await dialog.evaluate(colour))
  const button = dialog.getByRole('button', { name: 'Export' })
  const before = await button.boundingBox()
  await look()
  await expect(dialog.getByRole('status')).toContainText('Everything comes along.')
  await expect(page.locator('iframe[title="First page"]')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('the styles of a Word document are taken, kept for the folder, and given up again', async ({
  app,
  stet,
  page,
}) => {
  const styled = path.join(app.folder, 'House.docx')
  app.dialogs.chooseTarget = async () => styled
  await app.ask('document.export', { what: { ids: [FERRYMAN] }, format: 'docx', paper: 'A4' })
  app.dialogs.chooseWord = async () => styled
  await stet.option('The ferryman').click()
  await stet.command('Export…')
  const styles = page.getByRole('combobox', { name: 'Styles' })
  await expect(styles).toHaveValue('own')
  await styles.selectOption('Those of a Word document…')
  await expect(styles.locator('option:checked')).toHaveText('House.docx')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await stet.command('Export…')
  await expect(styles.locator('option:checked')).toHaveText('House.docx')
  await styles.selectOption('Stet’s own')
  await expect(styles).toHaveValue('own')
  await page.getByRole('combobox', { name: 'Format' }).selectOption('PDF')
  await expect(styles).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('margins of a PDF and the cover of a book are chosen, and kept for the folder', async ({
  app,
  stet,
  page,
}) => {
  const picture = path.join(app.folder, 'Sea.png')
  fs.writeFileSync(picture, await page.screenshot())
  app.dialogs.chooseCover = async () => picture
  await stet.option('The ferryman').click()
  await stet.command('Export…')
  const format = page.getByRole('combobox', { name: 'Format' })
  await format.selectOption('PDF')
  const margins = page.getByRole('combobox', { name: 'Margins' })
  await expect(margins).toHaveValue('usual')
  const left = () =>
    page
      .frameLocator('iframe[title="First page"]')
      .locator('main')
      .evaluate((main) => parseFloat(getComputedStyle(main).paddingLeft))
  // 25.9 mm of a sheet of Letter.
  await expect.poll(left).toBe(98)
  await margins.selectOption('Wide')
  await expect.poll(left).toBeGreaterThan(140)
  await format.selectOption('EPUB')
  await expect(margins).toHaveCount(0)
  const cover = page.getByRole('combobox', { name: 'Cover' })
  await expect(cover).toHaveValue('title')
  await cover.selectOption('The first picture')
  await expect(cover).toHaveValue('picture')
  await cover.selectOption('Another picture…')
  await expect(cover.locator('option:checked')).toHaveText('Sea.png')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await stet.command('Export…')
  await expect(cover.locator('option:checked')).toHaveText('Sea.png')
  await cover.selectOption('The first picture')
  await format.selectOption('PDF')
  await expect(margins).toHaveValue('wide')
  await format.selectOption('HTML')
  const shape = page.getByRole('combobox', { name: 'As', exact: true })
  await expect(shape).toHaveValue('page')
  await shape.selectOption('A fragment without title and style')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
})

test(
  'with words chosen in the text the dialog says so, and exports all or these alone',
  { tag: '@first' },
  async ({ stet, page }) => {
    await stet.option('The ferryman').click()
    await stet.text.click()
    await page.keyboard.press('ControlOrMeta+Home')
    await stet.command('Export…')
    const what = page.getByRole('combobox', { name: 'What' })
    const alone = page.getByRole('button', { name: 'Export only what is selected' })
    await expect(what.getByRole('option', { name: 'Only what is selected' })).toHaveCount(0)
    await expect(alone).toHaveCount(0)
    await page.keyboard.press('Escape')
    await stet.text.click()
    await page.keyboard.press('ControlOrMeta+a')
    await stet.command('Export…')
    await expect(what).toHaveValue('documents')
    await expect(what.getByRole('option', { selected: true })).toHaveText('All of “The ferryman”')
    await expect(page.getByRole('dialog', { name: 'Export' })).toContainText(/\d+ words are selected\./)
    await alone.press('Enter')
    await expect(alone).toHaveCount(0)
    await expect(what).toHaveValue('selection')
    await expect(what.getByRole('option', { selected: true })).toHaveText(
      /^Only what is selected, \d+ words$/,
    )
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Written to' })).toBeVisible()
  },
)

test('why an export failed is not said any more once it has succeeded', async ({ stet, page }) => {
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const refuse = (isRefused: boolean) =>
    stet.main.refuse(
      'document.export',
      isRefused ? problem('storage-failed', 'The disk is full.') : undefined,
    )
  await refuse(true)
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The disk is full.')
  await expect(stet.notice).toBeEmpty()
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeFocused()
  await refuse(false)
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'Written to' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('Escape cancels an export as Cancel does, and Export has the focus again', async ({
  app,
  stet,
  page,
}) => {
  const file = path.join(app.folder, 'Cancelled.docx')
  let choose: (file: string | undefined) => void = () => {}
  app.dialogs.chooseTarget = () => new Promise((resolve) => (choose = resolve))
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const button = dialog.getByRole('button', { name: 'Export' })
  await button.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Exporting')
  await app.tell('porting.progressed', { kind: 'export', done: 3, total: 4 })
  await expect(dialog.getByRole('status')).toHaveText('Exporting 3 of 4')
  await app.tell('porting.progressed', { kind: 'export', done: 0, stage: 'lay-out' })
  await expect(dialog.getByRole('status')).toHaveText('Laying out the pages')
  const isCancelled = () => app.given.some(({ name }) => name === 'porting.cancel')
  await page.mouse.click(5, 5)
  expect(isCancelled()).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(isCancelled).toBe(true)
  choose(file)
  await expect(button).toBeFocused()
  expect(fs.existsSync(file)).toBe(false)

  await button.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Exporting')
  choose(undefined)
  await expect(button).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a template or cover that cannot be read is told in the dialog', async ({ app, stet, page }) => {
  const broken = path.join(app.folder, 'Broken.docx')
  fs.writeFileSync(broken, 'no zip')
  app.dialogs.chooseWord = async () => broken
  app.dialogs.chooseCover = async () => broken
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('Word')
  await dialog.getByRole('combobox', { name: 'Styles' }).selectOption('Those of a Word document…')
  await expect(dialog.getByRole('alert')).toHaveText(/^“Broken.docx” is no Word document with styles/)
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('EPUB')
  await dialog.getByRole('combobox', { name: 'Cover' }).selectOption('Another picture…')
  await expect(dialog.getByRole('alert')).toHaveText(/^“Broken.docx” is no picture/)
  await expect(stet.notice).toBeEmpty()
})
