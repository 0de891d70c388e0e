import type { Locator, Page } from '@playwright/test'
import { seenEdited } from './editing'
import { expect, FERRYMAN, test } from './stet'
import { expectNoViolations } from './violations'

const LOW = 'd-low'

const side = (page: Page, name: 'Left' | 'Right') => page.getByRole('region', { name: `${name} side` })
const textIn = (place: Locator) => place.getByRole('textbox', { name: 'Document text' })
const titleIn = (place: Locator) => place.getByRole('textbox', { name: 'Title' })
const current = (place: Locator) => expect(place).toHaveAttribute('aria-current', 'true')

test('two documents stand side by side; what is beside them is about the side one is in', async ({
  stet,
  page,
}) => {
  const [left, right] = [side(page, 'Left'), side(page, 'Right')]
  await stet.main.ask('settings.set', { autosavePublished: true })
  await stet.option('Low water').click({ modifiers: ['Alt'] })
  await current(right)
  await expect(textIn(right)).toBeFocused()
  await expect(titleIn(left)).toHaveValue('The ferryman')
  await expect(titleIn(right)).toHaveValue('Low water')
  await expect(page).toHaveTitle('Low water — Stet')

  await stet.press('ControlOrMeta+End')
  await seenEdited(stet, () => stet.type('Then the other tide.'))
  await stet.press('ControlOrMeta+F6')
  await current(left)
  await expect(textIn(left)).toBeFocused()
  await expect(page).toHaveTitle('The ferryman — Stet')
  // The other side says its own state until it is saved.
  await expect(stet.saveStatus).toHaveText('Saved')
  await expect(right.getByText('Edited')).toHaveCount(0)
  await expect.poll(() => stet.keptText(LOW)).toContain('Then the other tide.')

  await stet.press('ControlOrMeta+f')
  await expect(left.getByRole('search', { name: 'Find in the document' })).toBeVisible()
  await expect(right.getByRole('search', { name: 'Find in the document' })).toHaveCount(0)
  await stet.press('Escape')
  await stet.command('Show outline')
  await expect(page.getByRole('region', { name: 'Outline' })).toContainText('The customs house')
  await textIn(right).click()
  await expect(page.getByRole('region', { name: 'Outline' })).not.toContainText('The customs house')
  await stet.command('Show outline')

  // What is opened comes to the side one is in; what the other side shows is gone to there.
  await stet.press('ControlOrMeta+p')
  await page.getByRole('dialog').getByRole('combobox').fill('winter')
  const found = page.getByRole('dialog').getByRole('option', { name: /winter light/ })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await stet.press('Enter')
  await expect(titleIn(right)).toHaveValue('On winter light')
  await page.getByRole('tablist', { name: 'Open documents' }).getByText('The ferryman').click()
  await current(left)
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page)
})

test('the same keys split the view and end that, without a notice over the texts', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+Shift+D')
  await current(side(page, 'Right'))
  await stet.press('ControlOrMeta+Shift+D')
  await expect(side(page, 'Right')).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await expect(stet.notice).toBeEmpty()
})

test('one document on both sides is one text, with a place of its own on each', async ({ stet, page }) => {
  const [left, right] = [side(page, 'Left'), side(page, 'Right')]
  await stet.text.click()
  await stet.press('ControlOrMeta+Shift+D')
  await expect(textIn(right)).toBeFocused()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Right. ')
  await expect(textIn(left)).toContainText('Right. The tide')
  await textIn(left).click()
  await stet.press('ControlOrMeta+End')
  await stet.type('Left.')
  await expect(textIn(right)).toContainText('Left.')
  await stet.press('ControlOrMeta+z')
  await expect(textIn(right)).not.toContainText('Left.')
  await expect(textIn(right)).toContainText('Right. The tide')
  await titleIn(left).fill('The ferrywoman')
  await expect(titleIn(right)).toHaveValue('The ferrywoman')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Right\. The tide/)

  await left.getByRole('button', { name: 'Close the left side' }).click()
  await expect(stet.text).toHaveCount(1)
  await expect(stet.text).toBeFocused()
  await stet.type('Still here. ')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('Still here. ')
})

