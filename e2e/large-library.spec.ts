import { expect, test } from './app'
import { fillService } from './large-library'

const SIZE = { documents: 1_200, folders: 100, tags: 30 }

test('1,200 documents: a fast wheel, held keys, End, Home, letters and Ctrl+A leave the window whole; all are deleted in parts, with what is done in sight, and brought back as one', async ({
  start,
  service,
}) => {
  test.slow()
  await fillService(service, SIZE)
  const { page, documents, title } = await start({ service })
  await page.getByRole('button', { name: /^Drafts/ }).click()
  const count = page.locator('[data-pane="list"] h2 + span')
  await expect(count).toHaveText('1,200')
  await page.getByRole('button', { name: 'Sort and group' }).click()
  await page.getByRole('menuitemradio', { name: 'Title', exact: true }).click()
  const row = (n: number) =>
    documents.getByRole('option', { name: new RegExp(`^Entry ${String(n).padStart(5, '0')}`) })
  await expect(row(1)).toBeVisible()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))

  await page.locator('[data-pane="list"] [role=listbox]').hover({ position: { x: 60, y: 120 } })
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 12_000)
  await expect(row(1_200)).toBeVisible()
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, -12_000)
  await expect(row(1)).toBeVisible()

  await row(1).click()
  await expect(title).toHaveValue('Entry 00001')
  await page.keyboard.press('End')
  await expect(row(1_200)).toBeFocused()
  await expect(title).toHaveValue('Entry 01200')
  for (let key = 0; key < 30; key++) await page.keyboard.press('PageUp')
  await expect(documents.locator(':focus')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(row(1)).toBeFocused()
  for (let key = 0; key < 5; key++) await page.keyboard.press('End').then(() => page.keyboard.press('Home'))
  await expect(row(1)).toBeFocused()
  await expect(title).toHaveValue('Entry 00001')

  await page.keyboard.type('entry 00600')
  await expect(row(600)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('1,200 chosen')).toBeVisible()

  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Delete 1,200 documents' }).click()
  await expect(page.locator('[data-pane="status"]').getByText(/^Deleting [\d,]+ of 1,200$/)).toBeVisible()
  const said = page.getByRole('status', { name: 'Notice', exact: true })
  await expect(said).toContainText('Deleted 1,200 documents')
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(count).toHaveText('1,200')
  expect(errors).toEqual([])
})
