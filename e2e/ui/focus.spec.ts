import type { Locator } from '@playwright/test'
import { begin, documentOf, kept, openByName } from './editing'
import { WINDOW } from './site'
import { expect, FERRYMAN, test, type Stet } from './stet'

test('a click beside every control leaves the keyboard where it was', async ({ stet, page }) => {
  await stet.text.click()
  await page.getByRole('contentinfo').click({ position: { x: 400, y: 14 } })
  await expect(stet.text).toBeFocused()
})

test('a button that is pressed by mouse leaves the keyboard in the text', async ({ stet, page }) => {
  const header = page.getByRole('banner')
  const buttons = ['Sidebar', 'Outline', 'History', 'Outbox'].map((name) =>
    header.getByRole('button', { name, exact: true }),
  )
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  for (const button of [...buttons, page.getByRole('button', { name: /^Drafts/ })])
    for (const word of [' on', ' off']) {
      const before = await stet.keptText(FERRYMAN)
      if (await button.isVisible()) await button.click()
      await stet.type(word)
      await expect(stet.text).toBeFocused()
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before + word)
    }
})

test('a button of the other side, pressed by mouse, brings the keyboard into that side', async ({
  stet,
  page,
}) => {
  await stet.option('Low water').click({ modifiers: ['Alt'] })
  const right = page.getByRole('region', { name: 'Right side' })
  const text = (side: Locator) => side.getByRole('textbox', { name: 'Document text', exact: true })
  await expect(text(right)).toBeFocused()
  const left = page.getByRole('region', { name: 'Left side' })
  await left
    .getByRole('button', { name: /^Remove the tag/ })
    .first()
    .click()
  await expect(text(left)).toBeFocused()
  await expect(left).toHaveAttribute('aria-current', 'true')
})

test('closing a panel by its own button, with the keyboard, leads back to the text', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Close search' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('Escape in the search field empties the field, then leads back to the text', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.fill('ferryman')
  await stet.press('Escape')
  await expect(field).toHaveValue('')
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
})

test('a control that goes while it has the keyboard gives it to its pane, also while words are chosen in the text', async ({
  stet: { page, text },
}) => {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  for (const name of ['New folder', 'New tag']) {
    await sidebar.getByRole('button', { name }).focus()
    await page.evaluate(() => ((document.activeElement as HTMLElement).style.display = 'none'))
    await expect(sidebar.locator(':focus')).toBeVisible()
    await text.locator('.cm-line').first().dblclick()
    await expect.poll(() => page.evaluate(() => getSelection()?.isCollapsed)).toBe(false)
  }
})

test('at a start the keyboard waits for the text, in no list in which a key would do something', async ({
  app,
  page,
}) => {
  const goOn = app.hold('document.open')
  await page.goto(WINDOW)
  await page.getByRole('option', { name: /^The ferryman/ }).waitFor()
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'))
  await expect.poll(focused).toBe('editor')
  await page.keyboard.press('Delete')
  goOn()
  await expect(page.getByRole('textbox', { name: 'Document text', exact: true })).toBeFocused()
  await expect(page.getByRole('treeitem', { name: 'Chapters', exact: true })).toBeVisible()
})

for (const key of ['Tab', 'Enter'])
  test(`${key} goes from the title into the text, and no key of the words opens anything`, async ({
    stet,
    page,
  }) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toBeFocused()
    await stet.type('What the mill ground')
    await stet.press(key)
    await stet.type('Corn, and once a letter')
    await expect(stet.text).toHaveText('Corn, and once a letter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(stet.title).toHaveValue('What the mill ground')
  })

test('folder, tags and status are before the title by Tab, and after all of it comes the text', async ({
  stet,
  page,
}) => {
  const names: (string | null | undefined)[] = []
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('aria-label') ?? at?.textContent
    })
  await stet.title.focus()
  for (const keys of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await stet.press(keys)
    names.push(await focused())
  }
  expect(names).toEqual([
    'Add tag…',
    'Status: Draft',
    'Remove the tag sea',
    'Folder: The Salt Road / Chapters. Move to…',
  ])
  for (const _ of names) await stet.press('Tab')
  await expect(stet.title).toBeFocused()
  await stet.press('Tab')
  await expect(stet.text).toBeFocused()
})

