import { typeElsewhere } from './editing'
import { makeClash, putIntoConflict, readInPart } from './scenes'
import { expect, FERRYMAN, test } from './stet'

test('the palette takes the focus, finds by parts of a name, and says why not', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+P')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await stet.type('publ')
  const options = palette.getByRole('option')
  await expect(options.first()).toContainText('Publish…')
  const unpublish = palette.getByRole('option', { name: /^Unpublish/ })
  await expect(unpublish).toHaveAttribute('aria-disabled', 'true')
  await expect(unpublish).toContainText('this document is a draft')
  await stet.press('Escape')
  await expect(palette).toHaveCount(0)
})

test('every command that others rely on is there by its name', { tag: '@first' }, async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+P')
  await stet.press('ArrowDown')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  for (const name of [
    'Move to…',
    'Add tag…',
    'Delete document',
    'New document',
    'Show history',
    'Show outbox',
    'Publish…',
  ])
    await expect(palette.getByRole('option', { name: new RegExp(`^${name}`) })).toBeAttached()
})

test('commands that are not in sight are drawn once the list is walked or scrolled through', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+P')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const list = palette.getByRole('listbox')
  const options = palette.getByRole('option')
  await expect(options).toHaveCount(30)
  const count = Number(await options.first().getAttribute('aria-setsize'))
  const height = await list.evaluate((element) => element.scrollHeight)
  await stet.press('ArrowUp')
  await expect(options).toHaveCount(count)
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(options.last()).toBeInViewport({ ratio: 1 })
  await expect(options.last()).toHaveAttribute('aria-posinset', `${count}`)
  expect(await list.evaluate((element) => element.scrollHeight)).toBe(height)

  await stet.press('Escape')
  await stet.press('ControlOrMeta+Shift+P')
  await expect(options).toHaveCount(30)
  await list.hover()
  await page.mouse.wheel(0, 100_000)
  await expect(options).toHaveCount(count)
  await expect(options.last()).toBeInViewport({ ratio: 1 })
})

test('Move to… asks for the folder, Enter takes the first', async ({ stet, page }) => {
  await stet.command('Move to…')
  const field = page.getByRole('dialog', { name: 'Move to' }).getByRole('combobox')
  await expect(field).toBeFocused()
  await stet.type('ess')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('Moved to “Essays”')
  await expect(page.getByRole('button', { name: /^Folder: Essays/ })).toBeVisible()
})

test('a tag that does not exist yet is made by adding it', async ({ stet, page }) => {
  await stet.command('Add tag…')
  await expect(page.getByRole('dialog', { name: 'Add tag' })).toBeVisible()
  await stet.type('ferry')
  await page.getByRole('option', { name: 'New tag “ferry”' }).click()
  await expect(page.getByRole('list', { name: 'Tags of this document' })).toContainText('ferry')
})

test('go to document: recent first, part of a title, Enter opens it in the text', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+p')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('The ferryman')
  await stet.type('winter')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('On winter light')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('On winter light')
  await expect(stet.text).toBeFocused()
})

test('Delete document deletes what is chosen', async ({ stet }) => {
  await stet.command('Delete document')
  await expect(stet.option('The ferryman')).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toBeFocused()
})

test('the focus goes on in the text where one was closed, and beside it where one was deleted', async ({
  stet,
  page,
}) => {
  for (const title of ['Low water', 'A house with nine doors', 'What the salt kept']) {
    await stet.option(title).dblclick()
    await expect(stet.title).toHaveValue(title)
  }
  await stet.text.click()
  await stet.command('Delete document')
  await expect(stet.title).toHaveValue('A house with nine doors')
  await expect(page.locator('[data-pane="editor"]')).toBeFocused()
  await stet.command('Close tab')
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
})

test('the keys of a command are its own in fields and lists that take Enter', async ({ stet, page }) => {
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  await stet.text.click()
  await stet.press('ControlOrMeta+Shift+f')
  await page.getByRole('searchbox', { name: 'Search' }).fill('winter')
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
  for (const place of [
    page.getByRole('searchbox', { name: 'Search' }),
    page.getByRole('listbox', { name: 'Results' }).getByRole('option').first(),
    stet.folder('Chapters'),
    stet.option('The ferryman'),
    stet.title,
  ]) {
    await place.focus()
    await stet.press('ControlOrMeta+Shift+Enter')
    await expect(sheet).toBeVisible()
    await stet.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(stet.title).toHaveValue('The ferryman')
  }
})

