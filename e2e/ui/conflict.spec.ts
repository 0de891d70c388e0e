import type { Locator, Page } from '@playwright/test'
import {
  askAboutDeletion,
  deleteElsewhere,
  lowClashes,
  makeClash,
  DOORS,
  OFFICER,
  putIntoConflict,
  putIntoManyConflicts,
  settle,
  theirsComes,
  THEIRS,
} from './scenes'
import { expect, FERRYMAN, test } from './stet'
import { idsOf, textsOf, typeElsewhere } from './editing'
import { expectNoViolations } from './violations'

/** The places of a conflict that has two, by their number. */
const placesOf = (conflict: Locator) => (number: number) =>
  conflict.getByRole('group', { name: `Conflict ${number} of 2` })

test.beforeEach(async ({ app, stet, page }) => {
  await putIntoConflict({ app, stet })
  await stet.option('A house with nine doors').click()
  await expect(page.getByRole('region', { name: 'Conflict' })).toContainText('0 of 2 resolved')
})

test('both texts stand side by side; each clash is decided; the merged text is what is saved', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toContainText('nailed')
  await expect(conflict).toContainText('painted')
  await expect(conflict).toContainText('0 of 2 resolved')
  const finish = conflict.getByRole('button', { name: 'Finish and save' })
  await expect(finish).toBeDisabled()
  await conflict
    .getByRole('group', { name: 'Conflict 1 of 2' })
    .getByRole('button', { name: 'Keep mine' })
    .click()
  await conflict
    .getByRole('group', { name: 'Conflict 2 of 2' })
    .getByRole('button', { name: 'Take theirs' })
    .click()
  await expect(conflict.getByRole('textbox', { name: 'Merged text' })).toContainText('one more key')
  await finish.click()
  await expect(stet.saveStatus).toHaveText('Saved')
  const text = await stet.keptText(DOORS)
  expect(text).toContain('nailed shut')
  expect(text).toContain('lying on her back')
  expect(text).toContain('and one more key')
  await expect(stet.text).toContainText('nailed shut')
})

test('Ctrl+Z takes the decision back, leaves what nobody disputed, and goes on with what was typed before', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('The ferryman').click()
  await settle({ app, stet }, 'd-salt', 'One.\n\nTwo.\n\nThree.\n')
  await stet.option('What the salt kept').click()
  await stet.text.getByText('Two.').click()
  await stet.press('End')
  await stet.type(' mine words here')
  await expect.poll(() => stet.keptText('d-salt')).toBe('One.\n\nTwo. mine words here\n\nThree.\n')
  await theirsComes({ app, stet }, 'd-salt', 'One.\n\nTwo. theirs written\n\nThree, theirs.\n')
  const conflict = page.getByRole('region', { name: 'Conflict' })
  // It comes above the text while she types, and in its place once she has not for a moment.
  const decide = page.getByRole('button', { name: 'Decide', exact: true })
  await expect(decide.or(conflict)).toBeVisible()
  if (await decide.isVisible()) await decide.click()
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await expect.poll(() => stet.keptText('d-salt')).toBe('One.\n\nTwo. theirs written\n\nThree, theirs.\n')
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText('d-salt')).toBe('One.\n\nTwo. mine words here\n\nThree, theirs.\n')
  for (let step = 0; step < 2; step++) await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText('d-salt')).toBe('One.\n\nTwo.\n\nThree, theirs.\n')
  for (let step = 0; step < 3; step++) await stet.press('ControlOrMeta+Shift+z')
  await expect.poll(() => stet.keptText('d-salt')).toBe('One.\n\nTwo. theirs written\n\nThree, theirs.\n')
  await stet.type('!')
  await expect.poll(() => stet.keptText('d-salt')).toContain('!')
})

test('in a low window what is to be decided has the room; the merged text opens on demand', async ({
  stet,
  page,
}) => {
  await stet.option('The ferryman').click()
  await page.setViewportSize({ width: 900, height: 420 })
  await stet.option('A house with nine doors').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toBeVisible()
  await expect(stet.notice).toHaveText('')
  await expect(
    conflict.getByRole('group', { name: 'Conflict 1 of 2' }).getByRole('button', { name: 'Keep mine' }),
  ).toBeInViewport({ ratio: 1 })
  await expect(conflict.getByRole('textbox', { name: 'Merged text' })).toHaveCount(0)
  await conflict.getByRole('button', { name: 'Merged text' }).click()
  await expect(conflict.getByRole('textbox', { name: 'Merged text' })).toBeVisible()
})

