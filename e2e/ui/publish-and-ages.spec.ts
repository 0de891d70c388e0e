import type { Page } from '@playwright/test'
import { documentOf, openByName } from './editing'
import { expect, FERRYMAN, test } from './stet'
import { expectNoViolations } from './violations'

const history = (page: Page) => page.getByRole('region', { name: 'History' })
const reader = (page: Page) => page.getByRole('region', { name: 'Version' })

test('the age of each paragraph opens its version; a passage has a history of its own', async ({
  stet,
  page,
}) => {
  await stet.command('Show the age of each paragraph')
  const marks = stet.page.locator('.cm-age')
  await expect(marks.first()).toHaveAttribute('title', /^(Came with the version of|From) /)
  await marks.first().click()
  await expect(reader(page)).toBeVisible()
  await stet.press('Escape')
  await history(page).getByRole('button', { name: 'Age of each paragraph' }).click()
  await expect(marks).toHaveCount(0)

  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.command('History of the selected passage')
  const steps = history(page).getByRole('listbox', { name: 'Versions of this passage' }).getByRole('option')
  await expect(steps.first()).toBeVisible()
  await steps.first().click()
  await expect(reader(page)).toBeVisible()
})

test('the publish sheet says what changes for readers and the problems found, then publishes', async ({
  app,
  stet,
  page,
}) => {
  const map = `/api/v1/files/${app.sample.ids.get('file-map')}/serve`
  // What readers see now is known once the history was read.
  await stet.press('ControlOrMeta+Shift+H')
  await expect(page.getByRole('listbox', { name: 'Versions' }).getByRole('option').first()).toBeVisible()
  await stet.press('ControlOrMeta+Shift+H')
  // The source alone: in a plain browser a picture of the library is not loaded.
  const before = await stet.keptText(FERRYMAN)
  await stet.command('Toggle source mode')
  await stet.title.press('End')
  await stet.type(' ')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(`See [the map]() and ![](${map}). ![Waits](stet-file:1)`)
  await stet.type(' [the port](port.md) ![Sea](sea.png)')
  await stet.command('Publish…')
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  const checks = sheet.getByRole('list', { name: 'Checks' })
  await expect(checks).toContainText('1 link to nothing: “the map”.')
  await expect(sheet).toContainText('“The ferryman” is')
  await expect(checks).toContainText(`1 image without an alternative text: “${map}”.`)
  await expect(checks).toContainText('1 file still to be uploaded: “Show”.')
  await expect(checks).toContainText('1 link that leads nowhere: “the port”.')
  await expect(checks).toContainText('1 image that is not there: “Sea”.')
  await expect(sheet.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await expect(sheet.getByRole('group', { name: 'Changes' }).locator('ins').first()).toBeVisible()
  await stet.press('Escape')
  await stet.text.click()
  await expect
    .poll(async () => {
      await stet.press('ControlOrMeta+z')
      return stet.keptText(FERRYMAN)
    })
    .toBe(before)
  await stet.command('Publish…')
  await expect(checks).toContainText('No problems found.')
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(sheet).toHaveCount(0)
  await expect
    .poll(() => stet.main.ask('documents.summaries', { ids: [FERRYMAN] }))
    .toMatchObject([{ status: 'published' }])
})

test('a link with too many words for a title hides no other link that leads nowhere', async ({
  stet,
  page,
}) => {
  await documentOf(stet, 'Links', `[[${'too long '.repeat(60)}]] and [[Ledger lost]] and [[Low water]]`)
  await openByName(stet, 'Links')
  await stet.command('Publish…')
  const checks = page.getByRole('dialog', { name: 'Publish' }).getByRole('list', { name: 'Checks' })
  await expect(checks).toContainText('1 link to a document that is not there: “Ledger lost”.')
})

test('each finding of the publish sheet leads to its place, and the writer’s own words and fields are looked for', async ({
  stet,
  page,
}) => {
  await stet.command('Typing settings…')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Front-matter fields before publishing' }).fill('description')
  await settings.getByRole('textbox', { name: 'Words that must not be published' }).fill('falcon two')
  await stet.press('Tab')
  await expect
    .poll(() => stet.main.ask('settings.get', undefined).then((kept) => kept.publishWords))
    .toEqual(['falcon two'])
  await stet.press('Escape')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(
    '\n\n# One\n\nIt is called Falcon two. See [[Low water]] and [[Letters, unsent]].\n\n### Three\n',
  )
  await stet.command('Publish…')
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  const checks = sheet.getByRole('list', { name: 'Checks' })
  await expect(checks).toContainText('1 word that must not go out: “Falcon two”.')
  await expect(checks).toContainText('The front matter has no “description”: “Beginning of the text”.')
  await expect(checks).toContainText('1 heading that skips a level: “Three”.')
  await expect(checks).toContainText('1 link to a draft, which readers cannot see: “Letters, unsent”.')
  await expect(sheet).toContainText(/[\d,]+ words, about 1 minute to read\./)
  await expect(sheet.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await expectNoViolations(page)
  await checks.getByRole('button', { name: '“Falcon two”' }).press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await expect(stet.text.locator('.cm-hit-current')).toHaveText('Falcon two')
  // The cursor is there: what is typed stands before the word.
  await stet.type('now ')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('It is called now Falcon two.')
})

test('what the sheet finds in the title leads there, and what is typed next takes no word away', async ({
  stet,
  page,
}) => {
  await stet.main.ask('settings.set', { publishWords: ['ferryman'] })
  await stet.command('Publish…')
  const checks = page.getByRole('dialog', { name: 'Publish' }).getByRole('list', { name: 'Checks' })
  await checks.getByRole('button', { name: '“ferryman”' }).first().press('Enter')
  await expect(stet.title).toBeFocused()
  await stet.type('X')
  await expect(stet.title).toHaveValue(/^(?:XThe ferryman|The ferrymanX)$/)
})

test('Ctrl+Enter publishes from anywhere in the sheet, which says so; a sheet that blocks stays', async ({
  stet,
  page,
}) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.command('Toggle source mode')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('![Waits](stet-file:1)')
  await stet.command('Publish…')
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  const publish = sheet.getByRole('button', { name: 'Publish', exact: true })
  await expect(publish).toHaveAttribute('title', /^(Ctrl\+|⌘)Enter$/)
  await expect(sheet.getByRole('list', { name: 'Checks' })).toContainText('1 file still to be uploaded')
  await expect(publish).toBeDisabled()
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet).toBeVisible()
  await stet.press('Escape')
  await stet.text.click()
  await expect
    .poll(async () => {
      await stet.press('ControlOrMeta+z')
      return stet.keptText(FERRYMAN)
    })
    .toBe(before)
  await stet.command('Publish…')
  await expect(publish).toBeEnabled()
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet).toBeHidden()
  await expect
    .poll(() => stet.main.ask('documents.summaries', { ids: [FERRYMAN] }))
    .toMatchObject([{ status: 'published' }])
})

test('Ctrl+Enter does what the main button of a dialog says, and nothing where it deletes', async ({
  stet,
  page,
}) => {
  await stet.command('Goals')
  const goals = page.getByRole('dialog', { name: /Goal/ })
  await expect(goals).toBeVisible()
  await stet.press('ControlOrMeta+Enter')
  await expect(goals).toBeHidden()
})
