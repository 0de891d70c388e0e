import type { Page } from '@playwright/test'
import { changeElsewhere, typeElsewhere } from './editing'
import { expect, FERRYMAN, test, type Stet } from './stet'

const results = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const panel = (page: Page) => page.getByRole('search', { name: 'Search the library' })
const current = (page: Page) => page.locator('.cm-hit-current')

/** Three texts with the word, found by exact words. */
async function findThree(stet: Stet, page: Page): Promise<void> {
  await typeElsewhere(stet, 0, 'First the zyxomma.\n\n', 'd-winter')
  await typeElsewhere(stet, 0, 'Second the zyxomma.\n\n', 'd-doors')
  await typeElsewhere(stet, 0, 'Third the zyxomma.\n\n', FERRYMAN)
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await page.getByRole('searchbox', { name: 'Search' }).fill('zyxomma')
  await expect(results(page)).toHaveCount(3)
}

/** Puts other words in place of the found one, as another window does. */
const remove = (stet: Stet, id: string) =>
  changeElsewhere(
    stet,
    (text) => {
      const from = text.indexOf('zyxomma')
      return [{ from, to: from + 'zyxomma'.length, insert: 'lamp' }]
    },
    id,
  )

test('the list of exact words follows the texts, and F8 goes on where it was', async ({ stet, page }) => {
  await findThree(stet, page)
  const order = await results(page).allTextContents()
  await stet.press('F8')
  await expect(current(page)).toHaveText('zyxomma')
  await stet.press('F8')
  await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(current(page)).toHaveText('zyxomma')
  const second = await stet.title.inputValue()
  // The open result is written over: the others stay in their order, and the next one is the third.
  const ids = { 'The ferryman': FERRYMAN, 'A house with nine doors': 'd-doors' }
  await remove(stet, ids[second as keyof typeof ids] ?? 'd-winter')
  await expect(results(page)).toHaveText([order[0]!, order[2]!])
  await expect(panel(page)).toContainText('2 places in 2 documents')
  await stet.press('F8')
  await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await stet.press('Shift+F8')
  await expect(results(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await expect(current(page)).toHaveText('zyxomma')
})

test('F8 brings each place into sight in a list that is longer than the panel', async ({ stet, page }) => {
  await typeElsewhere(stet, 0, 'Again a zyxomma flies.\n\n'.repeat(30), FERRYMAN)
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await page.getByRole('searchbox', { name: 'Search' }).fill('zyxomma')
  await expect(results(page)).toHaveCount(30)
  for (let place = 0; place < 20; place++) {
    await stet.press('F8')
    await expect(results(page).nth(place)).toHaveAttribute('aria-selected', 'true')
  }
  await expect(results(page).nth(19)).toBeInViewport({ ratio: 1 })
})

test('with the panel closed F8 steps over what is gone, and says when nothing is left', async ({
  stet,
  page,
}) => {
  await findThree(stet, page)
  await stet.press('F8')
  await expect(current(page)).toHaveText('zyxomma')
  await page.getByRole('button', { name: 'Close search' }).click()
  for (const id of ['d-winter', 'd-doors']) await remove(stet, id)
  for (const key of ['F8', 'F8', 'Shift+F8']) {
    await stet.press(key)
    await expect(stet.title).toHaveValue('The ferryman')
    await expect(current(page)).toHaveText('zyxomma')
  }
  await remove(stet, FERRYMAN)
  await stet.press('F8')
  await expect(stet.notice).toContainText('no longer in the texts')
  await expect(page.locator('.cm-hit')).toHaveCount(0)
})

test('a passage found by meaning that is gone is said, and nothing is marked', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('searchbox', { name: 'Search' }).fill('sideways')
  await stet.press('Enter')
  await expect(results(page).first()).toContainText('sideways')
  // This device answered in place of the service, and may be asked again once the service is there.
  await stet.main.hold('search.meaning')
  await typeElsewhere(stet, 'all', 'Quite other words.\n', 'd-winter')
  await results(page).first().click()
  await expect(stet.notice).toContainText('no longer in the text')
  await expect(stet.title).toHaveValue('On winter light')
  await expect(stet.text).toContainText('Quite other words.')
  await expect(page.locator('.cm-hit, .cm-hit-passage')).toHaveCount(0)
  await expect(results(page).first(), 'the list stays').toContainText('sideways')
})
