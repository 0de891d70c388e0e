import { fillLog, setReach, showOutbox } from './scenes'
import { expect, test } from './stet'

test('the outbox says what waits, why, and what can be done', async ({ stet, page }) => {
  await expect(stet.saveStatus).toHaveText('Saved')
  await showOutbox(page)
  const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
  await expect(waiting).toHaveCount(4)
  await expect(waiting.nth(1)).toContainText('Waits for the network')
  await expect(waiting.nth(2)).toContainText(/Again in \d+ s\. The service asked to wait/)
  await waiting
    .nth(3)
    .getByRole('button', { name: /^Discard/ })
    .press('Enter')
  await expect(waiting).toHaveCount(3)
  await expect(waiting.getByRole('button', { name: 'Decide' })).toBeFocused()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()

  // The button goes with the trouble that it is about; the writer goes on in the text.
  const again = page.getByRole('contentinfo').getByRole('button', { name: 'Try now' })
  await again.focus()
  await setReach(page, 'online')
  await expect(again).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('the sync log is searched, narrowed and copied, by keyboard', async ({ stet, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fillLog(page)
  await stet.command('Show sync log')
  const log = page.getByRole('dialog', { name: 'Sync log' })
  await expect(log.getByRole('searchbox', { name: 'Search the log' })).toBeFocused()
  await expect(log.getByRole('listitem')).toHaveCount(3)
  await stet.type('low water')
  await expect(log.getByRole('listitem')).toHaveCount(2)
  await stet.press('Tab')
  await log.getByRole('combobox', { name: 'Show' }).selectOption('Not sent')
  await expect(log).toContainText('Nothing in the log is like that.')
  await expect(log.getByRole('button', { name: 'Copy for support' })).toBeDisabled()
  await log.getByRole('searchbox', { name: 'Search the log' }).fill('')
  await log.getByRole('button', { name: 'Copy for support' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^\d{4}-\S+Z {2}not sent {2}Edit of “A house with nine doors”: It had changed/)
  await stet.press('Escape')
  await expect(log).toHaveCount(0)
})

test('a found passage opens where it stands', async ({ stet, page }) => {
  await stet.press('Control+Shift+F')
  await page.getByRole('searchbox', { name: 'Search' }).fill('sideways')
  const hit = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(hit).toHaveCount(1)
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('On winter light')
  await expect(stet.text).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(
    'It comes in sideways and asks to be let alone.',
  )
})

test('the outline goes to a heading', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'Outline' }).click()
  await page
    .getByRole('region', { name: 'Outline' })
    .getByRole('button', { name: 'The customs house' })
    .click()
  await expect(stet.text).toBeFocused()
  await stet.type('X')
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('X## The customs house')
})

test('a recovered text is read, compared with its document, and restored as a new draft', async ({
  stet,
  page,
}) => {
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  await page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option').first().click()
  await expect(page.getByRole('article')).toContainText('At low water')
  await page.getByRole('button', { name: 'Compare with the document' }).click()
  await expect(
    page.getByRole('listbox', { name: 'Versions' }).locator('[aria-selected="true"]'),
  ).toContainText('Before a merge')
  await expect(
    page.getByRole('region', { name: 'Version' }).getByRole('status', { name: 'Changes' }),
  ).toContainText('since this version')
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  await page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option').first().click()
  await page.getByRole('button', { name: 'Restore as a new draft' }).click()
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.notice).toContainText('Nothing was overwritten')
})

test('the writer says how much this device keeps; a value of her own hand is shown as it is', async ({
  stet,
  page,
}) => {
  await page.evaluate(() => window.memory.call('settings.set', { recoveredDays: 45 }))
  await stet.command('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'This device' }).click()
  const texts = settings.getByRole('combobox', { name: 'Room for texts' })
  await expect(texts.locator('option:checked')).toHaveText('1 GB')
  await expect(
    settings.getByRole('combobox', { name: 'Keep recovered texts for' }).locator('option:checked'),
  ).toHaveText('45 days')
  await texts.selectOption('All of them')
  await settings.getByRole('combobox', { name: 'Room for recovered texts' }).selectOption('10 GB')
  await expect
    .poll(() => page.evaluate(() => window.memory.call('settings.get', undefined)))
    .toMatchObject({ value: { textsMegabytes: 1_000_000, recoveredDays: 45, recoveredMegabytes: 10_000 } })
  await settings.getByRole('searchbox', { name: 'Search in settings' }).fill('recovered')
  await expect(settings.getByRole('combobox')).toHaveCount(2)
})

test('a service is tested in words and connected to; the key leaves the page', async ({ stet, page }) => {
  await stet.command('Connect to a service…')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Service address' }).fill('https://press.example')
  await settings.getByRole('textbox', { name: 'API key' }).fill('wrong')
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByRole('status', { name: 'Test result' })).toContainText(
    'does not accept this key',
  )
  await settings.getByRole('textbox', { name: 'API key' }).fill('mk_right')
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByRole('status', { name: 'Test result' })).toContainText(
    'may read documents, folders and tags',
  )
  await settings.getByRole('button', { name: 'Connect' }).click()
  await expect(settings).toHaveCount(0)
  await expect(page.getByRole('button', { name: /press\.example/ })).toBeVisible()
  expect(await page.content()).not.toContain('mk_right')
})
