import { begin, kept, typeElsewhere } from './editing'
import { expect, test, type Stet } from './stet'

const list = ({ page }: Stet) => page.getByRole('listbox', { name: 'Undo steps' })

test('the last steps stand in plain words with their time; one move goes back to before one, and forward again', async ({
  stet,
  page,
}) => {
  await begin(stet, 'The tide.\n\n‸')
  await stet.type('Low water. ')
  await stet.type('High water.')
  await stet.press('ControlOrMeta+Home')
  for (let at = 0; at < 4; at++) await stet.press('Shift+ArrowRight')
  await stet.press('Delete')
  await stet.press('ControlOrMeta+b')
  await kept(stet, (text) => text.startsWith('**tide**'))
  await stet.command('Undo steps…')
  const options = list(stet).getByRole('option')
  await expect(options.nth(0)).toContainText('Made words bold')
  await expect(options.nth(1)).toContainText('Deleted “The”')
  await expect(options.nth(1)).toContainText('Just now')
  await expect(options.nth(2)).toContainText('Typed “High water.”')
  await expect(options.nth(3)).toContainText('Typed “Low water.”')
  await stet.press('ArrowDown')
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await kept(stet, (text) => text === 'The tide.\n\nLow water. ')
  await expect(stet.text).toBeFocused()
  await expect(page.getByText('3 steps undone.')).toBeVisible()
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await kept(stet, (text) => text.startsWith('**tide**'))
  await stet.text.focus()
  await stet.press('ControlOrMeta+z')
  await stet.command('Undo steps…')
  await stet.type('Undone')
  await expect(options).toHaveCount(1)
  await stet.press('Enter')
  await kept(stet, (text) => text.startsWith('**tide**'))
})

test('what is typed after a redo goes on behind what was redone, in words and in cells', async ({ stet }) => {
  for (const [before, choose, words, after] of [
    ['The old sentence stands here.‸', ['ControlOrMeta+a'], 'A new one', 'A new one'],
    ['| a |\n| - |\n| old‸ |', ['Control+Shift+ArrowLeft'], 'new', '| a |\n| - |\n| new |'],
    ['old and old‸', ['ControlOrMeta+Shift+L'], 'new', 'new and new'],
  ] as const)
    for (const redo of ['ControlOrMeta+Shift+z', 'ControlOrMeta+y']) {
      await begin(stet, before)
      for (const key of choose) await stet.press(key)
      await stet.type(words)
      await kept(stet, (text) => text === after)
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === before.replace('‸', ''))
      await stet.press(redo)
      await kept(stet, (text) => text === after)
      await stet.type('er')
      await kept(stet, (text) => text === after.replaceAll(words, `${words}er`))
    }
})

test('words from elsewhere stay where they are when steps are taken back', async ({ stet }) => {
  await begin(stet, 'one‸')
  await stet.type(' two')
  await stet.press('Enter')
  await stet.type('three')
  await typeElsewhere(stet, 0, 'zero ')
  await kept(stet, (text) => text === 'zero one two\nthree')
  await stet.command('Undo steps…')
  await list(stet).getByRole('option', { name: 'Typed “two”' }).click()
  await kept(stet, (text) => text === 'zero one')
})

test('a held key undoes and redoes every step of a long session', async ({ stet, page }) => {
  await begin(stet, '‸')
  const lines = Array.from({ length: 65 }, (_, index) => index % 10)
  for (const line of lines) {
    await stet.type(String(line))
    await stet.press('Enter')
  }
  const written = lines.map((line) => `${line}\n`).join('')
  await kept(stet, (text) => text === written)
  const hold = async (keys: string) => {
    for (let step = 0; step < 2 * lines.length; step++) await page.keyboard.press(keys)
  }
  await hold('ControlOrMeta+z')
  await kept(stet, (text) => text === '')
  await hold('ControlOrMeta+Shift+z')
  await kept(stet, (text) => text === written)
})

test('a text in which nothing was done says so', { tag: '@first' }, async ({ stet, page }) => {
  await stet.option('Low water').click()
  await expect(page).toHaveTitle(/^Low water/)
  await stet.command('Undo steps…')
  await expect(page.getByText('No step can be undone here.')).toBeVisible()
  await stet.press('Escape')
  await stet.text.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Undo steps…' }).click()
  await expect(page.getByText('No step can be undone here.')).toBeVisible()
})

test('a section and a line that were moved are called that', async ({ stet }) => {
  await begin(stet, '# One\n\nfirst\n\n# Two\n\nsecond\n\nthird‸')
  await stet.press('Alt+ArrowUp')
  await stet.press('ControlOrMeta+Home')
  await stet.command('Move section down')
  await kept(stet, (text) => text.startsWith('# Two'))
  await stet.command('Undo steps…')
  await expect(list(stet).getByRole('option').nth(0)).toContainText(/^Moved the section “(One|Two)”/)
  await expect(list(stet).getByRole('option').nth(1)).toContainText(/^Moved /)
})

test('undo and redo bring what they change into view, wherever the cursor is', async ({ stet, page }) => {
  const lines = Array.from({ length: 120 }, (_, index) => `Paragraph ${index} of words.`)
  await begin(stet, `${lines.join('\n\n')}‸`)
  await stet.press('ControlOrMeta+h')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  await panel.getByRole('textbox', { name: 'Find' }).fill('Paragraph 60')
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('Another')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await stet.press('Escape')
  await stet.text.focus()
  for (const [elsewhere, keys, words] of [
    ['ControlOrMeta+Home', 'ControlOrMeta+z', 'Paragraph 60 of words.'],
    ['ControlOrMeta+End', 'ControlOrMeta+Shift+z', 'Another of words.'],
  ] as const) {
    await stet.press(elsewhere)
    await stet.press(keys)
    await expect(page.locator('.cm-line', { hasText: words })).toBeInViewport({ ratio: 1 })
  }
})

test('undo in the title takes back words and no letters, and redo brings them again', async ({
  stet,
  page,
}) => {
  await begin(stet, 'The tide.')
  const before = await stet.title.inputValue()
  await stet.title.click()
  await stet.press('ControlOrMeta+a')
  await stet.type('A title of ')
  // So long a pause ends a step.
  await page.waitForTimeout(600)
  await stet.type('many wosds')
  for (let at = 0; at < 3; at++) await stet.press('Backspace')
  for (const value of ['A title of many wosds', 'A title of ', before]) {
    await stet.press('ControlOrMeta+z')
    await expect(stet.title).toHaveValue(value)
  }
  for (const value of ['A title of ', 'A title of many wosds', 'A title of many wo']) {
    await stet.press('ControlOrMeta+Shift+z')
    await expect(stet.title).toHaveValue(value)
  }
})

test('a title that is emptied stays empty while one is in it, and undo brings it back', async ({ stet }) => {
  const before = await stet.title.inputValue()
  await stet.title.click()
  await stet.press('ControlOrMeta+a')
  await stet.press('Delete')
  // The service has a title that was made of the text by now.
  await kept(stet)
  await expect(stet.option('The tide was an hour late')).toBeVisible()
  await expect(stet.title).toHaveValue('')
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue(before)
  await kept(stet)
  await expect(stet.option(before)).toBeVisible()
  await expect(stet.notice).toBeEmpty()
})

test('what Escape takes back in a title, undo there brings again', async ({ stet }) => {
  const before = await stet.title.inputValue()
  await stet.title.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' and a long new half')
  await stet.press('Escape')
  await expect(stet.title).toHaveValue(before)
  await expect(stet.text).toBeFocused()
  await stet.title.click()
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue(`${before} and a long new half`)
})