test('what was just done is said at once, F6 reaches its Undo, and the focus comes back', async ({
  stet,
  page,
}) => {
  await stet.command('Move to…')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0)
  await expect(page.locator('input:focus')).toBeVisible()
  await stet.type('ess')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('Moved to “Essays”')
  await stet.main.tell('notice.raised', { id: 'n1', tone: 'info', text: 'Something happened elsewhere.' })
  await stet.option('A house with nine doors').focus()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Deleted “A house with nine doors”', { timeout: 3_000 })
  await expect(stet.option('What the salt kept')).toBeFocused()
  await stet.press('F6')
  await stet.press('F6')
  const undo = stet.notice.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await stet.press('Enter')
  await expect(stet.option('A house with nine doors')).toBeVisible()
  await expect(stet.text).toBeFocused()
  await expect(stet.notice).toHaveText('Something happened elsewhere.')
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('“Check for changes” says what it came to', async ({ app, stet, page }) => {
    await stet.command('Check for changes')
    await expect(stet.notice).toHaveText('Nothing new.')
    await putIntoConflict({ app, stet })
    await app.ask('outbox.pause', { paused: true })
    await typeElsewhere(stet, 'end', 'More.', 'd-low')
    await app.ask('document.save', { id: 'd-low', reason: 'key' })
    await expect(stet.connection).toHaveText('Paused')
    await stet.command('Check for changes')
    await expect(stet.notice).toHaveText(
      'Nothing new on the service. 1 change waits for your decision, and 1 change is not sent yet.',
    )
    app.faults.offline(true)
    await app.hear()
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(stet.notice).toContainText('cannot be read now')
  })
})

test('Help lists every command that has keys, in groups, also keys of the writer’s own', async ({
  stet,
  page,
}) => {
  await stet.main.ask('settings.set', { shortcuts: { files: 'Mod+Alt+F' } })
  await stet.command('Help')
  const help = page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })
  const group = (name: string) => help.getByRole('region', { name, exact: true })
  await expect(help.getByRole('heading', { level: 3 })).toHaveText([
    ...['Documents', 'Finding', 'Writing', 'Editing', 'Window', 'Reading', 'Saving and history', 'Stet'],
  ])
  await expect(group('Finding').locator('dt')).toContainText(['Next found passage', 'Previous found passage'])
  await expect(group('Documents')).toContainText('Show filesCtrlAltF')
  await expect(help.getByLabel('Commands and their keys')).toBeFocused()
})

test('a setting that has no command is found by its name and by other words, and leads to its line', async ({
  stet,
  page,
}) => {
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const settings = page.getByRole('dialog', { name: 'Settings' })
  for (const [word, label] of [
    ['vim', 'Keys of the text'],
    ['emacs', 'Keys of the text'],
    ['typeface', 'Text font'],
    ['abbreviations', 'Snippets'],
  ] as const) {
    await stet.press('ControlOrMeta+Shift+p')
    await palette.getByRole('combobox').fill(word)
    await expect(palette.getByRole('option').first()).toHaveText(`Settings: ${label}`)
    await stet.press('Escape')
  }
  await stet.press('ControlOrMeta+Shift+p')
  await palette.getByRole('combobox').fill('settings: ')
  const names = await palette
    .getByRole('option')
    .filter({ hasText: /^Settings: / })
    .allTextContents()
  expect(names.length).toBeGreaterThan(10)
  await stet.press('Enter')
  // Each of them asks the settings for its label.
  const sought = settings.getByRole('searchbox')
  await expect(sought).toHaveValue(names[0]?.replace('Settings: ', '') ?? '')
  for (const name of names) {
    const label = name.replace('Settings: ', '')
    await sought.fill(label)
    const found = settings.getByRole('region', { name: 'Found settings' })
    await expect(found.getByText(label).first()).toBeVisible()
  }
})

