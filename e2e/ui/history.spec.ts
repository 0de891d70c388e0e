import type { Page } from '@playwright/test'
import type { Host } from '../host/host'
import { openByName } from './editing'
import { expect, FERRYMAN, test, type Stet } from './stet'

const NOW = 'took it as a personal insult'
const THEN = 'was not pleased about it'

const history = (page: Page) => page.getByRole('region', { name: 'History' })
const versions = (page: Page) => history(page).getByRole('listbox', { name: 'Versions' })
const reader = (page: Page) => page.getByRole('region', { name: 'Version' })
const changes = (page: Page) => reader(page).getByRole('status', { name: 'Changes' })

/** Counts the changes of the page that leave nothing with the focus. */
async function timesWithoutFocus(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const times = { count: 0 }
    new MutationObserver(() => {
      if (document.activeElement === document.body) times.count += 1
    }).observe(document.body, { childList: true, subtree: true })
    return times
  })
  return () => count.evaluate((times) => times.count)
}

test('in a small window the way back from a version stands beside its name', async ({ stet, page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await stet.press('ControlOrMeta+Shift+H')
  await versions(page).getByRole('option').last().click()
  const back = await reader(page).getByRole('button', { name: 'Back to now' }).boundingBox()
  const name = await reader(page).getByRole('textbox', { name: 'Name of this version' }).boundingBox()
  expect(back?.y).toBe(name?.y)
})

test('the keyboard goes to the newest version and stays in the list while newer ones come', async ({
  app,
  stet,
  page,
}) => {
  // The list is there at once when it was read before.
  await stet.press('ControlOrMeta+Shift+H')
  await expect(versions(page).getByRole('option').first()).toBeFocused()
  await stet.press('ControlOrMeta+Shift+H')
  await expect(history(page)).toHaveCount(0)
  const release = await stet.main.hold('history.look')
  await stet.press('ControlOrMeta+Shift+H')
  const newest = versions(page).getByRole('option').first()
  await expect(newest).toBeFocused()
  const before = (await newest.getAttribute('data-version')) ?? ''
  // One more save of the sitting, which folds the row that has the keyboard.
  const { content = '' } = await app.elsewhere.read(FERRYMAN)
  await app.elsewhere.write(FERRYMAN, { content: `${content} And more.` })
  const lost = await timesWithoutFocus(page)
  await release()
  await expect(versions(page).getByRole('option').first()).toBeFocused()
  await expect(versions(page).getByRole('option').first()).not.toHaveAttribute('data-version', before)
  // A key pressed while nothing has the focus is lost, however short that is.
  expect(await lost()).toBe(0)
  await stet.press('F6')
  await expect(newest).not.toBeFocused()
  await stet.press('Shift+F6')
  await expect(newest).toBeFocused()
  for (let tabs = 0; tabs < 4; tabs++) await stet.press('Shift+Tab')
  await expect(history(page).getByRole('button', { name: 'Where did that sentence go?' })).toBeFocused()
})

test('by keyboard alone: step through, take one passage back, undo it, restore', async ({ stet, page }) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.press('ControlOrMeta+Shift+H')
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
    versions(page).getByRole('option', { name: /before an older version was restored/i }),
  ).toBeVisible()
})

test('what is typed right after a restore is in the text, and stays when the restore is taken back', async ({
  stet,
  page,
}) => {
  const before = (await stet.keptText(FERRYMAN)) ?? ''
  const older = before.slice(0, Math.ceil(before.length / 2))
  await stet.press('ControlOrMeta+Shift+H')
  await versions(page).getByRole('option').last().focus()
  await stet.press('End')
  await expect(reader(page)).toBeVisible()
  const held = await stet.main.hold('history.keep')
  await history(page).getByRole('button', { name: 'Restore this version' }).focus()
  await stet.press('Enter')
  await page.keyboard.type('Just typed. ', { delay: 0 })
  await held()
  await page.keyboard.type('And more. ', { delay: 0 })
  await expect(stet.text).toBeFocused()
  await expect
    .poll(async () => (await stet.keptText(FERRYMAN))?.includes('Just typed. And more. '))
    .toBe(true)
  expect((await stet.keptText(FERRYMAN))?.replace('Just typed. And more. ', '')).toBe(older)

  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await stet.keptText(FERRYMAN))?.replace('Just typed. And more. ', ''))
    .toBe(before)
  expect(await stet.keptText(FERRYMAN)).toContain('Just typed. And more. ')
})

