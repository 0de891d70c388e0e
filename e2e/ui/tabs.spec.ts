import { begin, documentOf, idsOf } from './editing'
import type { Page } from '@playwright/test'
import { expect, test } from './stet'
import { expectNoViolations } from './violations'

const COUNT = 24

/** So many documents, each in a tab of its own; the last is on screen. */
async function openMany(page: Page): Promise<void> {
  for (let n = 1; n <= COUNT; n++) {
    await page.keyboard.press('ControlOrMeta+n')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
    await page.keyboard.type(`Letter ${n}`)
    await expect(tabOf(page, `Letter ${n}`)).toBeVisible()
  }
}

const strip = (page: Page) => page.getByRole('tablist', { name: 'Open documents' })
const tabOf = (page: Page, name: string) => strip(page).getByRole('tab', { name, exact: true })

test('the bar of tabs is one stop: arrows go from tab to tab, Enter shows, Delete closes', async ({
  stet,
  page,
}) => {
  for (const name of ['One', 'Two', 'Three']) {
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toBeFocused()
    await stet.type(name)
    await expect(tabOf(page, name)).toHaveAttribute('aria-selected', 'true')
  }
  await page.getByRole('button', { name: 'Sidebar', exact: true }).focus()
  await stet.press('Tab')
  await expect(tabOf(page, 'Three')).toBeFocused()
  await stet.press('Tab')
  await expect(strip(page).locator(':focus')).toHaveCount(0)
  await stet.press('Shift+Tab')
  await expect(tabOf(page, 'Three')).toBeFocused()
  await stet.press('ArrowRight')
  await expect(tabOf(page, 'The ferryman')).toBeFocused()
  await stet.press('ArrowLeft')
  await stet.press('ArrowLeft')
  await expect(tabOf(page, 'Two')).toBeFocused()
  await expect(stet.title).toHaveValue('Three')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('Two')
  await expect(page.getByRole('tabpanel', { name: 'Two' })).toBeVisible()
  await expect(tabOf(page, 'Two')).toBeFocused()
  await stet.press('Home')
  await expect(tabOf(page, 'The ferryman')).toBeFocused()
  await stet.press('Delete')
  await expect(tabOf(page, 'The ferryman')).toHaveCount(0)
  await expect(tabOf(page, 'Low water')).toBeFocused()
  await stet.press('Delete')
  await expect(tabOf(page, 'One')).toBeFocused()
  await stet.press('End')
  await stet.press('Delete')
  await expect(tabOf(page, 'Two')).toBeFocused()
  await stet.press('Delete')
  await expect(tabOf(page, 'One')).toBeFocused()
  await stet.press('Delete')
  await expect(strip(page)).toHaveCount(0)
  await stet.press('ControlOrMeta+Shift+T')
  await expect(stet.title).toHaveValue('One')
  await expectNoViolations(page)
})

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
  // As at a start, where the titles of the other tabs come after that of the one on screen.
  for (let n = COUNT - 11; n < COUNT - 1; n++)
    for (const id of await idsOf(stet, `Letter ${n}`))
      await stet.main.ask('document.edit-fields', { id, title: 'A letter of many words'.repeat(3) })
  await expect(tabStrip.getByText(/many words/).first()).toBeAttached()
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
  await stet.type('Typed at once')
  await expect(stet.title).toHaveValue('Letter 7')
  await expect(stet.text).toContainText('Typed at once')
  await expect(stet.text).toBeFocused()
  await expect.poll(inSight).toBe(true)

  const tabs = tabStrip.getByRole('tab', { name: /^Letter/ })
  const before = await tabs.count()
  await active.locator('button').first().click({ button: 'middle' })
  await expect(tabs).toHaveCount(before - 1)
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+Shift+T')
  await expect(stet.title).toHaveValue('Letter 7')
  await expect(stet.text).toBeFocused()
})

test(
  'Ctrl+N pressed twice leaves no empty document behind',
  { tag: '@first' },
  async ({ app, stet, page }) => {
    const count = () => app.workspaces.active().catalog.library().counts.all ?? 0
    const before = count()
    await stet.text.click()
    await stet.press('ControlOrMeta+n')
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toBeFocused()
    await expect(stet.title).toHaveValue('')
    await stet.text.click()
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toBeFocused()
    await stet.type('One')
    await expect(tabOf(page, 'One')).toHaveAttribute('aria-selected', 'true')
    expect(count()).toBe(before + 1)
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toHaveValue('')
    await expect.poll(count).toBe(before + 2)
  },
)