test('one document on both sides has one undo history, whichever side stays', async ({ stet, page }) => {
  const [left, right] = [side(page, 'Left'), side(page, 'Right')]
  const begin = async () => (await stet.keptText(FERRYMAN))?.slice(0, 20)
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('One. ')
  await stet.press('ControlOrMeta+Shift+D')
  await expect(textIn(right)).toBeFocused()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Two. ')
  await expect(textIn(left)).toContainText('Two. One. The tide')
  await textIn(left).click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Three. ')
  await expect(textIn(right)).toContainText('Three. Two. One. The')

  // The last change of the text comes first, whichever side the keys are in.
  await textIn(right).click()
  await stet.press('ControlOrMeta+z')
  await expect.poll(begin).toMatch(/^Two\. One\. The/)
  await textIn(left).click()
  await stet.press('ControlOrMeta+z')
  await expect.poll(begin).toMatch(/^One\. The/)
  await textIn(right).click()
  await stet.press('ControlOrMeta+Shift+z')
  await stet.press('ControlOrMeta+Shift+z')
  await expect.poll(begin).toMatch(/^Three\. Two\. One\. The/)

  await stet.type('!')
  await right.getByRole('button', { name: 'Close the right side' }).click()
  await expect(stet.text).toHaveCount(1)
  await expect(stet.text).toBeFocused()
  await expect(stet.text).toContainText('!')
  await stet.press('ControlOrMeta+z')
  await expect(stet.text).not.toContainText('!')
  for (const text of [/^Two\. One\. The/, /^One\. The/, /^The tide/]) {
    await stet.press('ControlOrMeta+z')
    await expect.poll(begin).toMatch(text)
  }
})