test('Undo of a restore is no longer offered once Ctrl+Z has done the same', async ({ stet, page }) => {
  const before = (await stet.keptText(FERRYMAN)) ?? ''
  await stet.press('ControlOrMeta+Shift+H')
  await versions(page).getByRole('option').last().focus()
  await stet.press('End')
  await history(page).getByRole('button', { name: 'Restore this version' }).click()
  await expect(stet.text).toBeFocused()
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('the slider shows every version; compared with the one before, and side by side', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+H')
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
  app,
  stet,
  page,
}) => {
  await openGrown({ app, stet }, ['One.', 'Two.', 'Three.'], 60_000)
  await stet.press('ControlOrMeta+Shift+H')
  const options = versions(page).getByRole('option')
  await expect(options).toHaveCount(3)
  await expect(options.first()).toContainText('3 saves')
  await options.last().click()
  await expect(reader(page).getByRole('textbox', { name: 'Text of this version' })).toContainText('One')
  // Seconds are said where another version has the same minute, and nowhere else.
  await expect(reader(page).getByText(/^(Today|Yesterday) \d\d:\d\d$/)).toBeVisible()
  await options.last().focus()
  await stet.press('ArrowLeft')
  await expect(options).toHaveCount(1)
  await expect(options).toBeFocused()
})

test('the frame of a change goes around a drawn formula, not around each line of its source', async ({
  app,
  stet,
  page,
}) => {
  await openGrown({ app, stet }, ['First.\n\nLast.', 'First.\n\n$$\n\\int_0^1 x\n$$\n\nLast.'], 60_000)
  await stet.press('ControlOrMeta+Shift+H')
  await versions(page).getByRole('option').last().click()
  const formula = reader(page).locator('.cm-formula-block math')
  await expect(formula).toHaveCSS('outline-style', 'solid')
  await expect(reader(page).locator('.cm-formula-line ins')).not.toHaveCount(0)
  for (const line of await reader(page).locator('.cm-formula-line ins').all())
    await expect(line).toHaveCSS('outline-style', 'none')
})

test('a name and a star are kept, and said to be kept here', { tag: '@first' }, async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+H')
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
  await stet.press('ControlOrMeta+Shift+H')
  await history(page).getByRole('button', { name: 'Where did that sentence go?' }).click()
  await history(page).getByRole('searchbox', { name: 'Deleted words' }).fill('bell women')
  const found = history(page).getByRole('listbox', { name: 'Sentences' }).getByRole('option')
  await expect(found.first()).toContainText('The old women said you could hear the bell under the water.')
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await expect(reader(page).locator('.cm-searchMatch, .cm-current').first()).toContainText('The old women')
  await reader(page).getByRole('button', { name: 'Take this back' }).click()
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('hear the bell under the water.')
  expect(await stet.keptText(FERRYMAN)).toContain(NOW)
})

/** Opens a document that another device has written so, with so much time from state to state. */
async function openGrown(
  { app, stet }: { readonly app: Host; readonly stet: Stet },
  texts: readonly string[],
  betweenMs: number,
  last = app.clock.now(),
): Promise<void> {
  const at = (index: number) => last - (texts.length - 1 - index) * betweenMs
  app.addDocument({
    title: 'Grown',
    states: texts.map((text, index) => ({ text, at: at(index), status: 'draft' })),
  })
  await app.hear()
  await openByName(stet, 'Grown')
}

/** Sixty versions of one hour, a second apart; an older one lacks a long paragraph at the end of a long text. */
async function longHistory(scene: { readonly app: Host; readonly stet: Stet }): Promise<void> {
  const lines = Array.from(
    { length: 60 },
    (_, n) => `Paragraph ${n} of a long text, which nobody changes.\n\n`,
  ).join('')
  const newest = new Date()
  newest.setHours(0, 1, 40, 0)
  const texts = Array.from({ length: 60 }, (_, n) =>
    n === 0 ? `${lines}It came late. ${'word '.repeat(37)}` : lines.replace('Paragraph 59', `Draft ${n}`),
  )
  await openGrown(scene, texts.toReversed(), 1_000, newest.getTime())
}

