import { fillRoom } from './scenes'
import { expect, test } from './stet'

test('whatever looks through all texts says how many it does not see', async ({ app, stet, page }) => {
  const line = page.getByText(/^\d+ of \d+ texts are not on this device: /)
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('search').getByText('Exact words').click()
  await expect(page.getByRole('radio', { name: 'Exact words' })).toBeChecked()
  await expect(line).toHaveCount(0)
  const missing = await fillRoom({ app, stet })
  await expect(line).toContainText('only their titles are searched here')
  await expect(line).toContainText(`${missing.length} of`)
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await expect(line).toContainText('nothing is replaced in them')
  await stet.command('Show links to this document')
  await expect(line).toContainText('they are not looked through')
  await stet.command('Show files')
  await expect(line).toContainText('what only they use may count as not used')
  await stet.command('Show files')
  await expect(line).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Words in title or text' }).fill('low')
  await expect(line).toContainText('only their titles are looked at')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await stet.command('Export…')
  await page.getByRole('combobox', { name: 'What' }).selectOption('The whole library as markdown files')
  await expect(line).toContainText('they are read from the service first, and what cannot be read is listed')
})

test('a text that is not here: one sentence and no editor, and it opens when the service is back', async ({
  app,
  stet,
  page,
}) => {
  await fillRoom({ app, stet })
  app.faults.offline(true)
  await app.hear()
  await stet.option('A house with nine doors').click()
  const said = page.getByRole('alert').filter({ hasText: 'This text is not on this device' })
  await expect(said).toContainText('the service cannot be reached now. It opens when you are online again.')
  await expect(stet.text).toHaveCount(0)
  await expect(stet.title).toHaveCount(0)
  await said.getByRole('button', { name: 'Try again' }).click()
  await expect(said).toBeVisible()
  app.faults.offline(false)
  await app.hear()
  await expect(said).toHaveCount(0)
  await expect(stet.title).toHaveValue('A house with nine doors')
  await expect(stet.text).toContainText('Only eight of them opened.')
})

test('a folder is kept offline by its menu or the palette, by keyboard, with what is in it', async ({
  app,
  stet,
  page,
}) => {
  const salt = stet.tree.locator('[data-folder="f-salt"]')
  await fillRoom({ app, stet })
  app.faults.offline(true)
  await app.hear()
  await salt.focus()
  await stet.press('Shift+F10')
  const item = page.getByRole('menuitemcheckbox', { name: 'Keep this folder offline' })
  await expect(item).not.toBeChecked()
  await stet.press('k')
  await expect(item).toBeFocused()
  await stet.press('Enter')
  await expect(stet.notice).toContainText('is kept on this device. 4 texts are still to come')
  await expect(salt).toHaveAttribute('aria-description', /, kept offline$/)
  await expect(stet.folder('Chapters')).toHaveAttribute('aria-description', /, kept offline$/)

  await stet.folder('Chapters').click()
  await stet.folder('Chapters').focus()
  await stet.press('Shift+F10')
  await expect(item).toBeChecked()
  await expect(item).toBeDisabled()
  await expect(page.getByText('Because the folder that it lies in is kept offline')).toBeVisible()
  await stet.press('Escape')

  await salt.click()
  await stet.command('Stop keeping this folder offline')
  await expect(salt).not.toHaveAttribute('aria-description', /kept offline/)
  await stet.command('Keep this folder offline')
  await expect(salt).toHaveAttribute('aria-description', /, kept offline$/)
})
