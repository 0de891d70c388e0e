import type { Locator } from '@playwright/test'
import { ABILITIES } from '../../shared/terms'
import { begin } from './editing'
import { expect, test, testInOwnContext } from './stet'

const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('a key that may not read documents says so where documents would be', async ({ app, stet, page }) => {
  const service = app.openService(3)
  const key = service.addKey(ABILITIES.filter((ability) => ability !== 'documents:read'))
  const id = await app.addLibrary('Press', { ...service, key })
  await app.ask('connection.activate', { id })
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await expect(
    page.getByText('This key may not read documents. They are still on the service.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Use another key' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await expect(stet.documents.getByRole('option')).toHaveCount(0)
})

test('in forced colours what floats has an edge, and dots, sliders and choices are seen', async ({
  stet,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await stet.option('Low water').click({ button: 'right' })
  expect(await style(page.getByRole('menu', { name: 'Document' }), 'outline-style')).toBe('solid')
  await stet.press('Escape')
  const dot = page.getByRole('status', { name: 'Save status' }).locator('[data-look]').first()
  expect(await style(dot, 'background-color')).not.toBe(await style(page.locator('body'), 'background-color'))
  await stet.press('ControlOrMeta+,')
  expect(await style(page.getByRole('dialog', { name: 'Settings' }), 'outline-style')).toBe('solid')
  expect(await style(page.getByRole('slider', { name: 'Text size' }), 'appearance')).toBe('auto')
  await stet.press('Escape')
  await stet.press('ControlOrMeta+Shift+F')
  const mode = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) })
  expect(await style(mode('Exact words'), 'background-color')).not.toBe(
    await style(mode('Meaning'), 'background-color'),
  )
})

test('in forced colours what is found and marked is seen in the text, and the bar beside selected words has an edge', async ({
  stet,
  page,
}) => {
  await begin(stet, 'The tide was ==marked== and found.\n\n‸')
  await page.emulateMedia({ forcedColors: 'active' })
  await stet.press('ControlOrMeta+f')
  await page.keyboard.type('found')
  // Colours of the theme are not drawn there; the system has one for marks.
  for (const mark of ['.cm-searchMatch', '.cm-highlight'])
    expect(await style(stet.text.locator(mark).first(), 'background-color')).toBe('rgb(255, 255, 0)')
  await stet.press('Escape')
  await stet.press('ControlOrMeta+Home')
  await stet.press('Control+Shift+ArrowRight')
  expect(await style(page.getByLabel('Selection', { exact: true }), 'outline-style')).toBe('solid')
})

test('[D5] a mistyped address keeps the key that was never sent; one that was sent goes', async ({
  app,
  stet,
  page,
}) => {
  await stet.command('Connect to a service…')
  const address = page.getByRole('textbox', { name: 'Service address' })
  const key = page.getByRole('textbox', { name: 'API key' })
  const result = page.getByRole('status', { name: 'Test result' })
  const service = app.openService()
  await address.fill('https://pres.example.org')
  await key.fill(service.key)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(result).toContainText('No service was found')
  await address.fill(service.address)
  await expect(key).toHaveValue(service.key)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(result.getByRole('row').first()).toBeVisible()
  await address.fill('https://other.example.org')
  await expect(key).toHaveValue('')
})

test('keys that edit or type are refused with the reason, and who gets shared keys is said', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+,')
  await page.getByRole('searchbox', { name: 'Search in settings' }).fill('show outline')
  const keys = page.getByRole('button', { name: /^Keys for Show outline/ })
  const said = page.getByRole('status', { name: 'Keys for Show outline' })
  await keys.click()
  for (const pressed of ['ControlOrMeta+c', 'ControlOrMeta+End', 'Control+Shift+ArrowLeft']) {
    await stet.press(pressed)
    await expect(said).toContainText('edits or selects text, so no other command can have it.')
  }
  await stet.press('k')
  await expect(said).toHaveText('“k” alone is typed into the text. Hold Ctrl or Alt with it.')
  await stet.press('ControlOrMeta+Shift+H')
  await expect(keys).toHaveAccessibleName('Keys for Show outline: Ctrl+Shift+H')
  await expect(said).toHaveText('')
  await expect(page.getByText('The same keys as Show history. They do this.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset the keys for Show outline' }).click()
  await expect(page.getByText('The same keys as')).toHaveCount(0)
})

