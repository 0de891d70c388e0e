import type { Page } from '@playwright/test'
import { changeElsewhere, idsOf, typeElsewhere } from './editing'
import { expect, FERRYMAN, test, type Stet } from './stet'

const results = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const selected = (page: Page) => page.evaluate(() => getSelection()?.toString())
/** The passage that a hit has led to. */
const landed = async (page: Page) => (await page.locator('.cm-hit-passage').allTextContents()).join('')

async function find(stet: Stet, page: Page, words: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search' })
  if (!(await field.isVisible())) await stet.press('ControlOrMeta+Shift+F')
  await field.fill(words)
  await stet.press('Enter')
  await results(page).first().waitFor()
}

test('from hit to hit by F8, and back with Escape to cursor and place', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await find(stet, page, 'honey')
  await expect(results(page).first().locator('mark').first()).toHaveText('Honey')
  await find(stet, page, 'counted')
  await expect(results(page).first().locator('mark').first()).toHaveText('counted')
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('A house with nine doors')
  await expect.poll(() => landed(page)).toContain('She counted them at night')
  await expect(page.locator('.cm-hit')).toHaveText(['counted', 'counted'])
  await stet.press('Escape')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(page.locator('.cm-hit')).toHaveCount(0)
  await stet.type('END')
  await expect.poll(() => stet.keptText('d-ferryman')).toMatch(/END$/)
})

test('Enter pressed twice on a hit leaves its sentence as it is', async ({ stet, page }) => {
  await find(stet, page, 'counted')
  const before = await stet.keptText('d-doors')
  await stet.press('Enter')
  await expect.poll(() => landed(page)).toContain('She counted them at night')
  await stet.press('Enter')
  await expect.poll(() => landed(page)).toBe('')
  await stet.type('carefully ')
  await expect.poll(() => stet.keptText('d-doors')).toContain('She carefully counted them at night')
  expect((await stet.keptText('d-doors'))?.replace('carefully ', '')).toBe(before)
})

test('what is typed where a hit led to replaces nothing, by meaning, exact words, F8 or on the way back', async ({
  stet,
  page,
}) => {
  const kept = (id: string) => expect.poll(() => stet.keptText(id))
  const before = await stet.keptText('d-doors')
  await find(stet, page, 'counted')
  await results(page).first().click()
  await expect.poll(() => landed(page)).toContain('She counted them at night')
  await expect(stet.text).toBeFocused()
  expect(await selected(page)).toBe('')
  await stet.type('x')
  await kept('d-doors').toContain('xShe counted them at night')
  await expect.poll(() => landed(page)).toBe('')
  await stet.press('Backspace')
  await kept('d-doors').toBe(before)

  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await find(stet, page, 'night')
  await stet.press('F8')
  await expect(page.locator('.cm-hit-current')).toHaveText('night')
  await expect(stet.text).toBeFocused()
  expect(await selected(page)).toBe('')
  const [id = ''] = await idsOf(stet, await stet.title.inputValue())
  const found = (await stet.keptText(id))!
  await stet.option('The ferryman').click()
  await expect(stet.title).toHaveValue('The ferryman')
  await stet.press('Alt+ArrowLeft')
  await expect(stet.text).toBeFocused()
  await stet.type('x')
  await kept(id).toBe(found.replace('night', 'xnight'))
})

test('F8 pressed before the answer leads to what is asked for, not to what was found before', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await find(stet, page, 'counted')
  const answer = await stet.main.hold('search.words')
  await page.getByRole('searchbox', { name: 'Search' }).fill('night')
  await stet.press('F8')
  await stet.press('F8')
  await expect(stet.title).toHaveValue('The ferryman')
  await answer()
  await expect(page.locator('.cm-hit-current')).toHaveText('night')
  await expect(stet.text).toBeFocused()
})

test('exact words: every place is counted, marked and reached by F8, also in one document', async ({
  stet,
  page,
}) => {
  await typeElsewhere(stet, 0, 'A quokka met a quokka. Quokkas slept.\n\nNo quokka woke.\n\n', 'd-winter')
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await find(stet, page, 'quokka')
  await expect(results(page)).toHaveCount(3)
  await expect(page.locator('search')).toContainText('3 places in 1 document')
  await stet.press('F8')
  await expect(page.locator('.cm-hit')).toHaveText(['quokka', 'quokka', 'quokka'])
  const current = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.cm-hit')].map((hit) => hit.matches('.cm-hit-current')),
    )
  for (const at of [0, 1, 2, 0]) {
    await expect.poll(current).toEqual([0, 1, 2].map((place) => place === at))
    await stet.press('F8')
  }
  await stet.press('Shift+F8')
  await expect.poll(current).toEqual([true, false, false])
})

