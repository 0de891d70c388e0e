import { appOfFile, expect, onLinux, test, type App } from './app'

const running = appOfFile()

/** Opens a document that another device has just created. */
async function openMade(app: App, title: string): Promise<void> {
  await app.runCommand('Check for changes')
  await app.openDocument(title)
}

const WRAPPED =
  'The tide was late and nobody on the quay had thought to bring a lamp since the harbour master went home. '.repeat(
    4,
  )

test('a Space typed at the end of a row of a wrapped paragraph breaks no line', async () => {
  const { app, service } = running()
  const created = await service.create({ title: 'Wrapped', content: WRAPPED })
  const { page, saveStatus, text } = app
  await openMade(app, 'Wrapped')
  await text.click()
  let count = 0
  for (const delay of [0, 5, 30, 90])
    for (const row of [1, 2, 3]) {
      await page.keyboard.press('ControlOrMeta+Home')
      for (let below = 1; below < row; below++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.keyboard.type(` Be${++count} c`, { delay })
      await expect(text).toContainText(` Be${count} c`)
      expect(await app.readText()).not.toContain('\n')
    }
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveStatus).toHaveText('Saved')
  const content = (await service.document(created.id))?.record.content
  expect(content).toHaveLength(WRAPPED.length + 12 * ' Be1 c'.length + 3)
  expect(content).not.toContain('\n')
})

const STYLED =
  '## A heading\n\n**Bold words** and *slanted ones* and `code`.\n\n- an item\n\n[a link](https://example.com) at the end.\n'

test('what is typed over chosen words leaves no style of the browser behind', { tag: '@first' }, async () => {
  const { app, service } = running()
  await service.create({ title: 'Styled', content: STYLED })
  const { page, text } = app
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await openMade(app, 'Styled')
  const ways: readonly ((nth: number) => Promise<void>)[] = [
    (nth) => page.keyboard.type(`${nth}`),
    (nth) => page.keyboard.insertText(`${nth}`),
  ]
  const below = [0, 2, 4, 6]
  for (const [way, write] of ways.entries()) {
    for (const lines of below)
      for (const whole of [true, false]) {
        await text.click()
        await page.keyboard.press('ControlOrMeta+Home')
        for (let line = 0; line < lines; line++) await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Home')
        for (let at = 0; !whole && at < 4; at++) await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Shift+End')
        await write(way)
        await expect
          .poll(async () => (await app.readText()).split('\n')[lines])
          .toMatch(new RegExp(`${way}$`))
        expect(await text.locator('[style]:not(.cm-line)').count()).toBe(0)
        await page.keyboard.press('ControlOrMeta+z')
        await expect
          .poll(async () => (await app.readText()).split('\n')[lines])
          .toBe(STYLED.split('\n')[lines])
      }
  }
  expect(errors).toEqual([])
})

test('the list of titles stands at the cursor, beside a panel too', async () => {
  const { app, service } = running()
  await service.create({ title: 'Other letters', content: 'Words.' })
  await service.create({ title: 'Low water', content: '' })
  await openMade(app, 'Low water')
  for (const arrange of ['', 'Show links to this document']) {
    if (arrange !== '') await app.runCommand(arrange)
    await app.text.click()
    await app.page.keyboard.press('ControlOrMeta+End')
    await app.page.keyboard.press('Enter')
    await app.page.keyboard.type('Some words and [[Oth')
    const list = app.page.locator('.cm-tooltip-autocomplete')
    await expect(list).toBeVisible()
    const cursor = await app.page.evaluate(() => {
      // A caret between two elements has no rectangle of its own, but the last typed character has one.
      const typed = window.getSelection()!.getRangeAt(0).cloneRange()
      typed.setStart(document.querySelector('.cm-line:last-child')!, 0)
      const { right, bottom } = [...typed.getClientRects()].at(-1)!
      return { left: right, bottom }
    })
    const box = (await list.boundingBox())!
    expect(box.x).toBeLessThanOrEqual(cursor.left)
    expect(box.x).toBeGreaterThan(cursor.left - 60)
    expect(Math.abs(box.y - cursor.bottom)).toBeLessThan(8)
    await app.page.keyboard.press('Escape')
  }
  // The panel is hidden again.
  await app.runCommand('Show links to this document')
})

test('the menu of the text cuts and pastes through the system’s clipboard', async () => {
  const { app, service } = running()
  const created = await service.create({ title: 'High water', content: '' })
  await openMade(app, 'High water')
  await app.type('One word')
  await app.page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  for (const [name, text] of [
    ['Cut', 'One '],
    ['Paste', 'One word'],
    ['Paste as plain text', 'One wordword'],
  ] as const) {
    await app.page.keyboard.press('Shift+F10')
    await app.page.getByRole('menuitem', { name, exact: true }).click()
    await expect.poll(() => app.readText()).toBe(text)
  }
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
  expect((await service.document(created.id))?.record.content).toBe('One wordword')
})

test('words with marks in them fit into the cell that was measured for them', async () => {
  const { app, service } = running()
  await service.create({
    title: 'Flags',
    content: '| flag | meaning |\n| --- | --- |\n| `--port` | some **bold** text |\n| a | b |\n\nend',
  })
  await openMade(app, 'Flags')
  await app.text.click()
  await app.page.keyboard.press('ControlOrMeta+End')
  const rows = app.text.locator('.cm-table-row')
  await expect(rows).toHaveCount(3)
  const heights = await rows.evaluateAll((lines) =>
    lines.map((line) => Math.round(line.getBoundingClientRect().height)),
  )
  expect(new Set(heights).size).toBe(1)
})

onLinux(
  'a press of the middle button pastes what is selected elsewhere into the text under it, and nowhere else',
  async () => {
    const { app, service } = running()
    await service.create({ title: 'Middle', content: 'Words of mine.' })
    await service.create({ title: 'Closed', content: '' })
    const { page } = app
    await openMade(app, 'Closed')
    await page.getByRole('tab', { name: 'Closed' }).dblclick()
    await app.openDocument('Middle')
    await app.title.dblclick({ position: { x: 12, y: 16 } })
    await app.text.click()
    const besides = [
      page.getByRole('tab', { name: 'Closed' }),
      page.getByRole('complementary', { name: 'Sidebar' }),
      page.getByRole('region', { name: 'Document list' }),
      page.getByRole('contentinfo'),
      page.getByRole('button', { name: 'Outline', exact: true }),
      page.locator('[data-scroller]'),
    ]
    for (const one of besides) await one.click({ button: 'middle', position: { x: 8, y: 8 } })
    await expect(page.getByRole('tab', { name: 'Closed' })).toHaveCount(0)
    await app.text.getByText('Words of mine.').click({ button: 'middle' })
    await expect.poll(() => app.readText()).toContain('Middle')
    expect((await app.readText()).replace('Middle', '')).toBe('Words of mine.')
  },
)
