import { expect, test, type App } from './app'
import { startService } from './service'

const SHORE =
  'Ledger, rope, a child’s shoe. Everything that the sea gives back was written down, and nothing was claimed.\n\nThe page was closed.\n'
const LONG = Array.from({ length: 60 }, (_, number) => `Line ${number} of a long letter about nothing.`).join(
  '\n\n',
)

const landed = async (app: App) => (await app.page.locator('.cm-hit-passage').allTextContents()).join('')

/**
 * By keyboard alone, from the query to the sentence and back; then without quota, without a network, and online again.
 */
test('a search lands in the sentence and falls back to this device when it must', async ({ start }) => {
  const service = await startService({ arguments: ['--search-quota', '3/12'] })
  try {
    await service.create({ title: 'What the shore kept', content: SHORE })
    await service.create({
      title: 'Bees',
      content: 'Bees drink from puddles.\n\nThe sea is far from here.\n',
    })
    await service.create({ title: 'A long letter', content: LONG })
    const app = await start({ service })
    const { page } = app
    await app.openDocument('A long letter')
    await app.text.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowLeft')
    const scroller = page.locator('[data-scroller]')
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(500)
    const before = await scroller.evaluate((element) => element.scrollTop)

    await page.keyboard.press('ControlOrMeta+Shift+F')
    const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    const notice = page.getByRole('status', { name: 'Search notice' })
    await expect(page.getByRole('radio', { name: 'Meaning' })).toBeChecked()
    await page.keyboard.type('things the sea gives back')
    await page.keyboard.press('Enter')
    await expect(results.first()).toContainText('What the shore kept')
    await expect(notice).toHaveText('')
    await expect(results.first().locator('mark').first()).toHaveText(/sea gives back/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(app.title).toHaveValue('What the shore kept')
    await expect.poll(() => landed(app)).toMatch(/^Everything that the sea gives back .* claimed\.$/)
    await page.keyboard.press('F8')
    await expect(app.title).toHaveValue('Bees')
    await page.keyboard.press('Shift+F8')
    await expect(app.title).toHaveValue('What the shore kept')
    await page.keyboard.press('Escape')
    await expect(app.title).toHaveValue('A long letter')
    await expect(app.text).toBeFocused()
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(before)

    await page.keyboard.press('ControlOrMeta+Shift+F')
    const field = page.getByRole('searchbox', { name: 'Search' })
    for (const question of ['the shore at night', 'bees by the sea', 'nothing of the sea']) {
      await field.fill(question)
      await field.press('Enter')
      await expect(page.locator('search')).toContainText(/passages? in|Nothing found/)
    }
    await expect(notice).toHaveText('On this device: search quota used up')
    await expect(results.first()).toBeVisible()

    await service.stop()
    await page.getByRole('radio', { name: 'Exact words' }).check()
    await app.type(' Unsent words about a heron.')
    await field.fill('heron')
    await expect(results.first()).toContainText('A long letter')
    await page.getByRole('radio', { name: 'Meaning' }).check()
    await expect(app.connection).toHaveText('Offline')
    await field.fill('where is the heron')
    await field.press('Enter')
    await expect(notice).toHaveText(/^On this device: (offline|search quota used up)$/)
    await expect(results.first()).toContainText('A long letter')

    await service.restart()
    await expect(app.connection).toHaveText('Online')
    // If the service gives no time, the app retries only after some minutes, but the writer may search at once.
    await expect(async () => {
      await app.runCommand('Check for changes')
      await field.fill(`the sea gives back ${Date.now()}`)
      await field.press('Enter')
      await expect(results.first()).toContainText('What the shore kept')
      await expect(notice).toHaveText('', { timeout: 1_000 })
    }).toPass({ intervals: [4_000] })
  } finally {
    await service.dispose()
  }
})