test('the syntax of exact words is said, and words that begin alike are offered', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await expect(page.getByLabel('Search syntax')).toContainText('ferr*')
  await page.getByRole('searchbox', { name: 'Search' }).fill('ferrym')
  await expect(page.locator('search')).toContainText('Nothing found')
  await page.getByRole('button', { name: 'Words that begin like these' }).click()
  await expect(results(page).first()).toContainText('The ferryman')
})

test('keys that come before the hits are for the hits of what was typed', async ({ app, stet, page }) => {
  await find(stet, page, 'honey')
  const field = page.getByRole('searchbox', { name: 'Search' })
  app.delay('search.meaning', 400)
  await field.fill('counted')
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('A house with nine doors')
  await expect.poll(() => landed(page)).toContain('She counted them at night')

  await field.fill('honey')
  await stet.press('ArrowDown')
  await expect(results(page).first().locator('mark').first()).toHaveText('Honey')
  await expect(results(page).first()).toBeFocused()
  // Typing on is another search.
  await field.fill('sideways')
  await stet.press('ArrowDown')
  await field.fill('counted')
  await expect(results(page).first().locator('mark').first()).toHaveText('counted')
  await expect(field).toBeFocused()
})

test('from the end of a line that wraps the focus goes to a panel and stays there', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  const replace = page.getByRole('button', { name: 'Replace in the library' })
  await stet.text.getByText('There had been a customs house once.').click()
  await stet.press('End')
  await replace.focus()
  // What would take the focus back comes with the frames after it has gone.
  await page.evaluate(
    () =>
      new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 60)),
  )
  await expect(replace).toBeFocused()
})

test('a passage that has changed since is not passed off as it was', async ({ stet, page }) => {
  await find(stet, page, 'sideways')
  await changeElsewhere(stet, () => [{ from: 9, to: 20, insert: 'by the back door' }], 'd-winter')
  await results(page).first().click()
  await expect(stet.notice).toContainText('nearest to it')
  await expect.poll(() => landed(page)).toBe('It comes by the back door and asks to be let alone.')
})

test('a search that finds nothing says what to let go of', { tag: '@first' }, async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Essays only' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('ferryman')
  await stet.press('Enter')
  await expect(page.locator('search')).toContainText('Nothing found')
  await page.getByRole('button', { name: 'Search every folder' }).click()
  await expect(results(page).first()).toContainText('The ferryman')
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service', withSearch: true } })

  test('offline, a lost ability and a fixed folder are said', async ({ app, stet, page }) => {
    const goOffline = async (isOffline: boolean) => {
      app.faults.offline(isOffline)
      await app.hear()
    }
    await goOffline(true)
    await find(stet, page, 'water')
    const notice = page.getByRole('status', { name: 'Search notice' })
    await expect(notice).toHaveText('On this device: offline')
    await stet.press('F8')
    const chosen = results(page).and(page.locator('[aria-selected=true]'))
    const title = chosen.locator('span').first()
    const before = await title.innerText()
    await goOffline(false)
    await expect(notice).toHaveText('')
    await expect(title).toHaveText(before)
    await goOffline(true)
    await find(stet, page, 'water')
    await goOffline(false)
    await app.forbid('rag:read')
    await expect(page.getByRole('radio', { name: 'Meaning' })).toBeChecked()
    await page.getByRole('searchbox', { name: 'Search' }).fill('the tide')
    await stet.press('Enter')
    await expect(notice).toHaveText('On this device: this key may not search by meaning')
    await app.forbid()
    const fix = (folderId: string) => app.ask('connection.fix-folder', { id: 'c-1', folderId })
    await fix('f-chapters')
    await expect(page.getByRole('combobox', { name: 'Folder' })).toBeDisabled()
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('published')
    await page.getByRole('searchbox', { name: 'Search' }).fill('at low water')
    await stet.press('Enter')
    await expect(results(page)).toHaveCount(1)
    const { id } = await app.ask('folder.create', { name: 'Maps', parentId: null })
    await fix(id)
    await app.ask('folder.delete', { id })
    await page.getByRole('searchbox', { name: 'Search' }).fill('low water')
    await stet.press('Enter')
    await expect(page.locator('search')).toContainText('that folder is missing')
  })
})