test('words typed on a button that a decision by key has led to press nothing, and are offered', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const clash = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 2` })
  await clash(1).getByRole('button', { name: 'Take theirs' }).focus()
  await stet.press('Enter')
  await expect(clash(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await page.keyboard.type('but go on by 3')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('The words that you typed are in no text yet')
  await stet.notice.getByRole('button', { name: 'Copy them' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('but go on by 3')
  await expect(conflict).toContainText('1 of 2 resolved')
  await expect(clash(2)).toHaveAttribute('data-open', '')
  // Its first letter shows the original text, which goes again as more letters come.
  const original = conflict.getByRole('button', { name: 'original text' })
  await expect(original).toHaveAttribute('aria-pressed', 'false')
  // Single keys decide, however fast they follow each other, and are none of the words after them.
  await clash(2).getByRole('button', { name: 'Keep mine' }).focus()
  await page.keyboard.type('21wandering on')
  await expect(conflict).toContainText('2 of 2 resolved')
  await stet.notice.getByRole('button', { name: 'Copy them' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('wandering on')
})

test('a press of the mouse gives no decision the keyboard: words typed next decide nothing', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const clash = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 2` })
  await clash(1).getByRole('button', { name: 'Keep mine' }).focus()
  await clash(1).getByRole('button', { name: 'Take theirs' }).click()
  await expect(conflict).toContainText('1 of 2 resolved')
  await expect(conflict).toContainText('Conflict 2 of 2')
  await page.keyboard.type('now I go on by 3')
  await expect(stet.notice).toContainText('The words that you typed are in no text yet')
  await expect(conflict).toContainText('1 of 2 resolved')
  await expect(clash(2)).toHaveAttribute('data-open', '')
  // Who copies them by mouse goes on where she was.
  const place = await page.evaluateHandle(() => document.activeElement)
  await stet.notice.getByRole('button', { name: 'Copy them' }).click()
  await expect(stet.notice).toContainText('Copied')
  expect(await place.evaluate((was) => was === document.activeElement)).toBe(true)
  await stet.press('F7')
  await expect(clash(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await clash(2).getByRole('button', { name: 'Take theirs' }).click()
  await expect(conflict).toContainText('2 of 2 resolved')
  await stet.press('Enter')
  await page.keyboard.type(' and then on')
  await expect(conflict.getByRole('button', { name: 'Finish and save' })).not.toBeFocused()
  await expect(conflict).toContainText('2 of 2 resolved')
})

test('all of it by keyboard', { tag: '@first' }, async ({ stet, page }) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await conflict
    .getByRole('group', { name: 'Conflict 1 of 2' })
    .getByRole('button', { name: 'Keep mine' })
    .focus()
  await stet.press('b')
  await expect(conflict.getByRole('group', { name: 'Conflict 1 of 2' })).not.toContainText('nailed')
  await stet.press('b')
  await stet.press('2')
  await expect(conflict).toContainText('1 of 2 resolved')
  await expect(
    conflict.getByRole('group', { name: 'Conflict 2 of 2' }).getByRole('button', { name: 'Keep mine' }),
  ).toBeFocused()
  await stet.press('3')
  await expect(conflict.getByRole('button', { name: 'Finish and save' })).toBeFocused()
  await stet.press('Enter')
  await expect(stet.saveStatus).toHaveText('Saved')
  expect(await stet.keptText(DOORS)).toContain('painted shut')
})

test('words typed for a place stay there while another document is on screen, and whatever is pressed', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const first = conflict.getByRole('group', { name: 'Conflict 1 of 2' })
  const words = first.getByRole('textbox', { name: 'Text for this place' })
  await first.getByRole('button', { name: 'Edit' }).click()
  await expect(first.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await words.fill('The ninth was shut for good.')
  for (const title of ['On winter light', 'A house with nine doors']) {
    await stet.press('ControlOrMeta+P')
    await stet.type(title)
    await expect(page.getByRole('option', { name: title, selected: true })).toBeVisible()
    await stet.press('Enter')
    await expect(page).toHaveTitle(new RegExp(`^${title}`))
  }
  await expect(words).toHaveValue('The ninth was shut for good.')
  await first.getByRole('button', { name: 'Keep mine' }).click()
  await expect(words).toHaveCount(0)
  await first.getByRole('button', { name: /^resolved: mine/ }).click()
  await expect(words).toHaveValue('The ninth was shut for good.')
})

test('a decision can be changed, and a place be written anew', async ({ stet, page }) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const first = conflict.getByRole('group', { name: 'Conflict 1 of 2' })
  await first.getByRole('button', { name: 'Keep both' }).click()
  await first.getByRole('button', { name: /^resolved: both/ }).click()
  await first.getByRole('button', { name: 'Edit' }).click()
  await first.getByRole('textbox', { name: 'Text for this place' }).fill('The ninth was shut for good.')
  await first.getByRole('button', { name: 'Use this text' }).click()
  await conflict
    .getByRole('group', { name: 'Conflict 2 of 2' })
    .getByRole('button', { name: 'Keep mine' })
    .click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await expect(stet.saveStatus).toHaveText('Saved')
  expect(await stet.keptText(DOORS)).toContain('The ninth was shut for good.')
})

