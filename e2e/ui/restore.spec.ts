import type { Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { DAY_MS } from '../../shared/day'
import type { Host } from '../host/host'
import { documentOf, typeElsewhere } from './editing'
import { expect, FERRYMAN, test, type Stet } from './stet'
import { expectNoViolations } from './violations'

const HOUR_MS = DAY_MS / 24
const THROWN = 'A chapter that was thrown away'

/** Backups of some days; since the last of them two texts were changed and two deleted, one of which is in no file any more. */
async function backUps(app: Host, stet: Stet): Promise<void> {
  const gone = [await documentOf(stet, THROWN, 'It was a dark and stormy night.')]
  gone.push(await documentOf(stet, 'Another one', 'Never read.'))
  for (const ms of [0, 1_000, DAY_MS, DAY_MS, HOUR_MS]) {
    app.clock.pass(ms)
    await typeElsewhere(stet, 'end', 'More. ', 'd-letters')
    await app.ask('backups.run', undefined)
  }
  const { folder } = await app.ask('backups.get', undefined)
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.md') && file.includes('Another one')) fs.rmSync(path.join(folder, file))
  app.clock.pass(HOUR_MS)
  for (const id of [FERRYMAN, 'd-doors']) await typeElsewhere(stet, 0, 'Changed. ', id)
  await app.ask('document.delete', { ids: gone })
}

async function look(app: Host, stet: Stet, page: Page) {
  await backUps(app, stet)
  await stet.command('Restore from backups…')
  const dialog = page.getByRole('dialog', { name: 'Restore from backups' })
  await expect(dialog.getByRole('combobox', { name: 'As of' })).toBeFocused()
  await dialog.getByRole('button', { name: 'See what would change' }).press('Enter')
  const list = dialog.getByRole('list', { name: 'Texts in the backups' })
  await expect(list).toBeVisible()
  return { dialog, list }
}

test('many texts are restored as of a moment, by keyboard alone, after a look at what would change', async ({
  app,
  stet,
  page,
}) => {
  const { dialog, list } = await look(app, stet, page)
  await expect(dialog.getByRole('status')).toContainText(
    '2 texts would change, 1 text is gone from the library and would come back',
  )
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(dialog.getByRole('searchbox', { name: 'Find among the texts' })).toBeFocused()
  await expectNoViolations(page)
  await list.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Restore 2 texts' })).toBeEnabled()
  await dialog.getByRole('checkbox', { name: /^All 3/ }).click()
  await expect(dialog.getByRole('button', { name: 'Restore 3 texts' })).toBeEnabled()
  await dialog.getByRole('checkbox', { name: /^All 3/ }).click()
  await expect(dialog.getByRole('button', { name: 'Restore 0 texts' })).toBeDisabled()
  await dialog.getByRole('searchbox', { name: 'Find among the texts' }).fill('thrown')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Restore 1 text' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('1 text brought back as a new draft.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(stet.notice).toHaveText(/1 text is as before the restore\./)
})

test('a delete is not taken back once its text came out of a backup', async ({ app, stet, page }) => {
  await stet.option('Letters, unsent').focus()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Deleted “Letters, unsent”')
  const { dialog } = await look(app, stet, page)
  await dialog.getByRole('button', { name: /^Restore \d/ }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('Ctrl+Z in a text takes back what was restored into it, and then what was typed before', async ({
  app,
  stet,
  page,
}) => {
  const before = (await stet.keptText(FERRYMAN)) ?? ''
  await app.ask('backups.run', undefined)
  app.clock.pass(HOUR_MS)
  await stet.press('ControlOrMeta+a')
  await stet.type('Anew.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe('Anew.')
  await stet.command('Restore from backups…')
  const dialog = page.getByRole('dialog', { name: 'Restore from backups' })
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await dialog.getByRole('button', { name: 'Restore 1 text' }).click()
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await stet.text.focus()
  for (const text of ['Anew.', before]) {
    await stet.press('ControlOrMeta+z')
    await expect.poll(() => stet.keptText(FERRYMAN)).toBe(text)
  }
  for (const text of ['Anew.', before]) {
    await stet.press('ControlOrMeta+Shift+z')
    await expect.poll(() => stet.keptText(FERRYMAN)).toBe(text)
  }
})

test('one of the texts is compared before it is restored', { tag: '@first' }, async ({ app, stet, page }) => {
  const { dialog, list } = await look(app, stet, page)
  await list
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'History', exact: true, pressed: true })).toBeVisible()
})

test('whoever has compared a text comes back to the restore as it was', async ({ app, stet, page }) => {
  await backUps(app, stet)
  await stet.command('Restore from backups…')
  const dialog = page.getByRole('dialog', { name: 'Restore from backups' })
  await dialog.getByRole('combobox', { name: 'As of' }).press('End')
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  const list = dialog.getByRole('list', { name: 'Texts in the backups' })
  await list.getByRole('checkbox').first().uncheck()
  await list
    .getByRole('button', { name: /^Compare/ })
    .nth(1)
    .click()
  await expect(dialog).toHaveCount(0)
  const asOf = async () => (await dialog.getByRole('status').textContent())?.split(':')[0]

  await page.getByRole('button', { name: 'Back to the restore' }).click()
  await expect(list.getByRole('button', { name: /^Compare/ }).nth(1)).toBeFocused()
  await expect(list.getByRole('checkbox').first()).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Restore 2 texts' })).toBeEnabled()
  const was = await asOf()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await stet.command('Restore from backups…')
  await expect(list.getByRole('checkbox').first()).not.toBeChecked()
  expect(await asOf()).toBe(was)
  await dialog.getByRole('button', { name: 'Another moment' }).click()
  const moments = dialog.getByRole('combobox', { name: 'As of' })
  const last = await moments.getByRole('option').last().getAttribute('value')
  await expect(moments).toHaveValue(last ?? '')

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Back to the restore' })).toHaveCount(0)
  await stet.command('Restore from backups…')
  await expect(moments).toBeVisible()
})

for (const way of ['Escape', 'a restore'])
  test(`after ${way} the keyboard is with the version that was chosen, and Escape leaves that`, async ({
    app,
    stet,
    page,
  }) => {
    const { dialog, list } = await look(app, stet, page)
    await list
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    const chosen = page.getByRole('listbox', { name: 'Versions' }).getByRole('option').last()
    await chosen.click()
    const version = page.getByRole('region', { name: 'Version', exact: true })
    await expect(version).toBeVisible()
    await page.getByRole('button', { name: 'Back to the restore' }).click()
    if (way === 'Escape') await stet.press('Escape')
    else {
      await dialog.getByRole('button', { name: 'Restore 3 texts' }).click()
      await expect(dialog.getByRole('status')).toContainText('brought back')
      await stet.press('Enter')
    }
    await expect(dialog).toHaveCount(0)
    await expect(chosen).toBeFocused()
    // The restore has put the words of the backup into the text.
    if (way === 'a restore') await expect(stet.text).not.toContainText('Changed.')
    const before = await stet.text.textContent()
    await stet.type('unseen')
    expect(await stet.text.textContent()).toBe(before)
    await stet.press('Escape')
    await expect(version).toHaveCount(0)
  })

test('two backups of one minute do not read alike', async ({ app, stet, page }) => {
  await backUps(app, stet)
  await stet.command('Restore from backups…')
  const moments = page.getByRole('combobox', { name: 'As of' })
  await expect(moments).toBeFocused()
  const words = await moments.getByRole('option').allTextContents()
  expect(words.length).toBeGreaterThan(3)
  expect(new Set(words).size).toBe(words.length)
})

test('what cannot be restored is said, and the dialog stays', async ({ app, stet, page }) => {
  const { dialog } = await look(app, stet, page)
  await stet.main.refuse('restore.start', {
    code: 'storage-failed',
    message: 'Nothing is restored, as the texts of now could not be backed up first. The disk is full.',
  })
  await dialog.getByRole('button', { name: 'Restore 3 texts' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing is restored')
  await expect(dialog.getByRole('button', { name: 'Restore 3 texts' })).toBeEnabled()
})

for (const [width, height] of [
  [1280, 800],
  [900, 600],
] as const)
  test(`at ${width} × ${height} every button below the versions stands in the window`, async ({
    app,
    stet,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const { dialog, list } = await look(app, stet, page)
    await list
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
    const history = page.getByRole('region', { name: 'History' })
    const panel = (await history.boundingBox())!
    expect(panel.x + panel.width).toBeLessThanOrEqual(width)
    for (const name of ['Restore this version', 'Back to now', 'Back to the restore']) {
      const box = (await history.getByRole('button', { name }).boundingBox())!
      expect(box.x, name).toBeGreaterThanOrEqual(panel.x)
      expect(box.x + box.width, name).toBeLessThanOrEqual(panel.x + panel.width)
      expect(box.y + box.height, name).toBeLessThanOrEqual(height)
    }
  })

test('“Back up now” says where the texts are, or why they could not be written', async ({ app, stet }) => {
  await stet.command('Back up now')
  const { folder } = await app.ask('backups.get', undefined)
  await expect(stet.notice).toHaveText(`Backed up to ${folder}`)
  const away = path.join(app.folder, 'archive')
  app.dialogs.chooseBackupFolder = async () => away
  await app.ask('backups.choose-folder', undefined)
  await stet.command('Back up now')
  await expect(stet.notice).toHaveText(
    `Your texts could not be backed up. The folder ${away} was not found. Backups continue when it is back.`,
  )
})
