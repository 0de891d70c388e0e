import type { Page } from '@playwright/test'
import { begin, kept } from './editing'
import { expect, test } from './stet'

const hints = (page: Page) => page.locator('[data-style]')
const menuOf = (page: Page) => page.getByRole('menu', { name: 'Style', exact: true })

const TEXT = `It was actually late, and the boat was taken by "them". See [actually](http://actually.org/was/taken) and \`really\` $very$.

Das Haus wurde im Winter gebaut, und es ist eigentlich nicht so schlecht.

‸`

test('style hints are off until they are asked for, and marked by language then, in prose alone', async ({
  stet,
  page,
}) => {
  await begin(stet, TEXT)
  await stet.command('Toggle style hints')
  await expect(hints(page)).toHaveText([
    'actually',
    'was taken',
    '"',
    '"',
    'actually',
    'wurde im Winter gebaut',
    'eigentlich',
  ])
  await stet.command('Toggle style hints')
  await expect(hints(page)).toHaveCount(0)
  await expect(stet.text).toContainText('actually late')
})

test('the menu of a hint says what is meant, writes what the language has, and ignores it in this document', async ({
  stet,
  page,
}) => {
  await begin(stet, 'It was actually "late" for the boat, and it was actually so.‸')
  await stet.command('Toggle style hints')
  await hints(page).filter({ hasText: '"' }).first().click({ button: 'right' })
  await expect(menuOf(page).getByRole('menuitem').first()).toHaveText('The language writes this otherwise')
  await menuOf(page).getByRole('menuitem', { name: 'Write “' }).click()
  await expect(stet.text).toBeFocused()
  await kept(stet, (text) => text.includes('“late"'))
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text.includes('"late"'))
  // By keys, at the cursor.
  await stet.press('ControlOrMeta+Home')
  for (let step = 0; step < 9; step++) await stet.press('ArrowRight')
  await stet.press('ControlOrMeta+.')
  await expect(menuOf(page).getByRole('menuitem').first()).toHaveText('Says little: it may go')
  await menuOf(page).getByRole('menuitem', { name: 'Ignore in this document' }).click()
  await expect(hints(page).filter({ hasText: 'actually' })).toHaveCount(0)
  await expect(hints(page).filter({ hasText: '"' })).toHaveCount(2)
  await hints(page).first().click({ button: 'right' })
  await menuOf(page).getByRole('menuitem', { name: 'Do not mark typography' }).click()
  await expect(hints(page)).toHaveCount(0)
  await stet.command('Spelling languages…')
  const settings = page.getByRole('region', { name: 'Style hints' })
  await expect(settings.getByRole('checkbox', { name: /^Quotation marks, dashes/ })).not.toBeChecked()
  await expect(settings.getByRole('checkbox', { name: /^Fillers/ })).toBeChecked()
  await settings.getByRole('checkbox', { name: /^Quotation marks, dashes/ }).click()
  await stet.press('Escape')
  await expect(hints(page)).toHaveCount(2)
})

test('the language that the front matter names holds for the whole text', async ({ stet, page }) => {
  await begin(stet, '---\nlang: fr\n---\n\nIl dit que c\'est vraiment "bien"; et le bateau est pris.‸')
  await stet.command('Toggle style hints')
  await expect(hints(page)).toHaveText(["'", 'vraiment', '"', '"', ';', 'est pris'])
})

test('the search in settings finds all style hints by the name of their section', async ({ stet, page }) => {
  await stet.command('Settings')
  await page.getByRole('searchbox', { name: 'Search in settings' }).fill('style hints')
  const section = page.getByRole('region', { name: 'Style hints' })
  await expect(section.getByRole('checkbox')).toHaveCount(5)
})
