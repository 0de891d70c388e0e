import { expect, test, testInOwnContext } from './stet'

test('a click beside every control leaves the keyboard where it was', async ({ stet, page }) => {
  await stet.text.click()
  await page.getByRole('contentinfo').click({ position: { x: 400, y: 14 } })
  await expect(stet.text).toBeFocused()
})

test('closing a panel by its own button, with the keyboard, leads back to the text', async ({
  stet,
  page,
}) => {
  await stet.press('Control+Shift+F')
  await page.getByRole('button', { name: 'Close search' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('Escape in the search field empties the field, then leads back to the text', async ({ stet, page }) => {
  await stet.press('Control+Shift+F')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.fill('ferryman')
  await stet.press('Escape')
  await expect(field).toHaveValue('')
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
})

test('a control that goes while it has the keyboard gives it to its pane', async ({ stet: { page } }) => {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await sidebar.getByRole('button', { name: 'New folder' }).focus()
  await page.evaluate(() => ((document.activeElement as HTMLElement).style.display = 'none'))
  await expect(sidebar.locator(':focus')).toBeVisible()
})

testInOwnContext(
  'at a start the keyboard waits for the text, in no list in which a key would do something',
  async ({ page }) => {
    await page.addInitScript(() => {
      let memory: typeof window.memory
      Object.defineProperty(window, 'memory', {
        get: () => memory,
        set(made: typeof window.memory) {
          memory = made
          Object.assign(window, { goOn: made.hold('document.open') })
        },
      })
    })
    await page.goto('/memory.html')
    await page.getByRole('option', { name: /^The ferryman/ }).waitFor()
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'))
    await expect.poll(focused).toBe('editor')
    await page.keyboard.press('Delete')
    await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())
    await expect(page.getByRole('textbox', { name: 'Document text', exact: true })).toBeFocused()
    await expect(page.getByRole('treeitem', { name: 'Chapters', exact: true })).toBeVisible()
  },
)

test('the text stands still while a dialog opens and closes over it', async ({ stet, page }) => {
  await stet.text.press('Control+End')
  for (let line = 0; line < 60; line++) await page.keyboard.insertText(`\n\nLine ${line}.`)
  const scroller = page.locator('[data-scroller]')
  const top = () => scroller.evaluate((element) => element.scrollTop)
  await expect.poll(top).toBeGreaterThan(500)
  const before = await top()
  for (const [keys, dialog] of [
    ['Control+Shift+P', 'Commands'],
    ['Control+P', 'Open a document'],
  ] as const) {
    await stet.press(keys)
    await expect(page.getByRole('dialog')).toBeVisible()
    await stet.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(stet.text).toBeFocused()
    expect(await top(), dialog).toBe(before)
  }
})