test('a version opens at the change that can be taken back, and says how much it is', async ({
  app,
  stet,
  page,
}) => {
  await longHistory({ app, stet })
  await expect(stet.text).toContainText('Paragraph 1 of')
  await stet.press('ControlOrMeta+Shift+H')
  await history(page).getByRole('slider', { name: 'Version' }).focus()
  await stet.press('ArrowLeft')
  await expect(changes(page)).toContainText('since this version')
  await expect(reader(page).locator('.cm-current').first()).toBeInViewport()
  await expect(reader(page).getByText(/words? added/)).toBeVisible()
})

test('the slider stays in sight, and F7 goes on while it has the focus', async ({ app, stet, page }) => {
  await longHistory({ app, stet })
  await stet.press('ControlOrMeta+Shift+H')
  const slider = history(page).getByRole('slider', { name: 'Version' })
  await slider.focus()
  await stet.press('ArrowLeft')
  await stet.press('Home')
  await expect(versions(page).getByRole('option').last()).toBeInViewport()
  await expect(slider).toBeInViewport({ ratio: 1 })
  // Each version has as many changes: the one before it must have gone.
  await expect(reader(page)).toContainText('DraftParagraph 59')
  await expect(changes(page)).toHaveText('1 of 2 changes since this version')
  await stet.press('F7')
  await expect(changes(page)).toHaveText('2 of 2 changes since this version')
  await expect(slider).toBeFocused()
})

test('versions of one minute are told apart by their seconds', async ({ app, stet, page }) => {
  await longHistory({ app, stet })
  await stet.press('ControlOrMeta+Shift+H')
  const slider = history(page).getByRole('slider', { name: 'Version' })
  await slider.focus()
  await stet.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /00:01:39/)
  await expect(versions(page).getByRole('option', { selected: true })).toContainText('00:01:39')
  await expect(reader(page)).toContainText(' 00:01:39')
})

test('the lost sentences and the ages are not shown at once', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+H')
  const ages = history(page).getByRole('button', { name: 'Age of each paragraph' })
  const lost = history(page).getByRole('button', { name: 'Where did that sentence go?' })
  await ages.click()
  await lost.click()
  await expect(ages).toHaveAttribute('aria-pressed', 'false')
  await ages.click()
  await expect(lost).toHaveAttribute('aria-pressed', 'false')
})

test('the head of a version shows its words in a narrow window', async ({ stet, page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await stet.press('ControlOrMeta+Shift+H')
  await versions(page).getByRole('option').last().click()
  const name = reader(page).getByRole('textbox', { name: 'Name of this version' })
  const against = reader(page).getByRole('combobox', { name: 'Compare with' })
  await expect.poll(() => name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(130)
  await expect.poll(() => against.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(160)
})

for (const [width, height] of [
  [1280, 800],
  [900, 600],
  [700, 600],
  [640, 400],
] as const)
  test(`at ${width} a notice lies over no control of the history`, async ({ stet, page }) => {
    await page.setViewportSize({ width, height })
    await stet.press('ControlOrMeta+Shift+H')
    await versions(page).getByRole('option').first().focus()
    await stet.press('ArrowRight')
    await stet.press('ArrowDown')
    const takeBack = reader(page).getByRole('button', { name: 'Take this back' })
    await takeBack.click()
    await expect(stet.notice).toContainText('The passage is as it was.')
    await expect(takeBack).toBeVisible()
    const covered = await page.evaluate(() => {
      const notice = document.querySelector('[role="status"][aria-label="Notice"]')?.getBoundingClientRect()
      if (notice === undefined) throw new Error('no notice')
      return [...document.querySelectorAll('[aria-label="Version"] button, [aria-label="History"] button')]
        .filter((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect()
          return left < notice.right && notice.left < right && top < notice.bottom && notice.top < bottom
        })
        .map(({ textContent }) => textContent)
    })
    expect(covered).toEqual([])
    // Nor does the pointer that is still there keep the notice for ever: one press takes the next change back.
    await takeBack.click()
    await expect(changes(page)).toHaveText('The text is the same now')
  })

test('while an older version covers the text, no way to the text leads below it', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+H')
  await versions(page).getByRole('option').last().click()
  await expect(reader(page)).toBeVisible()
  await page.getByRole('tab', { selected: true }).click()
  await expect(reader(page)).toBeFocused()
  await stet.option('The ferryman').focus()
  await stet.press('F6')
  await expect(reader(page)).toBeFocused()
  await stet.option('The ferryman').press('Enter')
  await expect(reader(page)).toBeFocused()
  await stet.press('Escape')
  await expect(reader(page)).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})
