import type { Page } from '@playwright/test'
import { typeElsewhere } from './editing'
import { expect, FERRYMAN, test } from './stet'

test.use({ chosen: { library: 'service', withSearch: true } })

test.beforeEach(({ app }) => app.service.searchSettled())

const passages = (page: Page) => page.getByRole('list', { name: 'Related passages' }).getByRole('listitem')

test('passages related to the paragraph under the cursor are opened, left again, and inserted as quote and as link', async ({
  stet,
  page,
}) => {
  await stet.text.getByText('There had been a customs house once.').click()
  await stet.command('Show related passages')
  const panel = page.getByRole('region', { name: 'Related' })
  await expect(panel).toContainText('There had been a customs house once.')
  const officer = passages(page).filter({ hasText: 'The customs officer' })
  await expect(officer).toContainText('once for the Crown')
  await expect(passages(page).filter({ hasText: 'The ferryman' })).toHaveCount(0)

  await officer.getByRole('button', { name: /^The customs officer/ }).focus()
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('The customs officer')
  await expect(page.locator('.cm-hit-passage').first()).toContainText('once for the Crown')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await stet.press('Escape')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toBeFocused()

  // From within the other document too it goes to the paragraph that it was found for.
  const before = await stet.keptText(FERRYMAN)
  await officer.getByRole('button', { name: /^The customs officer/ }).click()
  await expect(stet.title).toHaveValue('The customs officer')
  await expect(officer).toBeVisible()
  await officer.hover()
  await officer.getByRole('button', { name: 'Insert as quote' }).click()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect
    .poll(() => stet.keptText(FERRYMAN))
    .toContain(
      'tasting of salt.\n\n> He weighed everything twice: once for the Crown and once for himself.\n>\n> — [[The customs officer]]\n\n',
    )
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)

  await stet.text.getByText('There had been a customs house once.').click()
  await stet.press('End')
  await officer.getByRole('button', { name: /^The customs officer/ }).focus()
  await stet.press('Tab')
  await stet.press('Tab')
  await expect(officer.getByRole('button', { name: 'Insert as link' })).toBeFocused()
  await stet.press('Enter')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('[[The customs officer]]')
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)
})

test('the paragraph and what is found to it are read as words, without the signs of markdown', async ({
  stet,
  page,
}) => {
  const paragraph =
    'The **harbour** froze on *Tuesday*, as [[Letters, unsent]] says and [a map](http://x/(b)).'
  await typeElsewhere(stet, 0, `- ${paragraph}\n\n`, 'd-doors')
  await stet.text.press('ControlOrMeta+Home')
  await page.keyboard.insertText(`${paragraph}\n\n`)
  await stet.press('ArrowUp')
  await stet.press('ArrowUp')
  await stet.command('Show related passages')
  const words = 'The harbour froze on Tuesday, as Letters, unsent says and a map.'
  const panel = page.getByRole('region', { name: 'Related' })
  await expect(panel.getByRole('paragraph').filter({ hasText: 'harbour' })).toHaveText(words)
  await expect(passages(page).filter({ hasText: 'A house with nine doors' })).toContainText(words)
})

test('the same paragraph is asked about once; the service is spared, and that is said', async ({
  app,
  stet,
  page,
}) => {
  const panel = page.getByRole('region', { name: 'Related' })
  const notice = panel.getByRole('status', { name: 'Search notice' })
  const customs = stet.text.getByText('There had been a customs house once.')
  const tide = stet.text.getByText('The tide was an hour late')
  await customs.click()
  await stet.command('Show related passages')
  await expect(passages(page).filter({ hasText: 'The customs officer' })).toBeVisible()
  await expect(notice).toHaveText('')

  const useUp = async (searches: number, count: number) => {
    app.vary(() => app.service.withSettings({ searchQuota: { count, seconds: 3_600 } }))
    for (let n = 0; n < searches; n++)
      await app.ask('search.meaning', { query: 'tide', filter: {}, limit: 5 })
  }
  await useUp(5, 10)
  await expect(panel).toContainText('5 of 10 searches left')
  await tide.click()
  await expect(notice).toHaveText('On this device: remaining searches are saved for you')
  await expect(passages(page).filter({ hasText: 'Low water' })).toBeVisible()
  // What was found before the quota ran low stands there again, without being asked for.
  await customs.click()
  await expect(passages(page).filter({ hasText: 'The customs officer' })).toBeVisible()
  await expect(notice).toHaveText('')

  await useUp(1, 100)
  app.faults.offline(true)
  await app.hear()
  await expect(notice).toHaveText('On this device: offline')
  app.faults.offline(false)
  await app.hear()
  await app.forbid('documents:write')
  await passages(page).first().hover()
  const quote = passages(page).first().getByRole('button', { name: 'Insert as quote' })
  await expect(quote).toHaveAttribute('aria-description', 'this key may not write documents')
  await app.forbid()
  const { id } = await app.ask('folder.create', { name: 'Maps', parentId: null })
  await app.ask('connection.fix-folder', { id: 'c-1', folderId: id })
  await app.ask('folder.delete', { id })
  await expect(panel).toContainText('that folder is missing')
  await expect(passages(page)).toHaveCount(0)
})