test('publishing says what it does, and does it', async ({ stet, page }) => {
  await stet.command('Publish…')
  await page
    .getByRole('dialog', { name: 'Publish' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click()
  await expect(page.getByRole('button', { name: 'Status: Published' })).toBeVisible()
})

test('what the system’s menu asks for is done', async ({ stet, page }) => {
  await stet.main.tell('command.requested', { name: 'Settings' })
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await stet.press('Escape')
  await stet.main.tell('command.requested', { name: 'New document' })
  await expect(stet.title).toHaveValue('')
})

test('the theme changes the page at once', async ({ stet, page }) => {
  await stet.command('Theme: dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('main')).toHaveCSS('background-color', 'rgb(28, 27, 25)')
})

test('Ctrl+P and Enter lead back to the document opened before; a title that is missing can be created', async ({
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  for (const title of ['The ferryman', 'Low water']) {
    await stet.press('ControlOrMeta+P')
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(title)
    await stet.press('Enter')
    await expect(stet.title).toHaveValue(title)
  }
  await stet.press('ControlOrMeta+P')
  await stet.type('A quokka diary')
  await page.getByRole('option', { name: 'Create “A quokka diary”' }).click()
  await expect(stet.title).toHaveValue('A quokka diary')
})

test('until the library was read, a title that has not come makes no second document', async ({
  app,
  stet,
  page,
}) => {
  await readInPart(app, 20, 0)
  await stet.press('ControlOrMeta+P')
  await stet.type('A quokka diary')
  const palette = page.getByRole('dialog', { name: 'Go to document' })
  await expect(palette).toContainText('No title matches so far. The library was not read to its end yet.')
  await stet.press('Enter')
  await expect(palette).toBeVisible()
  app.faults.clear()
  // The request without an answer ends.
  app.clock.pass(60_000)
  await app.hear()
  // Enter has waited for the end.
  await expect(stet.title).toHaveValue('A quokka diary')
})

test('formatting, the size of the text and the count of words are commands; toggles say what they are', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.command('Heading 2')
  await expect(stet.text).toBeFocused()
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^## \w/)
  await stet.press('ControlOrMeta+Z')
  const size = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--text-size'))
  await stet.command('Text size: larger')
  await expect.poll(size).toBe('19px')
  await stet.command('Text size: usual')
  await expect.poll(size).toBe('18px')
  await stet.command('Word count')
  await expect(stet.notice).toHaveText(/^\d+ words in this document/)

  const typewriter = page.getByRole('option', { name: /^Toggle typewriter scrolling/ })
  for (const state of ['Off', 'On']) {
    await stet.press('ControlOrMeta+Shift+P')
    await stet.type('typewriter')
    await expect(typewriter).toContainText(state)
    await typewriter.click()
  }
})

test('Delete folder is about the folder whose documents are listed', async ({ stet, page }) => {
  await stet.folder('Essays').click()
  await stet.command('Delete folder')
  await expect(stet.notice).toContainText('Deleted the folder “Essays”')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.folder('Essays')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Enter in a hurry waits for the titles of what was typed', async ({ stet, page }) => {
  const palette = page.getByRole('dialog', { name: 'Go to document' })
  await stet.press('ControlOrMeta+p')
  await stet.type('winter')
  await expect(palette.getByRole('option').first()).toContainText('On winter light')
  const letGo = await stet.main.hold('documents.find')
  await palette.getByRole('combobox').fill('low')
  await stet.press('Enter')
  await expect(palette).toBeVisible()
  await expect(palette.getByRole('combobox')).toHaveValue('low')
  await letGo()
  await expect(stet.title).toHaveValue('Low water')
  await expect(palette).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('a pointer at rest chooses nothing; one that moves does', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+P')
  const options = page.getByRole('dialog', { name: 'Commands' }).getByRole('option')
  await expect(options.nth(2)).toBeVisible()
  const { x, y, width, height } = (await options.nth(2).boundingBox())!
  const [atX, atY] = [x + width / 2, y + height / 2]
  await page.mouse.move(atX, atY)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.mouse.move(atX, atY)
  await page.mouse.move(atX + 1, atY)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.mouse.move(atX + 10, atY)
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true')
})

test('the sign of a document stands before the one command that opens documents', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+P')
  const commands = page.getByRole('dialog', { name: 'Commands' }).getByRole('option')
  await stet.press('ArrowDown')
  await expect(commands.filter({ has: page.locator('svg.lucide-file-text') })).toHaveText([
    /^Go to document…/,
  ])
  await expect(commands.filter({ has: page.locator('svg') })).toHaveCount(await commands.count())
  await expect(commands.filter({ hasText: /^Zoom in/ }).locator('svg.lucide-zoom-in')).toBeVisible()
})

test('what is covered by another screen takes no command, and what is seen does', async ({ stet, page }) => {
  await stet.text.click()
  await stet.command('Show recovered texts')
  await expect(page.getByRole('heading', { name: 'Recovered texts', level: 1 })).toBeAttached()
  await stet.press('ControlOrMeta+Shift+P')
  await stet.press('ArrowDown')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const said = (name: string) => palette.getByRole('option', { name: new RegExp(`^${name}`) }).first()
  for (const name of ['Word count', 'Add tag…', 'Move to…', 'Rename', 'Delete document', 'Bold', 'Copy'])
    await expect(said(name)).toContainText('recovered texts are on screen')
  for (const name of ['Show outline', 'New document', 'Save now'])
    await expect(said(name)).not.toContainText('recovered texts are on screen')
  await stet.press('Escape')
  await stet.command('Next tab')
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
})

test('no command changes a text that is covered by its conflict or by another version', async ({
  app,
  stet,
  page,
}) => {
  const bold = page.getByRole('dialog', { name: 'Commands' }).getByRole('option', { name: /^Bold/ })
  await stet.press('ControlOrMeta+Shift+H')
  await page.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
  await expect(page.getByRole('region', { name: 'Version', exact: true })).toBeVisible()
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('bold')
  await expect(bold).toContainText('another version of the text is on screen')
  await stet.press('Escape')
  await stet.press('ControlOrMeta+Shift+H')
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('bold')
  await expect(bold).not.toContainText('on screen')
  await stet.press('Escape')
  await makeClash({ app, stet }, FERRYMAN, { base: 'One.\n', mine: 'Two.\n', theirs: 'Three.\n' })
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('bold')
  await expect(bold).toContainText('the conflict in this document is on screen')
})
