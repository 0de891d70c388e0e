import { expect, test } from './stet'

test('[F15] a click beside every control leaves the keyboard where it was', async ({ stet, page }) => {
  await stet.text.click()
  await page.getByRole('contentinfo').click({ position: { x: 400, y: 14 } })
  await expect(stet.text).toBeFocused()
})

test('[F15] closing a panel by its own button, with the keyboard, leads back to the text', async ({
  stet,
  page,
}) => {
  await stet.press('Control+Shift+F')
  await page.getByRole('button', { name: 'Close search' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('a control that goes while it has the keyboard gives it to its pane', async ({ stet: { page } }) => {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await sidebar.getByRole('button', { name: 'New folder' }).focus()
  await page.evaluate(() => ((document.activeElement as HTMLElement).style.display = 'none'))
  await expect(sidebar.locator(':focus')).toBeVisible()
})