test('words of the writer’s own keep the space before the sentence in whose place they stand', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await makeClash({ app, stet }, 'd-low', {
    base: 'It was late. The lamp burned. The end.',
    mine: 'It was late. The lamp burned, mine. The end.',
    theirs: 'It was late. The lamp burned, theirs. The end.',
  })
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = conflict.getByRole('group', { name: 'Conflict 1 of 1' })
  await place.getByRole('button', { name: 'Edit' }).click()
  await place.getByRole('textbox', { name: 'Text for this place' }).fill('The lamp was out.')
  await place.getByRole('button', { name: 'Use this text' }).click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await expect.poll(() => stet.keptText('d-low')).toBe('It was late. The lamp was out. The end.')
})

test('words that were typed beside another text end nothing before this one was read', async ({
  app,
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const first = conflict.getByRole('group', { name: 'Conflict 1 of 2' })
  await first.getByRole('button', { name: 'Edit' }).click()
  await first.getByRole('textbox', { name: 'Text for this place' }).fill('Half typed.')
  // As after a restart: the view is drawn anew.
  await stet.option('Low water').click()
  await theirsComes({ app, stet }, DOORS, THEIRS.replace('painted', 'glued'))
  await stet.option('A house with nine doors').click()
  await expect(conflict.getByText('The texts changed after you wrote words for this place.')).toBeVisible()
  for (const place of ['Conflict 1 of 2', 'Conflict 2 of 2'])
    await conflict.getByRole('group', { name: place }).getByRole('button', { name: 'Keep mine' }).click()
  const finish = conflict.getByRole('button', { name: 'Finish and save' })
  await expect(finish).toBeDisabled()
  await conflict.getByRole('button', { name: 'I have read it' }).click()
  await expect(finish).toBeEnabled()
})

test('the merged text can be changed by hand', async ({ stet, page }) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const merged = conflict.getByRole('textbox', { name: 'Merged text' })
  await merged.fill('A text of its own.')
  // Main keeps it: it is there again after another document was looked at.
  await stet.option('Low water').click()
  await stet.option('A house with nine doors').click()
  await expect(merged).toHaveText('A text of its own.')
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await expect(stet.saveStatus).toHaveText('Saved')
  expect(await stet.keptText(DOORS)).toBe('A text of its own.')
  await expect(stet.text).toBeFocused()
})

test('a decision beside a text that is changed by hand comes into it, and no mark of an open place is ever saved', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const merged = conflict.getByRole('textbox', { name: 'Merged text' })
  const finish = conflict.getByRole('button', { name: 'Finish and save' })
  await merged.press('ControlOrMeta+Home')
  await page.keyboard.type('By hand. ')
  await expect(merged).toContainText('By hand. ')
  for (const name of ['Conflict 1 of 2', 'Conflict 2 of 2']) {
    await expect(finish).toBeDisabled()
    await conflict.getByRole('group', { name }).getByRole('button', { name: 'Take theirs' }).click()
  }
  await expect(merged).toContainText('and one more key')
  await finish.click()
  await expect(stet.saveStatus).toHaveText('Saved')
  const text = (await stet.keptText(DOORS)) ?? ''
  expect(text).toMatch(/^By hand\. Only eight/)
  expect(text).toContain('painted shut the spring')
  expect(text).toContain('and one more key')
  expect(text).not.toContain('…')
})

test('a decision that is changed by mouse gives no text the keyboard, by key its place', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = placesOf(conflict)
  const merged = conflict.getByRole('textbox', { name: 'Merged text' })
  await stet.press('F7')
  await stet.press('2')
  await stet.press('2')
  await expect(conflict.getByRole('button', { name: 'Finish and save' })).toBeFocused()
  const before = await merged.innerText()
  await place(2)
    .getByRole('button', { name: /^resolved/ })
    .click()
  await expect(conflict).toContainText('1 of 2 resolved')
  await expect(merged).not.toBeFocused()
  await stet.press('1')
  await stet.press('F7')
  await stet.press('2')
  await expect(merged).toHaveText(before, { useInnerText: true })
  await place(1)
    .getByRole('button', { name: /^resolved/ })
    .focus()
  await stet.press('Enter')
  await expect(place(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
})

test('a decision that is taken back or changed beside a text changed by hand is so in that text', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const merged = conflict.getByRole('textbox', { name: 'Merged text' })
  const first = conflict.getByRole('group', { name: 'Conflict 1 of 2' })
  await stet.press('F7')
  await stet.press('2')
  await expect(merged).toContainText('painted')
  await merged.press('ControlOrMeta+End')
  await stet.type(' By hand.')
  await first.getByRole('button', { name: /^resolved: theirs/ }).click()
  await expect(merged).not.toContainText('painted')
  await first.getByRole('button', { name: 'Keep mine' }).click()
  await expect(merged).toContainText('nailed')
  await expect(merged).toContainText('By hand.')
})

