import { expect, test, type Stet } from './stet'
import type { Page } from '@playwright/test'

/** Shows what “water” with “seawater” in its place would come to in the library. */
async function findWater(stet: Stet, page: Page) {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('seawater')
  const panel = page.getByRole('region', { name: 'Replace in the library' })
  await expect(panel.getByRole('button', { name: /^Replace \d+ places/ })).toBeEnabled()
  return {
    panel,
    replace: panel.getByRole('button', { name: /^Replace \d+ place/ }),
    places: panel.getByRole('list', { name: 'Places' }).getByRole('checkbox'),
    again: panel.getByRole('button', { name: 'Find again' }),
  }
}

test('what was replaced in the library is said once, with one undo, and nothing is listed until it is asked for', async ({
  stet,
  page,
}) => {
  const { panel, replace, places, again } = await findWater(stet, page)
  await replace.click()
  await expect(panel.getByText(/^Replaced \d+ places in \d+ documents\.$/)).toHaveCount(1)
  await expect(panel.getByRole('button', { name: 'Undo last replace' })).toBeFocused()
  await expect(page.getByText(/Replaced \d+ places/)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /Undo/ })).toHaveCount(1)
  await expect(replace).toHaveCount(0)
  await expect(places).toHaveCount(0)
  await again.click()
  await expect(places.first()).toBeVisible()
  await expect(places.and(page.locator(':checked')), 'none in the words that were put in').toHaveCount(0)
  await expect(again).toHaveCount(0)
})

test('other words, and an undo, list what can be replaced again', async ({ stet, page }) => {
  const { panel, replace, places, again } = await findWater(stet, page)
  await replace.click()
  await expect(again).toBeVisible()
  await expect(places).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Replace with' }).fill('brine')
  await expect(places.first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('seawater')
  await expect(places.first()).toBeVisible()
  await panel.getByRole('button', { name: 'Undo last replace' }).click()
  await expect(stet.notice).toContainText(/^Undone/)
  await expect(places.and(page.locator(':checked')).first()).toBeVisible()
})

test('Tab goes from the words to their replacement, and replacing with nothing says that it deletes', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await stet.press('ControlOrMeta+H')
  await stet.type('water')
  await stet.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Delete \d+ places$/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Replace \d+ place/ })).toHaveCount(0)
  await stet.type('brine')
  await expect(page.getByRole('button', { name: /^Replace \d+ places$/ })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('')
  await page.getByRole('button', { name: /^Delete \d+ places$/ }).click()
  await expect(page.getByText(/^Deleted \d+ places in \d+ documents\.$/)).toBeVisible()
})
