import type { Page } from '@playwright/test'
import { expect, test } from './stet'

const COUNT = 24

/** So many documents, each in a tab of its own; the last is on screen. */
async function openMany(page: Page): Promise<void> {
  for (let n = 1; n <= COUNT; n++) {
    await page.keyboard.press('Control+n')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
    await page.keyboard.type(`Letter ${n}`)
    await expect(strip(page).getByRole('button', { name: `Letter ${n}`, exact: true })).toBeVisible()
  }
}

const strip = (page: Page) => page.getByRole('navigation', { name: 'Open documents' })

test('24 tabs scroll beside the buttons; the active one is always in sight, and all are in a list', async ({
  stet,
  page,
}) => {
  await openMany(page)
  const tabStrip = strip(page)
  const active = tabStrip.locator('[data-active]')
  const inSight = async () => {
    const [tab, bar] = [await active.boundingBox(), await tabStrip.boundingBox()]
    if (tab === null || bar === null) return false
    return tab.x >= bar.x - 1 && tab.x + tab.width <= bar.x + bar.width + 1 && tab.width >= 90
  }
  await expect.poll(inSight).toBe(true)
  await page.setViewportSize({ width: 900, height: 600 })
  await expect.poll(inSight).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (let step = 0; step < 8; step++) await stet.press('Control+Tab')
  await expect.poll(inSight).toBe(true)

  const list = page.getByRole('button', { name: 'All open documents' })
  await expect(list).toBeVisible()
  await list.click()
  await page.getByRole('menuitem', { name: 'Letter 7', exact: true }).click()
  await expect(stet.title).toHaveValue('Letter 7')
  await expect(stet.text).toBeFocused()
  await expect.poll(inSight).toBe(true)

  const tabs = tabStrip.getByRole('button', { name: /^Letter/ })
  const before = await tabs.count()
  await active.locator('button').first().click({ button: 'middle' })
  await expect(tabs).toHaveCount(before - 1)
  await expect(stet.text).toBeFocused()
  await stet.press('Control+Shift+T')
  await expect(stet.title).toHaveValue('Letter 7')
  await expect(stet.text).toBeFocused()
})