test('a place that waits for a decision is changed by no key, and a decision always finds it', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const merged = conflict.getByRole('textbox', { name: 'Merged text' })
  const open = merged.locator('.cm-searchMatch')
  await expect(open).toHaveCount(2)
  await open.first().click()
  await page.keyboard.type('beside ')
  await expect(merged).toContainText('beside ')
  const text = await merged.textContent()
  await page.keyboard.press('ArrowLeft')
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowLeft')
  await open.last().click({ position: { x: 2, y: 4 } })
  await page.keyboard.press('Delete')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Backspace')
  expect(await merged.textContent()).toBe(text)
  // After another document was looked at they are marked as before.
  await stet.option('Low water').click()
  await stet.option('A house with nine doors').click()
  await expect(open).toHaveCount(2)
  for (const name of ['Conflict 1 of 2', 'Conflict 2 of 2'])
    await conflict.getByRole('group', { name }).getByRole('button', { name: 'Take theirs' }).click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await expect(stet.saveStatus).toHaveText('Saved')
  const saved = (await stet.keptText(DOORS)) ?? ''
  expect(saved).toContain('beside ')
  expect(saved).toContain('painted shut the spring')
  expect(saved).toContain('and one more key')
  expect(saved).not.toContain('…')
})

test.describe('a clash that comes while the writer types', () => {
  test('takes no text away: it is asked above the text, and every key is there', async ({
    app,
    stet,
    page,
  }) => {
    await stet.option('Low water').click()
    await stet.text.press('ControlOrMeta+End')
    const typing = stet.type(' Written while it came, without a break, to the last word.')
    await lowClashes({ app, stet })
    await typing
    await expect(stet.text).toContainText('Written while it came, without a break, to the last word.')
    await expect(page.getByText('This document has a conflict.')).toBeVisible()
    await page.getByRole('button', { name: 'Decide' }).click()
    await expect(page.getByRole('region', { name: 'Conflict' })).toBeVisible()
  })

  test('comes between two words, and its other text is read slowly: every key stands in the text', async ({
    app,
    stet,
    page,
  }) => {
    await stet.option('Low water').click()
    await stet.text.press('ControlOrMeta+End')
    const release = app.hold('document.conflict')
    await lowClashes({ app, stet })
    await expect(page.getByRole('region', { name: 'Conflict' })).toBeFocused()
    await stet.type(' Written while it was read.')
    release()
    await expect(stet.text).toContainText('Written while it was read.')
    await expect(stet.text).toBeFocused()
  })

  test('comes between two words: the next key brings the text back, and stands in it', async ({
    app,
    stet,
    page,
  }) => {
    await stet.option('Low water').click()
    await stet.text.press('ControlOrMeta+End')
    await lowClashes({ app, stet })
    const conflict = page.getByRole('region', { name: 'Conflict' })
    await expect(conflict).toBeVisible()
    await stet.type(' 1 bell, beaten.')
    await expect(conflict).toHaveCount(0)
    await expect(stet.text).toContainText(' 1 bell, beaten.')
    await expect(stet.text).toBeFocused()
  })

  for (const [keys, becomes] of [
    [['Enter'], (text: string) => `${text}\nNew.`],
    [['Backspace', 'Backspace'], (text: string) => `${text.slice(0, -2)}New.`],
    [['ControlOrMeta+Home'], (text: string) => `New.${text}`],
    [['ArrowLeft'], (text: string) => `${text.slice(0, -1)}New.${text.at(-1)}`],
    [['ControlOrMeta+v'], (text: string) => `${text}pasted New.`],
  ] as const)
    test(`comes before ${keys.join(' and ')}, which the text has all the same`, async ({
      app,
      stet,
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(() => navigator.clipboard.writeText('pasted '))
      await stet.option('Low water').click()
      await stet.text.press('ControlOrMeta+End')
      await lowClashes({ app, stet })
      await expect(page.getByRole('region', { name: 'Conflict' })).toBeVisible()
      const before = (await stet.keptText('d-low')) ?? ''
      for (const key of keys) await stet.press(key)
      await stet.type('New.')
      await expect.poll(() => stet.keptText('d-low')).toBe(becomes(before))
    })
})

test('words typed for a place stay on screen, and the focus in them, when theirs moves in that place', async ({
  app,
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const first = conflict.getByRole('group', { name: 'Conflict 1 of 2' })
  const words = first.getByRole('textbox', { name: 'Text for this place' })
  await first.getByRole('button', { name: 'Edit' }).click()
  await words.fill('The ninth was shut')
  await theirsComes({ app, stet }, DOORS, THEIRS.replace('painted', 'glued'))
  await expect(first).toContainText('glued')
  await expect(words).toBeFocused()
  await stet.type(' for good.')
  await expect(words).toHaveValue('The ninth was shut for good.')
})

test('another theirs that comes while the writer decides is said, and is read before it is written over', async ({
  app,
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const finish = conflict.getByRole('button', { name: 'Finish and save' })
  const moved = conflict.getByRole('alert')
  for (const name of ['Conflict 1 of 2', 'Conflict 2 of 2'])
    await conflict.getByRole('group', { name }).getByRole('button', { name: 'Take theirs' }).click()
  await expect(finish).toBeEnabled()
  await expect(moved).toHaveCount(0)
  await theirsComes({ app, stet }, DOORS, THEIRS.replace('painted', 'glued'))
  await expect(moved).toContainText('The other text was changed again.')
  // The other place is as it was, and so is what was decided about it.
  await expect(conflict).toContainText('1 of 2 resolved')
  await conflict
    .getByRole('group', { name: 'Conflict 1 of 2' })
    .getByRole('button', { name: 'Take theirs' })
    .click()
  await expect(finish).toBeDisabled()
  await moved.getByRole('button', { name: 'I have read it' }).click()
  await expect(moved).toHaveCount(0)
  await expect(finish).toBeEnabled()
})

test('it can be finished later: mine stays editable, and the way back is plain', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'Finish later' }).click()
  await expect(stet.text).toContainText('nailed')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('More of mine.')
  await expect.poll(() => stet.keptText(DOORS)).toContain('More of mine.')
  await expect(stet.saveStatus).toHaveText('Needs your decision')
  const written = await stet.keptText(DOORS)
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await expect(conflict).toBeVisible()
  // She asked for it: its keys are its own, and none goes into the text.
  const first = conflict.getByRole('group', { name: 'Conflict 1 of 2' })
  await stet.press('b')
  await expect(first).not.toContainText('nailed')
  await stet.press('b')
  await expect(first).toContainText('nailed')
  await stet.press('x')
  await expect(conflict).toBeVisible()
  expect(await stet.keptText(DOORS)).toBe(written)
})

