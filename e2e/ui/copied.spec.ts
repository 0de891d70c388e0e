import { typeElsewhere } from './editing'
import { expect, FERRYMAN, test } from './stet'

// What is said about a copy goes with what was copied; left alone it would go later by itself.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

for (const [command, button, said] of [
  ['Report a problem…', 'Copy the report', 'The report is copied'],
  ['Show sync log', 'Copy for support', '1 line copied'],
] as const)
  test(`what “${button}” says goes with its dialog`, async ({ app, stet, page }) => {
    await typeElsewhere(stet, 'end', ' One line of the log.')
    await app.ask('document.save', { id: FERRYMAN, reason: 'key' })
    await expect(stet.saveStatus).toHaveText('Saved')
    await stet.command(command)
    const copy = page.getByRole('dialog').getByRole('button', { name: button })
    // A key that is pressed before there is something to copy goes nowhere.
    await expect(copy).toBeEnabled()
    await copy.press('Enter')
    await expect(stet.notice).toContainText(said)
    await stet.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await stet.notice.textContent()).toBe('')
  })

test('what is said about the copy of a recovered text goes when another one is read', async ({
  stet,
  page,
}) => {
  await stet.main.ask('document.delete', { ids: ['d-low', 'd-letters'] })
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  const texts = page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option')
  await texts.filter({ hasText: 'Low water' }).click()
  await page.getByRole('button', { name: 'Copy the text' }).click()
  await expect(stet.notice).toContainText('Copied')
  await texts.filter({ hasText: 'Letters, unsent' }).click()
  await expect(page.getByRole('article')).toContainText('Letters, unsent')
  expect(await stet.notice.textContent()).toBe('')
})

test('what is said about words without a place goes with the dialog they were copied in', async ({
  stet,
  page,
}) => {
  await stet.command('Publish…')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish' })).toBeFocused()
  await stet.type('and on')
  await stet.notice.getByRole('button', { name: 'Copy them' }).click()
  await expect(stet.notice).toContainText('Copied')
  await stet.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await stet.notice.textContent()).toBe('')
})

test('what is said about the copy of a document goes where the recovered texts are shown', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.command('Copy as rich text')
  await expect(stet.notice).toContainText('The document is copied, formatted')
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  await expect(stet.text).toHaveCount(0)
  expect(await stet.notice.textContent()).toBe('')
})

test('a clipboard that takes nothing is said', async ({ stet, page }) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused.', 'NotAllowedError'))
  })
  await stet.command('Report a problem…')
  await page.getByRole('dialog').getByRole('button', { name: 'Copy the report' }).press('Enter')
  await expect(stet.notice).toContainText('The clipboard did not take it.')
})
