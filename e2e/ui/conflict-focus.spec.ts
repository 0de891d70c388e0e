import type { Page } from '@playwright/test'
import { lowClashes, putIntoConflict } from './scenes'
import { expect, test } from './stet'

/** What has the keyboard in the conflict of “A house with nine doors”. */
function partsOf(page: Page) {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 2` })
  return {
    conflict,
    place,
    words: (number: number) => place(number).getByRole('textbox', { name: 'Text for this place' }),
    merged: conflict.getByRole('textbox', { name: 'Merged text' }),
    tab: (name: string) => page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab', { name }),
  }
}

/** Brings up the conflict of “Low water” while the writer is in its text. */
async function comesByItself({ page, ...of }: Parameters<typeof lowClashes>[0] & { readonly page: Page }) {
  const { conflict } = partsOf(page)
  await of.stet.option('Low water').click()
  await of.stet.text.press('ControlOrMeta+End')
  await lowClashes(of)
  await expect(conflict).toContainText('0 of 1 resolved')
  return conflict
}

test.beforeEach(async ({ app, stet, page }) => {
  await putIntoConflict({ app, stet })
  await stet.option('Low water').dblclick()
  await stet.option('A house with nine doors').dblclick()
  await expect(partsOf(page).conflict).toContainText('0 of 2 resolved')
})

test.describe('the caret is where it was when the view comes back', () => {
  for (const [way, there, back] of [
    ['by Ctrl+Tab', 'Control+Shift+Tab', 'Control+Tab'],
    ['through the history of places', 'Alt+ArrowLeft', 'Alt+ArrowRight'],
  ] as const)
    test(`in the text for a place, ${way}`, async ({ stet, page }) => {
      const { conflict, place, words } = partsOf(page)
      await place(1).getByRole('button', { name: 'Edit' }).click()
      await words(1).fill('Here is half a sen, and more.')
      await place(2).getByRole('button', { name: 'Edit' }).click()
      await words(2).fill('Something else.')
      await words(1).click()
      await stet.press('End')
      for (let step = 0; step < ', and more.'.length; step++) await stet.press('ArrowLeft')
      await stet.press(there)
      await expect(stet.title).toHaveValue('Low water')
      await stet.press(back)
      await expect(words(1)).toBeFocused()
      await stet.type('tence')
      await expect(words(1)).toHaveValue('Here is half a sentence, and more.')
      await expect(conflict).toBeVisible()
    })

  test('in the text for a place, by mouse, and from the search', async ({ stet, page }) => {
    const { place, words, tab } = partsOf(page)
    await place(2).getByRole('button', { name: 'Edit' }).click()
    await words(2).fill('Half a sen')
    await tab('Low water').click()
    await expect(stet.title).toHaveValue('Low water')
    await tab('A house with nine doors').click()
    await expect(words(2)).toBeFocused()
    await stet.type('te')
    await stet.press('ControlOrMeta+Shift+F')
    await expect(page.getByRole('region', { name: 'Search' }).locator(':focus')).toBeVisible()
    await stet.press('Escape')
    await stet.type('nce')
    await expect(words(2)).toHaveValue('Half a sentence')
  })

  test('in the text for a place, after the page was loaded anew, as after a restart', async ({
    stet,
    page,
  }) => {
    const { place, words } = partsOf(page)
    await place(2).getByRole('button', { name: 'Edit' }).click()
    await words(2).fill('Half a sen')
    await page.reload()
    await expect(words(2)).toBeFocused()
    await stet.type('tence')
    await expect(words(2)).toHaveValue('Half a sentence')
  })

  test('in the merged text', async ({ stet, page }) => {
    const { merged } = partsOf(page)
    await merged.press('ControlOrMeta+Home')
    await stet.type('By ha')
    await stet.press('Control+Shift+Tab')
    await expect(stet.title).toHaveValue('Low water')
    await stet.press('Control+Tab')
    await expect(merged).toBeFocused()
    await stet.type('nd. ')
    await expect(merged).toContainText('By hand. ')
  })

  test('at a place that waits for a decision; and nowhere in it, if the mouse decided', async ({
    stet,
    page,
  }) => {
    const { conflict, place } = partsOf(page)
    await stet.press('F7')
    await stet.press('F7')
    await stet.press('Control+Shift+Tab')
    await expect(stet.title).toHaveValue('Low water')
    await stet.press('Control+Tab')
    await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
    await place(2).getByRole('button', { name: 'Take theirs' }).click()
    await expect(conflict).toContainText('1 of 2 resolved')
    await stet.press('Control+Shift+Tab')
    await expect(stet.title).toHaveValue('Low water')
    await stet.press('Control+Tab')
    await expect(conflict).toBeVisible()
    await stet.type('words ')
    await expect(conflict).toBeVisible()
    await expect(stet.notice).toContainText('The words that you typed are in no text yet')
  })
})

test('who asked to decide is led to the first place that is open, also by mouse', async ({ stet, page }) => {
  const { conflict, place, words, tab } = partsOf(page)
  await place(1).getByRole('button', { name: 'Take theirs' }).click()
  await expect(conflict).toContainText('1 of 2 resolved')
  const later = conflict.getByRole('button', { name: 'Finish later' })
  const decide = page.getByRole('button', { name: 'Decide', exact: true })
  await later.click()
  await decide.click()
  await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await place(2).getByRole('button', { name: 'Edit' }).click()
  await words(2).fill('Half a sen')
  await later.click()
  await decide.click()
  await expect(words(2)).toBeFocused()
  await tab('Low water').click()
  await stet.press('ControlOrMeta+Shift+O')
  await page.getByRole('region', { name: 'Outbox' }).getByRole('button', { name: 'Decide' }).click()
  await expect(words(2)).toBeFocused()
})

test('a view that came by itself shows no key that does nothing, and says how to get in', async ({
  app,
  stet,
  page,
}) => {
  const conflict = await comesByItself({ app, stet, page })
  const key = (name: string) => conflict.locator('kbd').getByText(name, { exact: true })
  const wayIn = conflict.getByText('What you type still goes into your text; F7 leads here.')
  await expect(wayIn).toBeVisible()
  await expect(key('F7')).toBeVisible()
  for (const name of ['B', '1', '2', '3']) await expect(key(name)).toBeHidden()
  await stet.press('F7')
  await expect(wayIn).toBeHidden()
  for (const name of ['B', '1', '2', '3']) await expect(key(name)).toBeVisible()
  await stet.press('b')
  await expect(conflict.getByRole('button', { name: 'original text' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await conflict.getByRole('button', { name: 'Edit' }).click()
  await expect(conflict.getByRole('textbox', { name: 'Text for this place' })).toBeFocused()
  for (const name of ['B', '1', '2', '3']) await expect(key(name)).toBeHidden()
})

test('undo and redo of what was typed into the merged text go on over a decision', async ({ stet, page }) => {
  const { place, merged } = partsOf(page)
  await merged.press('ControlOrMeta+End')
  await stet.type(' By hand.')
  await stet.press('ControlOrMeta+z')
  await expect(merged).not.toContainText('By hand.')
  await place(1).getByRole('button', { name: 'Keep both' }).click()
  await merged.press('ControlOrMeta+End')
  await stet.press('ControlOrMeta+Shift+z')
  await expect(merged).toContainText('By hand.')
  await place(2).getByRole('button', { name: 'Keep mine' }).click()
  await merged.press('ControlOrMeta+End')
  await stet.press('ControlOrMeta+z')
  await expect(merged).not.toContainText('By hand.')
  await stet.press('ControlOrMeta+Shift+z')
  await expect(merged).toContainText('By hand.')
})

test('F7 leads from the text of a conflict to its decision, also after words were typed there', async ({
  app,
  stet,
  page,
}) => {
  const conflict = await comesByItself({ app, stet, page })
  await stet.type(' More.')
  await expect(stet.text).toBeFocused()
  await stet.press('F7')
  await expect(conflict.getByRole('button', { name: 'Keep mine' })).toBeFocused()
})

test('Cancel gives no other text the keyboard, and what was written for the place can be brought back', async ({
  stet,
  page,
}) => {
  const { place, words, merged } = partsOf(page)
  const edit = place(1).getByRole('button', { name: 'Edit' })
  const cancel = place(1).getByRole('button', { name: 'Cancel' })
  await edit.click()
  await words(1).fill('Half a sen')
  await cancel.click()
  await expect(words(1)).toHaveCount(0)
  await expect(merged).not.toBeFocused()
  await stet.notice.getByRole('button', { name: 'Bring back' }).click()
  await expect(words(1)).toHaveValue('Half a sen')
  await cancel.press('Enter')
  await expect(place(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
})