test('the outbox leads to it, and makes way for it in a narrow window', async ({ stet, page }) => {
  await stet.option('Low water').click()
  await stet.press('ControlOrMeta+Shift+O')
  await page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().waitFor()
  const outbox = page.getByRole('region', { name: 'Outbox' })
  const decide = outbox.getByRole('button', { name: 'Decide' })
  await decide.click()
  await expect(page.getByRole('region', { name: 'Conflict' })).toBeVisible()
  await expect(outbox).toBeVisible()
  await page.setViewportSize({ width: 680, height: 600 })
  await decide.click()
  await expect(outbox).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Conflict' }).locator(':focus')).toHaveCount(1)
})

test('[W11] a deletion of what was changed elsewhere since says why, and is decided', async ({
  app,
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await stet.option('Low water').click()
  await stet.text.click()
  await stet.type('Written here. ')
  // What the switcher found is no page of the list: a status that changes afterwards must not stumble over it.
  await stet.press('ControlOrMeta+p')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await stet.press('Escape')
  await askAboutDeletion({ app, stet })
  await stet.option('The customs officer').click()
  await expect(conflict).toContainText('You deleted this document, and it was changed elsewhere since.')
  await expect(conflict).not.toContainText('had not sent')
  await expect(conflict.getByRole('insertion').first()).toContainText('painted')
  await conflict.getByRole('button', { name: 'Delete it' }).click()
  await expect(stet.option('The customs officer')).toHaveCount(0)
  // Ctrl+Z right after it undoes nothing in the text that comes into view.
  await expect(stet.title).toHaveValue('Low water')
  await stet.press('ControlOrMeta+z')
  await stet.type('x')
  await expect(stet.text).not.toBeFocused()
  await expect(stet.text).toContainText('Written here. ')
})

test('a notice leads to what it is about, and is not raised where that is on screen', async ({
  app,
  stet,
  page,
}) => {
  const raise = (id: string) =>
    app.tell('notice.raised', {
      id,
      tone: 'attention',
      text: 'It needs your decision.',
      documentId: DOORS,
      action: { label: 'Review', kind: 'review' },
    })
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toBeVisible()
  await raise('n1')
  await expect(stet.notice).toHaveText('')
  await stet.option('Low water').click()
  await expect(stet.text).toBeVisible()
  await raise('n2')
  await stet.notice.getByRole('button', { name: 'Review' }).click()
  await expect(placesOf(conflict)(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
})

test('deleted elsewhere with words here: the focus goes along to the question and back into the text', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await deleteElsewhere({ app, stet })
  await stet.option('The customs officer').focus()
  await stet.press('Enter')
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict.locator(':focus')).toContainText('This document was deleted elsewhere.')
  await conflict.getByRole('button', { name: 'Keep as a new document' }).press('Enter')
  await expect(stet.text).toBeFocused()
  await expect(stet.text).toContainText('nailed shut')
})

test('[W11] deleted elsewhere with nothing unsent: said above the text, and kept as a new document', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('The ferryman').click()
  await expect(stet.title).toHaveValue('The ferryman')
  const kept = (await stet.keptText(FERRYMAN)) ?? ''
  await app.elsewhere.delete(FERRYMAN)
  await app.hear()
  const said = page.getByText('This document was deleted elsewhere.')
  await expect(said).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Keep as a new document' }).click()
  await expect(said).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await expect(stet.title).toHaveValue('The ferryman')
  const tabs = page.getByRole('tablist', { name: 'Open documents' })
  await expect(tabs.getByText('The ferryman')).toHaveCount(1)
  await expect.poll(() => textsOf(stet, 'The ferryman')).toEqual([kept])
  expect(await idsOf(stet, 'The ferryman')).not.toEqual([FERRYMAN])
})