test('of many tabs short titles are whole, and the ring of the one with the focus too', async ({
  stet,
  page,
}) => {
  for (let n = 0; n < 14; n++) {
    await stet.press('ControlOrMeta+n')
    await expect(stet.title).toBeFocused()
    await stet.type(n === 8 ? 'Two windows' : `A${n}`)
  }
  const tab = (name: string) => tabOf(page, name)
  await expect(tab('A13')).toBeVisible()
  for (const name of ['Two windows', 'A0', 'A13'])
    expect(
      await tab(name)
        .locator('span')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      name,
    ).toBeLessThanOrEqual(0)
  await tab('A13').focus()
  const [button, bar] = [await tab('A13').boundingBox(), await strip(page).boundingBox()]
  // A ring of 2 px around it.
  expect((button?.y ?? 0) - (bar?.y ?? 0)).toBeGreaterThanOrEqual(2)
  expect(
    (bar?.y ?? 0) + (bar?.height ?? 0) - (button?.y ?? 0) - (button?.height ?? 0),
  ).toBeGreaterThanOrEqual(2)
})

test('a tab that is pressed twice selects no words, and the keyboard is not lost', async ({ stet, page }) => {
  await stet.text.click()
  const tab = strip(page).getByRole('tab', { name: 'The ferryman', exact: true })
  await tab.dblclick()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await expect(stet.text).toBeFocused()
  await strip(page).getByRole('tab', { name: 'Low water', exact: true }).click()
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
})

test('no tab is cut where the row begins, whatever scrolled it', async ({ stet, page }) => {
  await openMany(page)
  const cutBy = () =>
    strip(page).evaluate((row) => {
      const { left } = row.getBoundingClientRect()
      const tabs = [...row.children].map((tab) => tab.getBoundingClientRect())
      return Math.min(...tabs.filter(({ right }) => right > left + 4).map((tab) => tab.left)) - left
    })
  await expect.poll(cutBy).toBeGreaterThanOrEqual(0)
  await expect(tabOf(page, 'Letter 24')).toBeInViewport({ ratio: 1 })
  await strip(page).hover()
  await page.mouse.wheel(0, -310)
  await expect.poll(cutBy).toBeGreaterThanOrEqual(0)
  await page.mouse.wheel(0, 9_000)
  await expect.poll(cutBy).toBeGreaterThanOrEqual(0)
  await expect(tabOf(page, 'Letter 24')).toBeInViewport({ ratio: 1 })
  await stet.text.click()
})

test('what was said of one text goes when another one comes in front', async ({ stet, page }) => {
  await begin(stet, 'One two.‸')
  await stet.type(' Three.')
  const commands = [
    ['Word count', '3 words in this document'],
    ['Unfold all', 'Nothing is folded.'],
    ['Undo steps…', '1 step undone.'],
  ] as const
  for (const [command, sentence] of commands) {
    await stet.text.focus()
    await stet.command(command)
    if (command === 'Undo steps…') await stet.press('Enter')
    await expect(stet.notice).toContainText(sentence)
    await stet.press('Control+Tab')
    await expect(page).toHaveTitle(/^Low water/)
    // At once: after some seconds every notice goes.
    expect(await stet.notice.textContent()).toBe('')
    await stet.press('Control+Tab')
    await expect(page).toHaveTitle(/^The ferryman/)
  }
})

test('a tab keeps its title where its document is deleted elsewhere or its text cannot be read', async ({
  app,
  stet,
  page,
}) => {
  // More than are held open at a time.
  const titles = Array.from({ length: 12 }, (_, at) => `Page ${at + 11}`)
  for (const title of titles) await documentOf(stet, title, '', 'f-letters')
  await stet.folder('Letters').click()
  for (const title of titles) {
    await stet.option(title).dblclick()
    await expect(stet.title).toHaveValue(title)
  }
  const named = async (...ends: readonly number[]) =>
    (await Promise.all(ends.map((end) => idsOf(stet, `Page ${end}`)))).flat()
  await app.ask('document.delete', { ids: await named(11, 12) })
  app.faults.offline(true)
  await app.hear()
  // Another one is opened, and one more is not held open any longer.
  await page.getByRole('tab', { name: 'Page 14' }).click()
  await expect(stet.title).toHaveValue('Page 14')
  await expect(stet.saveStatus).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['The ferryman', 'Low water', ...titles])
})
