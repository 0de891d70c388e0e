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
  await app.page.keyboard.press('Control+s')
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