test('[W8] F7 and the number keys reach a clash of titles, then that of the text', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await app.ask('document.edit-fields', { id: DOORS, title: 'Nine doors' })
  await app.elsewhere.write(DOORS, { title: 'Eight doors' })
  await app.hear()
  await stet.option('Nine doors').focus()
  await stet.press('Enter')
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict.locator(':focus')).toContainText('0 of 3 resolved')
  const titles = conflict.getByRole('group', { name: 'Conflict 1 of 3' })
  await stet.press('F7')
  await expect(titles.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.press('2')
  const decided = titles.getByRole('button', { name: /^resolved: theirs/ })
  await expect(decided).toBeVisible()
  await expect(
    conflict.getByRole('group', { name: 'Conflict 2 of 3' }).getByRole('button', { name: 'Keep mine' }),
  ).toBeFocused()
  await expect(conflict).toContainText('1 of 3 resolved')
  await stet.press('ControlOrMeta+z')
  await expect(conflict).toContainText('0 of 3 resolved')
  await expect(titles.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.press('1')
  await expect(titles).toContainText('resolved: mine')
})

test('Ctrl+Z takes decisions back one by one and leads to their places; in a field it is the field’s own', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = placesOf(conflict)
  await stet.press('F7')
  await stet.press('1')
  await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.press('3')
  await expect(conflict).toContainText('2 of 2 resolved')
  await stet.press('ControlOrMeta+z')
  await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await expect(conflict).toContainText('1 of 2 resolved')
  await stet.press('ControlOrMeta+z')
  await expect(place(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await expect(conflict).toContainText('0 of 2 resolved')
  await stet.press('Control+y')
  await stet.press('ControlOrMeta+Shift+z')
  await expect(place(1)).toContainText('resolved: mine')
  await expect(place(2)).toContainText('resolved: both')
  // One key too many decides nothing anew.
  await expect(conflict.getByRole('button', { name: 'Finish and save' })).toBeFocused()
  await stet.press('2')
  await stet.press('ControlOrMeta+z')
  await expect(place(1)).toContainText('resolved: mine')
  await expect(conflict).toContainText('1 of 2 resolved')
  await stet.press('ControlOrMeta+z')
  await expect(conflict).toContainText('0 of 2 resolved')
  await place(1).getByRole('button', { name: 'Edit' }).click()
  await stet.type('Words')
  await stet.press('ControlOrMeta+z')
  await expect(conflict).toContainText('0 of 2 resolved')
  await expect(place(1).getByRole('textbox', { name: 'Text for this place' })).not.toHaveValue(/Words/)
})

test('[W9] where nothing clashes, as after a merge was undone, one of the texts can be kept or both put together', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await settle({ app, stet }, OFFICER, 'First.\n\nSecond.\n')
  await typeElsewhere(stet, 'all', 'First.\n\nSecond, mine.\n', OFFICER)
  await app.elsewhere.write(OFFICER, { content: 'First, theirs.\n\nSecond.\n' })
  await app.hear()
  await expect.poll(() => stet.keptText(OFFICER)).toBe('First, theirs.\n\nSecond, mine.\n')
  await app.ask('document.undo-merge', { id: OFFICER })
  await stet.option('The customs officer').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toContainText('Put both texts together, or keep one of them.')
  await expect(conflict).not.toContainText('resolved')
  await expect(conflict.getByRole('button', { name: 'Take theirs' })).toBeVisible()
  await expect(conflict.getByRole('button', { name: 'Finish and save' })).toBeEnabled()
  await expectNoViolations(page)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(stet.saveStatus).toHaveText('Saved')
  expect(await stet.keptText(OFFICER)).toBe('First.\n\nSecond, mine.\n')
  await expect(stet.text).toBeFocused()
})

