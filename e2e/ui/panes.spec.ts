import { expect, FERRYMAN, test } from './stet'

test('F6 goes round the panes and back', { tag: '@first' }, async ({ stet, page }) => {
  await stet.folder('Chapters').focus()
  await stet.press('F6')
  await expect(stet.option('The ferryman')).toBeFocused()
  await stet.press('F6')
  await expect(stet.text).toBeFocused()
  await stet.press('F6')
  await expect(stet.folder('Chapters')).toBeFocused()
  await stet.press('Shift+F6')
  await expect(stet.text).toBeFocused()
  await expect(page.locator(':focus-visible')).toHaveCount(1)
})

test('every divider moves by keys and is remembered', async ({ stet, page }) => {
  const divider = page.getByRole('separator', { name: 'Width of the document list' })
  await divider.focus()
  await stet.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '288')
  await expect
    .poll(() => stet.main.ask('settings.get', undefined).then(({ panes }) => panes.list.width))
    .toBe(288)
  await divider.dblclick()
  await expect(divider).toHaveAttribute('aria-valuenow', '272')
})

test('a window that closes at once is remembered as it was', async ({ app, stet, page }) => {
  await expect(stet.option('Letters, unsent')).toBeVisible()
  const before = app.given.length
  await page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    rows.find(({ textContent }) => textContent.startsWith('Letters, unsent'))?.click()
  })
  await app.tell('flush.requested', { reason: 'leave', round: 1 })
  const given = () => app.given.slice(before).map(({ name }) => name)
  await expect.poll(given).toContain('flush.done')
  expect(given().slice(0, given().indexOf('flush.done'))).toContain('window.remember')
  await expect(stet.title).toHaveValue('Letters, unsent')
  expect((await app.ask('settings.get', undefined)).activeTab).toBe('d-letters')
})

test('a divider is dragged', async ({ stet, page }) => {
  await expect(stet.tree).toBeVisible()
  const divider = page.getByRole('separator', { name: 'Width of the sidebar' })
  const box = await divider.boundingBox()
  if (box === null) throw new Error('no divider')
  await page.mouse.move(box.x + 4, 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 64, 300, { steps: 4 })
  await page.mouse.up()
  await expect(divider).toHaveAttribute('aria-valuenow', '276')
})

test('sidebar and list hide and come back', async ({ stet }) => {
  await stet.press('ControlOrMeta+\\')
  await expect(stet.tree).toHaveCount(0)
  await stet.press('ControlOrMeta+\\')
  await expect(stet.tree).toBeVisible()
  await stet.command('Toggle document list')
  await expect(stet.documents).toHaveCount(0)
})

test('nothing moves while someone types', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  const place = () => page.locator('.cm-line', { hasText: 'There had been a customs house' }).boundingBox()
  const before = await place()
  await stet.type('One more sentence, *with* marks and `code`.')
  await expect(stet.saveStatus).toHaveText('Saved')
  expect(await place()).toEqual(before)
  // A word that grows shifts what follows it in its line; anything larger would be a pane or a paragraph.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.filter((shift) => shift > 0.001)).toEqual([])
})

test('900 wide a panel takes the place of the list, and covers no text', async ({ stet, page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await expect(stet.documents).toBeVisible()
  await stet.option('The ferryman').focus()
  await stet.press('ControlOrMeta+Shift+O')
  const panel = page.getByRole('region', { name: 'Outbox' })
  await expect(panel).toBeVisible()
  await expect(stet.documents).toHaveCount(0)
  await expect(panel).toBeFocused()
  const [text, over] = [await stet.text.boundingBox(), await panel.boundingBox()]
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(over?.x ?? 0)
  await stet.text.click()
  await stet.type('Beside it. ')
  await expect(panel).toBeVisible()
  // From the text the key leads into the panel, and from the panel it closes the panel.
  await stet.press('ControlOrMeta+Shift+O')
  await expect(panel).toBeFocused()
  await stet.press('ControlOrMeta+Shift+O')
  await expect(stet.documents).toBeVisible()
  await expect(stet.text).toBeFocused()
})

test.describe('680 wide', () => {
  test.use({ viewport: { width: 680, height: 600 } })
  test('sidebar and list are drawers; the panel lies over the text', async ({ stet, page }) => {
    await expect(stet.tree).toHaveCount(0)
    await expect(stet.documents).toHaveCount(0)
    await page.getByRole('button', { name: 'Sidebar' }).click()
    await stet.folder('Essays').click()
    await expect(stet.tree).toHaveCount(0)
    await expect(stet.option('On winter light')).toBeFocused()
    await stet.press('Escape')
    await expect(stet.documents).toHaveCount(0)
    await stet.press('ControlOrMeta+Shift+O')
    const panel = page.getByRole('region', { name: 'Outbox' })
    await expect(panel).toBeVisible()
    await expect(stet.documents).toHaveCount(0)
    const [text, over] = [await stet.text.boundingBox(), await panel.boundingBox()]
    // As much of the lines is seen as the window has beside the panel.
    expect(text?.x).toBeLessThan(60)
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeGreaterThan(over?.x ?? Infinity)
    await stet.press('ControlOrMeta+Shift+O')
    await expect(panel).toHaveCount(0)
  })

  test('a panel that lies over the text gives way to typing, so that the offered titles are seen', async ({
    stet,
    page,
  }) => {
    await stet.press('ControlOrMeta+Shift+O')
    const panel = page.getByRole('region', { name: 'Outbox' })
    await stet.text.click({ position: { x: 20, y: 20 } })
    await expect(panel).toBeVisible()
    await stet.press('ControlOrMeta+End')
    await stet.type('Words up to the edge of this narrow window, [[The')
    await expect(panel).toHaveCount(0)
    const offered = page.locator('.cm-tooltip-autocomplete')
    await expect(offered).toBeVisible()
    const isOnTop = await offered.evaluate((element) => {
      const { left, right, top } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint((left + right) / 2, top + 8))
    })
    expect(isOnTop).toBe(true)
  })
})

for (const [width, how] of [
  [1280, 'beside the list, in a split view'],
  [600, 'where the list is a drawer too'],
] as const)
  test(`a folder pressed in the drawer of the sidebar leads on to its list: ${how}`, async ({
    stet,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await stet.text.click()
    await stet.command('Split')
    const before = await stet.keptText(FERRYMAN)
    await expect(stet.tree).toHaveCount(0)
    await page.getByRole('button', { name: 'Sidebar' }).click()
    await stet.folder('Essays').click()
    await expect(stet.tree).toHaveCount(0)
    const list = page.getByRole('region', { name: 'Document list' })
    await expect(list.locator(':focus')).toHaveCount(1)
    await expect(stet.option('On winter light')).toBeVisible()
    await stet.press('ControlOrMeta+a')
    await stet.type('Four')
    expect(await stet.keptText(FERRYMAN)).toBe(before)
    const isCovered = await stet.option('On winter light').evaluate((row) => {
      const { left, top } = row.getBoundingClientRect()
      return !row.contains(document.elementFromPoint(left + 20, top + 12))
    })
    expect(isCovered).toBe(false)
    if (width === 600) await stet.press('Escape')
    const isDimmed = await stet.text.first().evaluate((text) => {
      const { left, top } = text.getBoundingClientRect()
      return !text.contains(document.elementFromPoint(left + 20, top + 12))
    })
    expect(isDimmed).toBe(false)
  })
