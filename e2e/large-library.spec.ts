import { expect, test, type App } from './app'
import { fillService } from './large-library'
import type { RunningService } from './service'

const SIZE = { documents: 3_000, folders: 300, tags: 80 }

/** A window on a library of that size, with all of it listed by title. */
async function openLarge(
  start: (options: { service: RunningService }) => Promise<App>,
  service: RunningService,
  size = SIZE,
): Promise<App> {
  await fillService(service, size)
  const app = await start({ service })
  await app.page.getByRole('button', { name: /^Drafts/ }).click()
  await expect(app.page.locator('[data-pane="list"] h2 + span')).toHaveText(String(size.documents), {
    timeout: 60_000,
  })
  await app.page.getByRole('button', { name: 'Sort and group' }).click()
  await app.page.getByRole('menuitemradio', { name: 'Title', exact: true }).click()
  await expect(app.documents.getByRole('option', { name: /^Entry 00001/ })).toBeVisible()
  return app
}

test('3,000 documents: a fast wheel, held keys, End, Home, letters and Ctrl+A leave the window whole', async ({
  start,
  service,
}) => {
  test.slow()
  const { page, documents, title } = await openLarge(start, service)
  const row = (n: number) =>
    documents.getByRole('option', { name: new RegExp(`^Entry ${String(n).padStart(5, '0')}`) })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))

  await page.locator('[data-pane="list"] [role=listbox]').hover({ position: { x: 60, y: 120 } })
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 12_000)
  await expect(row(3_000)).toBeVisible()
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, -12_000)
  await expect(row(1)).toBeVisible()

  await row(1).click()
  await expect(title).toHaveValue('Entry 00001')
  await page.keyboard.press('End')
  await expect(row(3_000)).toBeFocused()
  await expect(title).toHaveValue('Entry 03000')
  for (let key = 0; key < 30; key++) await page.keyboard.press('PageUp')
  await expect(documents.locator(':focus')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(row(1)).toBeFocused()
  for (let key = 0; key < 5; key++) await page.keyboard.press('End').then(() => page.keyboard.press('Home'))
  await expect(row(1)).toBeFocused()
  await expect(title).toHaveValue('Entry 00001')

  await page.keyboard.type('entry 01500')
  await expect(row(1_500)).toBeFocused()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('3,000 chosen')).toBeVisible()
  expect(errors).toEqual([])
})

test('all of 1,200 documents are deleted in parts, with what is done in sight, and brought back as one', async ({
  start,
  service,
}) => {
  test.slow()
  const { page, documents } = await openLarge(start, service, { documents: 1_200, folders: 3, tags: 3 })
  await documents.getByRole('option').first().click()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('1,200 chosen')).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Delete 1,200 documents' }).click()
  await expect(page.locator('[data-pane="status"]').getByText(/^Deleting [\d,]+ of 1,200$/)).toBeVisible()
  const said = page.getByRole('status', { name: 'Notice', exact: true })
  await expect(said).toContainText('Deleted 1,200 documents', { timeout: 60_000 })
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-pane="list"] h2 + span')).toHaveText('1200', { timeout: 60_000 })
})