testInOwnContext(
  'a test of a slow service says that it is slow, and can be cancelled',
  async ({ app, stet, page }) => {
    const service = app.openService()
    await page.clock.install()
    await stet.command('Connect to a service…')
    await page.getByRole('textbox', { name: 'Service address' }).fill(service.address)
    await page.getByRole('textbox', { name: 'API key' }).fill(service.key)
    const finish = await stet.main.hold('connection.test')
    const result = page.getByRole('status', { name: 'Test result' })
    await page.getByRole('button', { name: 'Test' }).click()
    await expect(result).toHaveText('Asking the service…')
    await page.clock.runFor(6_000)
    await expect(result).toContainText('It answers slowly.')
    await page.getByRole('button', { name: 'Cancel test' }).press('Enter')
    await expect(result).toHaveText('')
    await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeFocused()
    await finish()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(result.getByRole('row').first()).toBeVisible()
  },
)

test('in forced colours icons have the colour of their words, in a dark theme too', async ({
  stet,
  page,
}) => {
  await stet.main.ask('settings.set', { theme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ forcedColors: 'active' })
  await stet.press('ControlOrMeta+Shift+P')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  const odd = await page.evaluate(() =>
    [...document.querySelectorAll('svg')]
      .filter((icon) => getComputedStyle(icon).color !== getComputedStyle(icon.parentElement!).color)
      .map((icon) => icon.parentElement!.className),
  )
  expect(odd).toEqual([])
})

testInOwnContext(
  'a notice stays as long as it takes to read, and one with a button longer',
  async ({ stet, page }) => {
    await begin(stet, '')
    await page.clock.install()
    await stet.command('History of the selected passage')
    await expect(stet.notice).toHaveText('Select some text, or click in a paragraph.')
    await page.clock.runFor(3_000)
    await expect(stet.notice).not.toHaveText('')
    await page.clock.runFor(4_000)
    await expect(stet.notice).toHaveText('')
    await stet.option('The ferryman').click()
    await stet.press('Delete')
    await expect(stet.notice).toContainText('Deleted “The ferryman”')
    await page.clock.runFor(7_000)
    await expect(stet.notice).toContainText('Deleted “The ferryman”')
    await page.clock.runFor(4_000)
    await expect(stet.notice).toHaveText('')
  },
)

test('in forced colours the button that is meant first, lines, code and what is selected in the text are seen', async ({
  stet,
  page,
}) => {
  await begin(stet, '| a | b |\n| - | - |\n| c | d |\n\n---\n\n```\ncode\n```\n\nwords\n\n‸')
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (place: Locator) => style(place, 'background-color')
  const paper = await background(page.locator('body'))
  for (const line of ['.cm-table-rule', '.cm-rule'])
    expect(await background(stet.text.locator(line)), line).not.toBe(paper)
  expect(await style(stet.text.locator('.cm-code').first(), 'border-left-style')).toBe('solid')
  await stet.text.getByText('d', { exact: true }).click()
  expect(await style(stet.text.locator('.cm-cell-open'), 'outline-style')).toBe('solid')
  await stet.press('ControlOrMeta+a')
  expect(await background(page.locator('.cm-selectionBackground').first())).not.toBe(paper)
  await stet.command('Connect to a service…')
  const primary = page.getByRole('dialog').locator('button[class*="primaryButton"]').first()
  expect(await background(primary)).not.toBe(paper)
})