test('of 2,000 clashes those around the writer are drawn, and each is reached by F7 and by button', async ({
  app,
  stet,
  page,
}) => {
  await putIntoManyConflicts({ app, stet }, 2_000)
  await stet.option('The customs officer').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const clash = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 2000` })
  await expect(conflict).toContainText('0 of 2000 resolved')
  await expect(clash(1)).toBeVisible()
  expect(await conflict.getByRole('group').count()).toBeLessThan(100)
  await clash(1).getByRole('button', { name: 'Keep mine' }).focus()
  for (let number = 2; number <= 60; number++) {
    await stet.press('F7')
    await expect(clash(number).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  }
  await stet.press('2')
  await expect(clash(61).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  const later = conflict.getByRole('button', { name: /later conflicts$/ })
  const seen = await later.textContent()
  await later.click()
  await expect(later).not.toHaveText(seen ?? '')
  const at = /Conflict (\d+) of 2000/.exec((await conflict.textContent()) ?? '')?.[1]
  await expect(clash(Number(at))).toBeInViewport()
  await expect(conflict.locator('[data-clash]:focus-within')).toHaveCount(0)
  expect(await conflict.getByRole('group').count()).toBeLessThan(100)
  await stet.press('Shift+F7')
  await expect(clash(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await expect(conflict.getByRole('button', { name: /earlier conflicts$/ })).toHaveCount(0)
})

test('the merged text shows the place that the writer is at', async ({ app, stet, page }) => {
  await putIntoManyConflicts({ app, stet }, 40)
  await stet.option('The customs officer').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const merged = conflict.getByRole('textbox', { name: 'Merged text' })
  await conflict.getByRole('group', { name: 'Conflict 1 of 40' }).waitFor()
  for (let place = 1; place <= 20; place++) await stet.press('F7')
  await expect(conflict.getByRole('group', { name: 'Conflict 20 of 40' }).locator(':focus')).toBeVisible()
  await expect(merged.getByText('Door 20 is red', { exact: false })).toBeInViewport()
  await stet.press('2')
  await expect(merged.getByText('Door 20 is blue now.')).toBeInViewport()
  await expect(merged.getByText('Door 21 is red', { exact: false })).toBeInViewport()
})

test('in a small window no notice lies over the place of the merged text that the writer is at', async ({
  app,
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await putIntoManyConflicts({ app, stet }, 40)
  await stet.option('The customs officer').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const clash = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 40` })
  await clash(1).waitFor()
  for (let place = 1; place <= 20; place++) await stet.press('F7')
  await expect(clash(20).locator(':focus')).toBeVisible()
  await clash(20).getByRole('button', { name: 'Edit' }).press('Enter')
  await clash(20).getByRole('textbox').fill('Door 20 is grey.')
  await clash(20).getByRole('button', { name: 'Take theirs' }).press('Enter')
  await expect(stet.notice).toContainText('What you wrote for this place is kept')
  const place = conflict.getByRole('textbox', { name: 'Merged text' }).getByText('Door 21 is red')
  await expect(place).toBeInViewport({ ratio: 1 })
  const bottom = async () =>
    ((await place.boundingBox())?.y ?? NaN) + ((await place.boundingBox())?.height ?? 0)
  await expect.poll(bottom).toBeLessThan((await stet.notice.boundingBox())?.y ?? 0)
})

test('a clash of very many words shows their beginning, and all of them on demand', async ({
  app,
  stet,
  page,
}) => {
  await makeClash({ app, stet }, OFFICER, {
    base: 'Some words.',
    mine: Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' '),
    theirs: 'Other words.',
  })
  await stet.option('The customs officer').click()
  const mine = page.getByRole('region', { name: 'Conflict' }).locator('[data-clash] [data-side="mine"]')
  await expect(mine).toContainText('word0')
  expect((await mine.textContent())?.length).toBeLessThan(10_000)
  const more = mine.getByRole('button', { name: /more characters/ })
  while (await more.isVisible()) {
    await more.focus()
    await stet.press('Enter')
  }
  await expect(mine).toContainText('word19999')
})

