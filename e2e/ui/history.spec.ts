import type { Page } from '@playwright/test'
import { expect, FERRYMAN, test } from './stet'

const NOW = 'took it as a personal insult'
const THEN = 'was not pleased about it'

const history = (page: Page) => page.getByRole('region', { name: 'History' })
const versions = (page: Page) => history(page).getByRole('listbox', { name: 'Versions' })
const reader = (page: Page) => page.getByRole('region', { name: 'Version' })
const changes = (page: Page) => reader(page).getByRole('status', { name: 'Changes' })

test('by keyboard alone: step through, take one passage back, undo it, restore', async ({ stet, page }) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.press('Control+Shift+H')
  await versions(page).getByRole('option').first().focus()
  await expect(versions(page).getByRole('option')).toHaveCount(5)
  // The last sitting's saves are one row, which opens.
  await stet.press('ArrowRight')
  await expect(versions(page).getByRole('option')).toHaveCount(9)
  await stet.press('ArrowDown')
  await expect(changes(page)).toHaveText('1 of 2 changes since this version')
  await expect(reader(page).locator('del')).toContainText([THEN, 'Some said'])
  await stet.press('F6')
  await reader(page).getByRole('textbox', { name: 'Text of this version' }).focus()
  await stet.press('F7')
  await expect(changes(page)).toHaveText('2 of 2 changes since this version')
  await stet.press('Shift+F7')
  await expect(reader(page).locator('del.cm-current')).toHaveText(THEN)

  await reader(page).getByRole('button', { name: 'Take this back' }).focus()
  // As it would read: the older words alone.
  await expect(reader(page).locator('.cm-back')).toHaveText(THEN)
  await expect(reader(page).locator('ins')).toHaveCount(0)
  await stet.press('Enter')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before?.replace(NOW, THEN))
  await expect(changes(page)).toHaveText('1 change since this version')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)

  await versions(page).getByRole('option').last().focus()
  await stet.press('End')
  await history(page).getByRole('button', { name: 'Restore this version' }).click()
  await expect
    .poll(() => stet.keptText(FERRYMAN))
    .toBe(before?.slice(0, Math.ceil((before?.length ?? 0) / 2)))
  await expect(reader(page)).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  // What was there is kept, in the same line.
  await expect(
    versions(page).getByRole('option', { name: /Before an older version was restored/ }),
  ).toBeVisible()
})

test('the slider shows every version; compared with the one before, and side by side', async ({
  stet,
  page,
}) => {
  await stet.press('Control+Shift+H')
  const slider = history(page).getByRole('slider', { name: 'Version' })
  await slider.focus()
  await stet.press('ArrowLeft')
  await expect(changes(page)).toContainText('since this version')
  await reader(page).getByRole('combobox', { name: 'Compare with' }).selectOption('previous')
  await expect(changes(page)).toHaveText('1 change in this version')
  await expect(reader(page).locator('ins')).toContainText(['Some'])
  await reader(page).getByRole('button', { name: 'Side by side' }).click()
  await expect(reader(page).getByRole('textbox', { name: 'Older text' }).locator('del')).toContainText([
    'The old women',
  ])
  await expect(reader(page).getByRole('textbox', { name: 'Newer text' }).locator('ins')).toContainText([
    'Some',
  ])
  await stet.press('Escape')
  await expect(reader(page)).toHaveCount(0)
  await expect(stet.text).toBeVisible()
})

test('a short history is not folded: each version stands in the list, until a burst is closed', async ({
  stet,
  page,
}) => {
  await page.evaluate((id) => {
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const state = { title: 'The ferryman', status: 'draft' }
    window.memory.records.versions.set(
      id,
      ['Three.', 'Two.', 'One.'].map((text, index) => ({
        ...state,
        id: `v${3 - index}`,
        at: at(index),
        text,
      })),
    )
  }, FERRYMAN)
  await stet.press('Control+Shift+H')
  const options = versions(page).getByRole('option')
  await expect(options).toHaveCount(3)
  await expect(options.first()).toContainText('3 saves')
  await options.last().click()
  await expect(reader(page).getByRole('textbox', { name: 'Text of this version' })).toContainText('One.')
  await options.last().focus()
  await stet.press('ArrowLeft')
  await expect(options).toHaveCount(1)
  await expect(options).toBeFocused()
})

test('a name and a star are kept, and said to be kept here', async ({ stet, page }) => {
  await stet.press('Control+Shift+H')
  await versions(page).getByRole('option').last().click()
  await reader(page).getByRole('textbox', { name: 'Name of this version' }).fill('Sent to Ruth')
  await stet.press('Enter')
  await expect(
    versions(page).getByRole('option', { name: /Sent to Ruth.*name kept on this device/ }),
  ).toBeVisible()
  await reader(page).getByRole('button', { name: 'Star this version' }).click()
  await expect(reader(page).getByRole('button', { name: 'Remove the star' })).toBeVisible()
})

test('a sentence that is gone is found by a few words and comes back', async ({ stet, page }) => {
  await stet.press('Control+Shift+H')
  await history(page).getByRole('button', { name: 'Where did that sentence go?' }).click()
  await history(page).getByRole('searchbox', { name: 'Words that are gone' }).fill('bell women')
  const found = history(page).getByRole('listbox', { name: 'Sentences' }).getByRole('option')
  await expect(found.first()).toContainText('The old women said you could hear the bell under the water.')
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await expect(reader(page).locator('.cm-searchMatch, .cm-current').first()).toContainText('The old women')
  await reader(page).getByRole('button', { name: 'Take this back' }).click()
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('hear the bell under the water.')
  expect(await stet.keptText(FERRYMAN)).toContain(NOW)
})