test('keys that come while the hits are looked for again are for the same hits that come back', async ({
  app,
  stet,
  page,
}) => {
  await find(stet, page, 'counted')
  await expect(page.getByRole('status', { name: 'Search notice' })).toContainText('On this device')
  app.faults.offline(true)
  await app.hear()
  await expect(stet.connection).not.toHaveText('Online')
  const answer = await stet.main.hold('search.meaning')
  const asked = app.given.length
  app.faults.offline(false)
  await app.hear()
  await expect.poll(() => app.given.slice(asked).map(({ name }) => name)).toContain('search.meaning')
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await answer()
  await expect(stet.title).toHaveValue('A house with nine doors')
})

test('replacing in the library: places are shown, one is left out, all of it is undone', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('counted')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('numbered')
  const places = page.getByRole('list', { name: 'Places' })
  await expect(places).toContainText('She countednumbered them at night')
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  await expect(places).toContainText('At low waternumbered you could walk')
  const all = (await places.locator('ul').getByRole('checkbox').count()) - 1
  await places.locator('ul').getByRole('checkbox').first().uncheck()
  await page.getByRole('button', { name: `Replace ${all} place` }).click()
  await page.getByRole('button', { name: 'Undo last replace' }).click()
  await expect(stet.notice).toContainText('Undone')
  await expect.poll(() => stet.keptText('d-low')).toContain('At low water')
})