test('a text that comes back has its cursor where it was, also after a slow click', async ({
  stet,
  page,
}) => {
  await begin(stet, 'One two.\n\nThree four.')
  await stet.press('ControlOrMeta+End')
  const onTheText = () => stet.text.evaluate((element) => element === document.activeElement)
  const ways = {
    'by Alt+Left': () => stet.press('Alt+ArrowLeft'),
    async 'by the list and Tab'() {
      await stet.option('The ferryman').click()
      await stet.title.focus()
      while (!(await onTheText())) await stet.press('Tab')
    },
  }
  for (const [way, back] of Object.entries(ways))
    await test.step(way, async () => {
      await stet.option('Low water').hover()
      await page.mouse.down()
      // A hand holds a button down for a tenth of a second or more: CodeMirror has looked at its selection by then.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
      await page.mouse.up()
      await expect(stet.title).toHaveValue('Low water')
      await back()
      await expect(stet.text).toBeFocused()
      await stet.type('!')
    })
  await expect.poll(() => kept(stet)).toBe('One two.\n\nThree four.!!')
})

test('the text stands still while a dialog opens and closes over it', async ({ stet, page }) => {
  await stet.text.press('ControlOrMeta+End')
  for (let line = 0; line < 60; line++) await page.keyboard.insertText(`\n\nLine ${line}.`)
  const scroller = page.locator('[data-scroller]')
  const top = () => scroller.evaluate((element) => element.scrollTop)
  await expect.poll(top).toBeGreaterThan(500)
  const before = await top()
  for (const [keys, dialog] of [
    ['ControlOrMeta+Shift+P', 'Commands'],
    ['ControlOrMeta+P', 'Open a document'],
  ] as const) {
    await stet.press(keys)
    await expect(page.getByRole('dialog')).toBeVisible()
    await stet.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(stet.text).toBeFocused()
    expect(await top(), dialog).toBe(before)
  }
})

test('a command goes into its panel, and Escape leads back to the same place of the text', async ({
  stet,
  page,
}) => {
  for (const [command, panel] of [
    ['Show outline', 'Outline'],
    ['Show history', 'History'],
    ['Show outbox', 'Outbox'],
    ['Show links to this document', 'Links'],
    ['Show related passages', 'Related'],
    ['Show files', 'Files'],
    ['Search the library', 'Search'],
    ['Where did that sentence go?', 'History'],
    ['History of the selected passage', 'History'],
  ] as const)
    await test.step(`“${command}” goes into the panel, and Escape leads back to the same place of the text`, async () => {
      await begin(stet, '# One\n\nwords and ‸others\n\n# Two')
      // A version that is saved later would come into the history under the key.
      await stet.main.pass(5_000)
      await expect(stet.saveStatus).toHaveText('Saved')
      await stet.press('ControlOrMeta+Shift+P')
      await stet.type(command)
      await stet.press('Enter')
      const frame = page.getByRole('region', { name: panel, exact: true })
      await expect(frame).toBeVisible()
      await expect(frame.locator(':focus').or(page.locator('section:focus'))).toHaveCount(1)
      await expect(stet.text).not.toBeFocused()
      await stet.press('Escape')
      await expect(stet.text).toBeFocused()
      await expect(frame).toBeVisible()
      await stet.type('x')
      await kept(stet, (text) => text === '# One\n\nwords and xothers\n\n# Two')
      await frame
        .getByRole('button', { name: /^Close/ })
        .first()
        .click()
      await expect(frame).toHaveCount(0)
    })
})

test('the keys of a panel go into it, and the same keys close it and lead back to the text', async ({
  stet,
  page,
}) => {
  await begin(stet, '# One\n\nwords‸\n\n# Two')
  await stet.command('Show outline')
  await expect(page.getByRole('treeitem', { name: 'One' })).toBeFocused()
  await stet.press('ArrowDown')
  await stet.command('Show outline')
  await expect(page.getByRole('region', { name: 'Outline' })).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await stet.type('!')
  await kept(stet, (text) => text === '# One\n\nwords!\n\n# Two')
})

test('“Show drafts” goes into the list, also where that was closed', { tag: '@first' }, async ({ stet }) => {
  await stet.command('Show drafts')
  await expect(stet.documents.locator(':focus')).toHaveCount(1)
  await stet.command('Toggle document list')
  await expect(stet.documents).toHaveCount(0)
  await stet.text.focus()
  await stet.command('Show published')
  await expect(stet.documents.locator(':focus')).toHaveCount(1)
})

/** Shows a text with links as it is read, and leaves the keyboard in the folders. */
async function readWithLinks(stet: Stet) {
  const { page } = stet
  await documentOf(stet, 'Links', 'See [[Low water]] and [[Low wate]].\n\nPlain words.')
  await openByName(stet, 'Links')
  await stet.press('ControlOrMeta+Shift+E')
  const frame = page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')
  await expect(frame.getByText('Plain words.')).toBeVisible()
  await stet.folder('Chapters').click()
  await expect(stet.folder('Chapters')).toBeFocused()
  return frame
}

