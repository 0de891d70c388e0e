import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './app'
import { removeFolder } from './paths'

test('texts are backed up as files beside the profile, and a folder that cannot be used is said', async ({
  start,
}) => {
  const app = await start()
  const folder = `${app.profile} backups`
  await app.newDocument('Low tide')
  await app.type('Boats lie on the mud.')
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
  await app.runCommand('Settings')
  await app.page.getByRole('tab', { name: 'This device' }).click()
  const backups = app.page.getByRole('region', { name: 'Backups' })
  await expect(backups).toContainText(folder)
  await expect(backups.getByRole('status')).toHaveText('No backup yet.')
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByRole('status')).toHaveText('Last backup: Just now')
  const place = path.join(folder, 'My library/Low tide')
  const [file = ''] = fs.readdirSync(place)
  expect(fs.readFileSync(path.join(place, file), 'utf8')).toMatch(
    /^---\ntitle: "Low tide"\n[^]*\n---\nBoats lie on the mud\.$/,
  )

  removeFolder(folder)
  fs.writeFileSync(folder, 'a file stands in the way')
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByRole('alert')).toContainText('could not be backed up')
  removeFolder(folder)
})

test('a text that was spoilt and one that was thrown away come back from the backups, and the restore is undone', async ({
  start,
}) => {
  const app = await start()
  const { page } = app
  const save = async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await app.waitForPhase('clean')
  }
  await app.newDocument('Low tide')
  await app.type('Boats lie on the mud.')
  await save()
  await app.newDocument('Thrown away')
  await app.type('Still wanted.')
  await save()
  await app.runCommand('Settings')
  await page.getByRole('tab', { name: 'This device' }).click()
  const backups = page.getByRole('region', { name: 'Backups' })
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByRole('status')).toHaveText('Last backup: Just now')
  await page.keyboard.press('Escape')
  await app.runCommand('Delete document')
  const list = page.getByRole('listbox', { name: 'Documents', exact: true })
  await list.getByRole('option', { name: /^Low tide/ }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Low tide')
  await page.getByRole('textbox', { name: 'Document text', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Spoilt.')
  await save()

  await app.runCommand('Restore from backups')
  const dialog = page.getByRole('dialog', { name: 'Restore from backups' })
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByRole('status')).toContainText('1 text would change, 1 text is gone')
  const texts = dialog.getByRole('list', { name: 'Texts in the backups' })
  await texts.getByRole('checkbox').last().uncheck()
  await texts.getByRole('button', { name: 'Compare “Low tide”' }).click()
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the restore' }).click()
  await expect(dialog.getByRole('status')).toContainText('1 text would change, 1 text is gone')
  await expect(dialog.getByRole('button', { name: 'Restore 1 text' })).toBeEnabled()
  await texts.getByRole('checkbox').last().check()
  await dialog.getByRole('button', { name: 'Restore 2 texts' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    '1 text restored and 1 text brought back as a new draft.',
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const version = page.getByRole('region', { name: 'Version', exact: true })
  await expect(version).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(version).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Document text', exact: true })).toBeFocused()
  await expect.poll(() => app.readText()).toBe('Boats lie on the mud.')
  await list.getByRole('option', { name: /^Thrown away/ }).click()
  await expect.poll(() => app.readText()).toBe('Still wanted.')

  await app.runCommand('Restore from backups')
  const moment = dialog.getByRole('combobox', { name: 'As of' })
  await moment.selectOption({
    label: (await moment.getByText('before a restore').first().textContent()) ?? '',
  })
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByRole('status')).toContainText(': 1 text would change, ')
  await dialog.getByRole('button', { name: 'Restore 1 text' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toHaveCount(0)
  await list.getByRole('option', { name: /^Low tide/ }).click()
  await expect.poll(() => app.readText()).toBe('Boats lie on the mud.')
  removeFolder(`${app.profile} backups`)
})