test('F7 from the list leads to the place that is next, and Tab from there through all of them to the ways out', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = placesOf(conflict)
  await expect(place(1)).toBeVisible()
  await stet.option('A house with nine doors').focus()
  await stet.press('F7')
  await expect(place(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.press('F7')
  await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.option('A house with nine doors').focus()
  await stet.press('F7')
  await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()

  await place(1).getByRole('button', { name: 'Keep mine' }).click()
  await place(2).getByRole('button', { name: 'Take theirs' }).click()
  await expect(conflict).toContainText('2 of 2 resolved')
  await place(1).getByRole('button').focus()
  for (const name of [/^resolved: theirs/, 'Finish later', 'Finish and save']) {
    await stet.press('Tab')
    await expect(conflict.getByRole('button', { name }).last()).toBeFocused()
  }
})

test('where a place has no room as a whole, the buttons that decide it are seen when it comes up', async ({
  app,
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  const sentence = 'The lamp burned in the window of the harbour house all night'
  const written = (end: string) => `${Array.from({ length: 14 }, () => sentence).join(', ')}, ${end}.`
  const texts = { base: 'The lamp.', mine: written('mine'), theirs: written('theirs') }
  await makeClash({ app, stet }, 'd-low', texts)
  await stet.option('Low water').click()
  const place = page.getByRole('group', { name: 'Conflict 1 of 1' })
  await expect(place.getByRole('button', { name: 'Keep mine' })).toBeInViewport({ ratio: 1 })
})

test('the next place comes up as a whole, whether a key or the mouse decided, and so does one whose edit is cancelled', async ({
  app,
  stet,
  page,
}) => {
  const written = (colour: string) =>
    Array.from(
      { length: 12 },
      (_, at) => `Door ${at + 1} is ${colour} now, ${'and the lamp burned in the window, '.repeat(4)}late.\n`,
    ).join('\nIt is shut.\n\n')
  const texts = { base: written('green'), mine: written('red'), theirs: written('blue') }
  await makeClash({ app, stet }, OFFICER, texts)
  await stet.option('The customs officer').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const clash = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 12` })
  /** Its first and last line are seen; the heads of the columns lie over what is scrolled below them. */
  const isWhole = (number: number) =>
    expect
      .poll(() =>
        clash(number).evaluate((place) => {
          const { x, y, bottom } = place.getBoundingClientRect()
          return [y + 2, bottom - 2].map((at) => place.contains(document.elementFromPoint(x + 20, at)))
        }),
      )
      .toEqual([true, true])
  await isWhole(1)
  await clash(12).getByRole('button', { name: 'Keep mine' }).click()
  await isWhole(1)
  for (let number = 1; number <= 6; number++) await stet.press('F7')
  await expect(clash(6).locator(':focus')).toBeVisible()
  await isWhole(6)
  await clash(12).scrollIntoViewIfNeeded()
  await stet.press('2')
  await isWhole(7)
  await clash(3).getByRole('button', { name: 'Edit' }).click()
  await clash(3).getByRole('button', { name: 'Cancel' }).click()
  await isWhole(3)
})

test('keys that decide count however slowly main answers, each for the next place', async ({
  app,
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = placesOf(conflict)
  await stet.press('F7')
  const answer = app.hold('document.decide')
  await stet.press('1')
  await expect(place(2).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.press('2')
  await expect(conflict.getByRole('button', { name: 'Finish and save' })).toBeFocused()
  answer()
  await expect(place(1)).toContainText('resolved: mine')
  await expect(place(2)).toContainText('resolved: theirs')
})

test('keys that come before anything is drawn decide one place each, and none twice', async ({
  app,
  stet,
  page,
}) => {
  await putIntoManyConflicts({ app, stet }, 14)
  await stet.option('The customs officer').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = (number: number) => conflict.getByRole('group', { name: `Conflict ${number} of 14` })
  await expect(conflict).toContainText('0 of 14 resolved')
  await stet.press('F7')
  await expect(place(1).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await pressWithoutPause(page, '121212121212')
  await expect(conflict).toContainText('12 of 14 resolved')
  await expect(place(3)).toContainText('resolved: mine')
  await expect(place(12)).toContainText('resolved: theirs')
  await expect(place(13).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect(conflict).toContainText('11 of 14 resolved')
  await expect(place(12).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await pressWithoutPause(page, '22211')
  await expect(conflict).toContainText('14 of 14 resolved')
  await expect(place(14)).toContainText('resolved: theirs')
  await expect(place(1)).toContainText('resolved: mine')
})

/** All in one turn: the window draws nothing between them. */
const pressWithoutPause = (page: Page, keys: string) =>
  page.evaluate((list) => {
    const target = document.activeElement
    for (const key of list) target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }, keys)

test('Ctrl+Enter uses the text for a place, and a decision beside it says that it is kept', async ({
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = placesOf(conflict)
  const field = (number: number) => place(number).getByRole('textbox', { name: 'Text for this place' })
  await place(1).getByRole('button', { name: 'Edit' }).click()
  await field(1).fill('The ninth was shut for good.')
  await stet.press('ControlOrMeta+Enter')
  await expect(place(1)).toContainText('resolved: edited')
  await place(2).getByRole('button', { name: 'Edit' }).click()
  await field(2).fill('Nobody came by.')
  await place(2).getByRole('button', { name: 'Take theirs' }).click()
  await expect(stet.notice).toContainText('What you wrote for this place is kept')
  await place(2).getByRole('button', { name: 'resolved: theirs' }).click()
  await expect(field(2)).toHaveValue('Nobody came by.')
})

test('“Use this text” pressed with the mouse gives no decision the keyboard, however late it is kept', async ({
  app,
  stet,
  page,
}) => {
  const conflict = page.getByRole('region', { name: 'Conflict' })
  const place = placesOf(conflict)
  await place(1).getByRole('button', { name: 'Edit' }).click()
  await place(1).getByRole('textbox', { name: 'Text for this place' }).fill('The ninth was shut for good.')
  const answer = app.hold('document.decide')
  await place(1).getByRole('button', { name: 'Use this text' }).click()
  await stet.press('x')
  answer()
  await expect(conflict).toContainText('1 of 2 resolved')
  await expect(conflict).toContainText('Conflict 2 of 2')
  await stet.press('3')
  await expect(place(2)).toHaveAttribute('data-open', '')
  await expect(stet.notice).toContainText('The words that you typed are in no text yet')
})