test('a link pressed in the reading view leads into the text of its document, and no key to the folders', async ({
  stet,
  page,
}) => {
  const frame = await readWithLinks(stet)
  const open = await stet.main.hold('document.open')
  await frame.getByRole('link', { name: 'Low water' }).click()
  await expect(page.getByRole('tab', { name: 'Low water' })).toHaveAttribute('aria-selected', 'true')
  await stet.press('Delete')
  await open()
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
  await expect(stet.folder('Chapters')).toBeVisible()
})

test('the nearest title that a dead link offers leads into that text as well', async ({ stet }) => {
  const frame = await readWithLinks(stet)
  await frame.getByRole('link', { name: 'Low wate', exact: true }).click()
  await stet.notice.getByRole('button', { name: 'Open “Low water”' }).click()
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
})

test('a press in the reading view goes there: the next command is about what is read', async ({
  stet,
  page,
}) => {
  const frame = await readWithLinks(stet)
  await stet.option('Low water').click({ modifiers: ['ControlOrMeta'] })
  await frame.getByText('Plain words.').click()
  await stet.command('Delete document')
  await expect(page.getByRole('tab', { name: 'Links' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(stet.option('Low water')).toBeVisible()
})

test('a menu of a button gives the keyboard back to the text where the mouse opened it, by keys to its button', async ({
  stet,
  page,
}) => {
  await begin(stet, 'One.‸')
  const buttons = [
    page.getByRole('button', { name: 'More', exact: true }),
    page.getByRole('button', { name: 'Sort and group' }),
    page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first(),
  ]
  for (const button of buttons) {
    await button.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await stet.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(stet.text).toBeFocused()
    await button.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await button.click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(stet.text).toBeFocused()
    await stet.type('!')
  }
  for (const button of buttons) {
    await button.focus()
    await stet.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await stet.press('Escape')
    await expect(button).toBeFocused()
  }
  await buttons[0]!.click()
  await stet.title.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(stet.title).toBeFocused()
  await kept(stet, (text) => text === 'One.!!!')
})

for (const [button, name] of [
  ['Settings', 'Settings'],
  ['Add tag…', 'Add tag'],
  ['Status: Draft', 'Publish'],
  ['Folder: The Salt Road / Chapters. Move to…', 'Move to'],
] as const)
  test(`the dialog “${name}” gives the keyboard back to the text where the mouse opened it, by keys to its button`, async ({
    stet,
    page,
  }) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+End')
    const opener = page.getByRole('button', { name: button, exact: true })
    const dialog = page.getByRole('dialog', { name })
    await opener.click()
    await expect(dialog).toBeVisible()
    await stet.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(stet.text).toBeFocused()
    await stet.type(' and on')
    await expect(stet.text).toContainText('and on')
    await opener.press('Enter')
    await expect(dialog).toBeVisible()
    await stet.press('Escape')
    await expect(opener).toBeFocused()
  })

test('Escape leaves the empty field of the filter for where the keyboard was', async ({ stet, page }) => {
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const words = page.getByRole('searchbox', { name: 'Words in title or text' })
  await stet.text.click()
  await filter.click()
  await expect(words).toBeFocused()
  await stet.type('low')
  await stet.press('Escape')
  await expect(words).toHaveValue('')
  await expect(words).toBeFocused()
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
  await stet.option('The ferryman').focus()
  await words.click()
  await stet.press('Escape')
  await expect(stet.option('The ferryman')).toBeFocused()
  await filter.press('Enter')
  await filter.press('Enter')
  await expect(words).toBeFocused()
  await stet.press('Escape')
  await expect(filter).toBeFocused()
})

test('where no text is open, Ctrl+Z takes back what was deleted, wherever the keyboard is', async ({
  stet,
  page,
}) => {
  await page.getByRole('button', { name: /^All documents/ }).click()
  await stet.option('The ferryman').click()
  await stet.documents.focus()
  await stet.press('ControlOrMeta+a')
  const all = await stet.documents.getByRole('option').count()
  await stet.press('Delete')
  await expect(stet.documents.getByRole('option')).toHaveCount(0)
  await page.getByText('Pick a document').click()
  await stet.press('ControlOrMeta+z')
  await expect(stet.documents.getByRole('option')).toHaveCount(all)
})

test('Ctrl+Z on a button takes back what was deleted while the notice of that is shown', async ({
  stet,
  page,
}) => {
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: /^Delete document/ }).click()
  await expect(stet.notice).toContainText('Deleted “The ferryman”')
  await more.focus()
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue('The ferryman')
})