test('each side goes on at its own place in one document, after the reading view and another tab', async ({
  stet,
  page,
}) => {
  const [left, right] = [side(page, 'Left'), side(page, 'Right')]
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.press('ControlOrMeta+Shift+D')
  await expect(textIn(right)).toBeFocused()
  await stet.press('ControlOrMeta+End')
  await stet.press('ControlOrMeta+Shift+E')
  await expect(right.getByRole('article', { name: 'Reading view' })).toBeVisible()
  await stet.press('Escape')
  await expect(textIn(right)).toBeFocused()
  await stet.type('Read.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/Read\.$/)

  await stet.option('Low water').click()
  await expect(titleIn(right)).toHaveValue('Low water')
  await textIn(left).click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Left. ')
  await stet.press('ControlOrMeta+F6')
  await current(right)
  // The tab keys lead through all tabs, and back the way they came.
  for (const [keys, title] of [
    ['Control+Shift+Tab', 'The ferryman'],
    ['Control+Tab', 'Low water'],
    ['Control+Tab', 'The ferryman'],
  ] as const) {
    await stet.press(keys)
    await expect(titleIn(right)).toHaveValue(title)
    await expect(textIn(right)).toBeFocused()
    await expect(titleIn(left)).toHaveValue('The ferryman')
  }
  await stet.type(' Back.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Left\. The tide[^]*Read\. Back\.$/)
})

test('Ctrl+F6 goes to the other side; F6 goes round the panes, each side among them', async ({
  stet,
  page,
}) => {
  const [left, right] = [side(page, 'Left'), side(page, 'Right')]
  await stet.option('Low water').click({ modifiers: ['Alt'] })
  await expect(textIn(right)).toBeFocused()
  for (const [keys, words, text] of [
    ['ControlOrMeta+F6', 'To the left. ', textIn(left)],
    ['F6', 'On to the right. ', textIn(right)],
    ['ControlOrMeta+F6', 'To the left again. ', textIn(left)],
    ['ControlOrMeta+F6', 'And back. ', textIn(right)],
    ['Shift+F6', 'Before it. ', textIn(left)],
  ] as const) {
    await stet.press(keys)
    await page.keyboard.type(words, { delay: 0 })
    await expect(text).toContainText(words.trim())
  }
  await stet.press('Shift+F6')
  await expect(stet.documents.locator(':focus')).toHaveCount(1)
  await stet.press('F6')
  await expect(textIn(left)).toBeFocused()
})

test('the divider moves by keys and by the pointer, and the split comes back', async ({ stet, page }) => {
  await stet.option('Low water').focus()
  await stet.press('ControlOrMeta+Enter')
  // The text takes the keyboard when it is there, which may be after the side is.
  await expect(textIn(side(page, 'Right'))).toBeFocused()
  const divider = page.getByRole('separator', { name: 'Width of the left side' })
  const width = async () => Number(await divider.getAttribute('aria-valuenow'))
  const before = await width()
  await divider.focus()
  await stet.press('ArrowRight')
  await expect.poll(width).toBe(before + 16)
  await current(side(page, 'Right'))
  await expect
    .poll(async () => (await stet.main.ask('settings.get', undefined)).split)
    .toEqual({ sideDocument: FERRYMAN, side: 'right' })
  await expect
    .poll(async () => (await stet.main.ask('settings.get', undefined)).splitShare)
    .toBeGreaterThan(0.5)
  const box = await divider.boundingBox()
  if (box === null) throw new Error('no divider')
  await page.mouse.move(box.x + 4, 300)
  await page.mouse.down()
  await page.mouse.move(box.x - 16, 300, { steps: 3 })
  await page.mouse.up()
  await expect.poll(width).toBe(before - 4)
  await divider.dblclick()
  await expect.poll(width).toBe(before)
})

test('a side closes with the tab of its document, and by the palette', async ({ stet, page }) => {
  await stet.option('Low water').click({ modifiers: ['Alt'] })
  await expect(side(page, 'Right')).toBeVisible()
  await stet.press('ControlOrMeta+w')
  await expect(side(page, 'Left')).toHaveCount(0)
  await expect(stet.title).toHaveValue('The ferryman')
  await stet.command('Open to the side…')
  await page
    .getByRole('dialog', { name: 'Open to the side' })
    .getByRole('option', { name: /Low water/ })
    .click()
  await expect(titleIn(side(page, 'Right'))).toHaveValue('Low water')
  await stet.command('Close this side')
  await expect(stet.title).toHaveCount(1)
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(page.getByTitle('Close Low water')).toBeVisible()
})

test.describe('900 wide', () => {
  test.use({ viewport: { width: 900, height: 600 } })
  test('the list gives way to two sides, and one side to a panel', async ({ stet, page }) => {
    await stet.option('Low water').click({ modifiers: ['Alt'] })
    await expect(side(page, 'Left')).toBeVisible()
    await expect(side(page, 'Right')).toBeVisible()
    await expect(stet.documents).toHaveCount(0)
    await stet.press('ControlOrMeta+Shift+O')
    await expect(page.getByRole('region', { name: 'Outbox' })).toBeVisible()
    await expect(side(page, 'Left')).toHaveCount(0)
    await expect(side(page, 'Right').getByText('Left side hidden')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the other side' }).click()
    await expect(side(page, 'Left').getByText('Right side hidden')).toBeVisible()
    await expect(titleIn(side(page, 'Left'))).toHaveValue('The ferryman')
    await expect(side(page, 'Right')).toHaveCount(0)
    await expectNoViolations(page)
  })
})

test('the bar for finding stands whole in its side, however narrow that is', async ({ stet, page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await stet.text.click()
  await stet.command('Split')
  for (const name of ['Left side', 'Right side']) {
    const region = page.getByRole('region', { name })
    await region.getByRole('textbox', { name: 'Document text' }).click()
    await stet.press('ControlOrMeta+f')
    const within = await region.boundingBox()
    const all = region.getByRole('search').locator('input, button, [role="status"]')
    for (const one of await all.all()) {
      const box = await one.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(within?.x ?? Infinity)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((within?.x ?? 0) + (within?.width ?? 0))
    }
    await expect(region.getByRole('textbox', { name: 'Find' })).toBeFocused()
    await stet.press('Escape')
  }
})