test('a document with more places than are shown says that they will be replaced too', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+a')
  await page.keyboard.insertText('heron '.repeat(250))
  await expect.poll(() => stet.keptText('d-ferryman')).toMatch(/^(heron ){250}$/)
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('heron')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('stork')
  await expect(page.getByRole('button', { name: 'Replace 250 places' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Places' }).locator('ul > li')).toHaveCount(200)
  await expect(page.getByText('50 more places aren’t shown but will be replaced.')).toBeVisible()
})

test('replacing goes on when the panel is closed: the status line tells of it, and so does the panel once it is back', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('“water”')
  await expect(page.getByText('Nothing to replace; the quotation marks are looked for as well')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('ink')
  const replace = page.getByRole('button', { name: /^Replace \d+ place/ })
  await expect(page.getByRole('list', { name: 'Places' })).toContainText('At low waterink')
  const letGo = await stet.main.hold('replace.apply')
  await replace.click()
  await page.getByRole('button', { name: 'Close search', exact: true }).click()
  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText(/^Replacing in 0 of \d+$/)).toBeVisible()
  await expect(line.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await stet.press('ControlOrMeta+Shift+F')
  const panel = page.getByRole('region', { name: 'Replace in the library' })
  await expect(panel.getByText(/^0 of \d+ documents$/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toHaveValue('ink')
  await letGo()
  await expect(panel.getByText(/^Replaced \d+ places in \d+ documents/)).toBeVisible()
  await expect(line.getByText(/^Replacing/)).toHaveCount(0)
  await expect(panel.getByText(/^0 of/)).toHaveCount(0)
  await expect(panel.getByRole('group', { name: 'Last replace' })).toBeVisible()
})

test('who comes back to the search gets no answer from before a text was changed', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.fill('capstan')
  const search = page.getByRole('region', { name: 'Search', exact: true })
  await expect(search.getByText('Nothing found')).toBeVisible()
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' The capstan turned.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('The capstan turned.')
  await box.click()
  await expect(search.getByText('The capstan turned.')).toBeVisible()
})

test('no place stays ticked once it was replaced, nor is one ticked in the words that were put in', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('seawater')
  const replace = page.getByRole('button', { name: /^Replace \d+ place/ })
  const places = page.getByRole('list', { name: 'Places' })
  await expect(places).toContainText('At low waterseawater')
  const letGo = await stet.main.hold('replace.preview')
  await replace.click()
  await expect(page.getByText(/^Replaced \d+ places in \d+ documents/)).toBeVisible()
  await page.getByRole('button', { name: 'Find again' }).click()
  await expect(places.getByRole('checkbox')).toHaveCount(0)
  await letGo()
  await expect(places).toContainText('At low sea')
  await expect(places.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(replace).toBeDisabled()
  await page.getByRole('button', { name: 'Undo last replace' }).click()
  await expect(places).toContainText('At low waterseawater')
  await expect(places.getByRole('checkbox', { checked: false })).toHaveCount(0)
})

test('the last replace is undone from the panel, also by Ctrl+Z', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('ink')
  const replace = page.getByRole('button', { name: /^Replace \d+ place/ })
  const row = page.getByRole('group', { name: 'Last replace' })
  await expect(page.getByRole('list', { name: 'Places' })).toContainText('At low waterink')
  await expect(row).toHaveCount(0)
  await replace.click()
  await expect.poll(() => stet.keptText('d-low')).toContain('At low ink')
  await expect(page.getByText(/^Replaced \d+ places in \d+ documents/)).toBeVisible()
  await expect(stet.notice).toHaveText('')
  await row.getByRole('button', { name: 'Undo last replace' }).click()
  await expect.poll(() => stet.keptText('d-low')).toContain('At low water')
  await expect(row).toHaveCount(0)
  await expect(replace).toBeFocused()

  await replace.click()
  await expect(row).toBeVisible()
  await expect(row.getByRole('button', { name: 'Undo last replace' })).toBeFocused()
  await stet.press('ControlOrMeta+Z')
  await expect.poll(() => stet.keptText('d-low')).toContain('At low water')
  await expect(row).toHaveCount(0)
})

test('the undo of a replace names the document with a changed place, and leads to it', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('ink')
  await page.getByRole('button', { name: /^Replace \d+ place/ }).click()
  await expect.poll(() => stet.keptText('d-low')).toContain('At low ink')
  await changeElsewhere(
    stet,
    (text) => [
      { from: text.indexOf('low ink') + 'low i'.length, to: text.indexOf('low ink') + 7, insert: 'nn' },
    ],
    'd-low',
  )
  await typeElsewhere(stet, 0, 'More. ', 'd-low')
  await page.getByRole('button', { name: 'Undo last replace' }).click()
  await expect(stet.notice).toContainText('What changed since in “Low water” stayed.')
  await stet.notice.getByRole('button', { name: 'Show' }).click()
  await expect(stet.title).toHaveValue('Low water')
  const text = await stet.keptText('d-low')
  expect(text).toMatch(/^More\. /)
  expect(text).toContain('At low inn')
  expect(text, 'its other places are taken back').not.toMatch(/\bink\b/)
})

test('in a text that is open Ctrl+Z takes back what a replace in the library did there', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' A quokka and a quokka.')
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('a quokka.')
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('searchbox', { name: 'Search' }).fill('quokka')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('wombat')
  await page.getByRole('button', { name: 'Replace 2 places' }).click()
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('A wombat and a wombat.')
  await expect(page.getByText(/^Replaced 2 places in 1 document/)).toBeVisible()
  await stet.text.click()
  await stet.press('ControlOrMeta+Z')
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('A quokka and a quokka.')
  await stet.press('ControlOrMeta+Shift+Z')
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('A wombat and a wombat.')
})

test('Ctrl+Shift+F in the field of the search selects its words', async ({ stet, page }) => {
  await find(stet, page, 'water')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.press('End')
  await stet.press('ControlOrMeta+Shift+F')
  await expect(field).toBeFocused()
  await stet.type('honey')
  await expect(field).toHaveValue('honey')
})

test('Ctrl+H replaces in the library, and in a text in that text', async ({ stet, page }) => {
  const field = page.getByRole('searchbox', { name: 'Search' })
  const replacing = page.getByRole('textbox', { name: 'Replace with' })
  const bar = page.getByRole('search', { name: 'Find in the document' })
  await stet.text.click()
  await stet.press('ControlOrMeta+H')
  await expect(bar.getByRole('textbox', { name: 'Replace with' })).toBeVisible()
  await expect(field).toHaveCount(0)
  await stet.press('Escape')
  await page.getByRole('listbox', { name: 'Documents' }).getByRole('option').first().focus()
  await stet.press('ControlOrMeta+H')
  await expect(field).toBeFocused()
  await expect(replacing).toBeVisible()
  await stet.type('honey')
  await page.getByRole('listbox', { name: 'Documents' }).getByRole('option').first().focus()
  await stet.press('ControlOrMeta+H')
  await expect(replacing).toBeFocused()
})

test('the palette finds the replace in the library, with its keys, over a search by meaning too', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Meaning' }).check()
  await page.getByRole('searchbox', { name: 'Search' }).fill('honey')
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('replace')
  const command = page.getByRole('option', { name: /^Find and replace in the library/ })
  await expect(command).toContainText('CtrlH')
  await command.click()
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('honey')
})

test('each library has its own recent searches', async ({ stet, page }) => {
  await stet.main.ask('settings.set', { recentSearches: { 'another-library': ['salt road'] } })
  await find(stet, page, 'honey')
  await results(page).first().click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  const recent = page.getByRole('region', { name: 'Recent searches' })
  await expect(recent.getByRole('listitem')).toHaveText(['honey'])
  expect((await stet.main.ask('settings.get', undefined)).recentSearches).toMatchObject({
    'another-library': ['salt road'],
  })
})

test('what is wrong with an expression stands at the field in which it was typed', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('checkbox', { name: 'Regular expression' }).check()
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.fill('(a+')
  const wrong = page.getByRole('alert').filter({ hasText: 'not a regular expression' })
  await expect(wrong).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/unterminated group/)
  const [at, below] = [await field.boundingBox(), await wrong.boundingBox()]
  expect(below!.y - (at!.y + at!.height)).toBeLessThan(24)
  await field.fill('')
  await expect(wrong).toHaveCount(0)
})

test('the filters hold for a search in either way and for a replace', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await page.getByRole('searchbox', { name: 'Search' }).fill('water')
  const tag = page.getByRole('combobox', { name: 'Tag', exact: true })
  const chosen = (await tag.getByRole('option').nth(1).getAttribute('value')) ?? ''
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  const documents = page.getByRole('list', { name: 'Places' }).locator(':scope > li')
  await expect(documents.first()).toBeVisible()
  const all = await documents.count()
  await tag.selectOption(chosen)
  await expect.poll(() => documents.count()).toBeLessThan(all)
  const changed = page.getByRole('combobox', { name: 'Changed' })
  await tag.selectOption({ label: 'Any tag' })
  await expect.poll(() => documents.count()).toBe(all)
  await changed.selectOption({ label: 'Since yesterday' })
  await expect.poll(() => documents.count()).toBeLessThan(all)
  await changed.selectOption({ label: 'Any time' })
  await page.getByRole('radio', { name: 'Meaning' }).check()
  await expect(results(page).first()).toBeVisible()
  const found = await results(page).count()
  await tag.selectOption(chosen)
  await expect.poll(() => results(page).count()).toBeLessThan(found)
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await expect(tag).toHaveValue(chosen)
})

test('searches that led somewhere are offered again, can be cleared, and are not kept where nobody wants it', async ({
  stet,
  page,
}) => {
  const recent = page.getByRole('region', { name: 'Recent searches' })
  const field = page.getByRole('searchbox', { name: 'Search' })
  for (const words of ['honey', 'counted']) {
    await find(stet, page, words)
    await results(page).first().click()
  }
  await field.fill('')
  await expect(recent.getByRole('listitem')).toHaveText(['counted', 'honey'])
  await recent.getByRole('button', { name: 'honey' }).click()
  await expect(results(page).first().locator('mark').first()).toHaveText('Honey')
  await field.fill('')
  await recent.getByRole('button', { name: 'Clear' }).click()
  await expect(recent.getByRole('listitem')).toHaveCount(0)
  // The mark goes when main has taken the setting.
  await recent.getByRole('switch', { name: 'Keep recent searches on this device' }).click()
  await expect(recent.getByRole('switch')).not.toBeChecked()
  await find(stet, page, 'honey')
  await results(page).first().click()
  await field.fill('')
  await expect(recent.getByRole('listitem')).toHaveCount(0)
})

test('in a narrow window the panel gives way to the hit that was chosen', async ({ stet, page }) => {
  await page.setViewportSize({ width: 680, height: 560 })
  await find(stet, page, 'counted')
  await results(page).first().click()
  await expect(stet.title).toHaveValue('A house with nine doors')
  await expect(page.getByRole('region', { name: 'Search' })).toHaveCount(0)
  await expect(page.locator('.cm-hit').first()).toBeInViewport()
})
