import type { Page } from '@playwright/test'
import { expect, FERRYMAN, testOnImitation as test } from './stet'

const passages = (page: Page) => page.getByRole('list', { name: 'Related passages' }).getByRole('listitem')

test('passages related to the paragraph under the cursor are opened, left again, and inserted as quote and as link', async ({
  stet,
  page,
}) => {
  await stet.text.getByText('There had been a customs house once.').click()
  await stet.command('Show related passages')
  const panel = page.getByRole('region', { name: 'Related' })
  await expect(panel).toContainText('There had been a customs house once.')
  const letter = passages(page).filter({ hasText: 'Letters, unsent' })
  await expect(letter).toContainText('the harbour froze on Tuesday')
  await expect(passages(page).filter({ hasText: 'The ferryman' })).toHaveCount(0)

  await letter.getByRole('button', { name: /^Letters, unsent/ }).focus()
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('Letters, unsent')
  await expect(page.locator('.cm-hit-passage').first()).toContainText('the harbour froze on Tuesday')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await stet.press('Escape')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toBeFocused()

  // From within the other document too it goes to the paragraph that it was found for.
  const before = await stet.keptText(FERRYMAN)
  await letter.getByRole('button', { name: /^Letters, unsent/ }).click()
  await expect(stet.title).toHaveValue('Letters, unsent')
  await expect(letter).toBeVisible()
  await letter.hover()
  await letter.getByRole('button', { name: 'Insert as quote' }).click()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect
    .poll(() => stet.keptText(FERRYMAN))
    .toContain(
      'tasting of salt.\n\n> Dear M., the harbour froze on Tuesday and I thought of your hands.\n>\n> — [[Letters, unsent]]\n\n',
    )
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)

  await stet.text.getByText('There had been a customs house once.').click()
  await stet.press('End')
  await letter.getByRole('button', { name: /^Letters, unsent/ }).focus()
  await stet.press('Tab')
  await stet.press('Tab')
  await expect(letter.getByRole('button', { name: 'Insert as link' })).toBeFocused()
  await stet.press('Enter')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('[[Letters, unsent]]')
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)
})

test('the paragraph and what is found to it are read as words, without the signs of markdown', async ({
  stet,
  page,
}) => {
  const paragraph =
    'The **harbour** froze on *Tuesday*, as [[Letters, unsent]] says and [a map](http://x/(b)).'
  await page.evaluate(
    ([id, text]) => window.memory.writeElsewhere(id, [{ from: 0, to: 0, insert: `- ${text}\n\n` }]),
    ['d-doors', paragraph] as const,
  )
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
  stet,
  page,
}) => {
  const panel = page.getByRole('region', { name: 'Related' })
  const notice = panel.getByRole('status', { name: 'Search notice' })
  const connect = (change: object) =>
    page.evaluate((more) => {
      const { records } = window.memory
      records.connection = { ...records.connection, ...more }
      window.memory.emit('connection.changed', records.connection)
    }, change)
  const customs = stet.text.getByText('There had been a customs house once.')
  const tide = stet.text.getByText('The tide was an hour late')
  await customs.click()
  await stet.command('Show related passages')
  await expect(passages(page).filter({ hasText: 'Letters, unsent' })).toBeVisible()
  await expect(notice).toHaveText('')

  await connect({ searchQuota: { limit: 10, remaining: 5 } })
  await expect(panel).toContainText('5 of 10 searches left')
  await tide.click()
  await expect(notice).toHaveText('On this device: remaining searches are saved for you')
  await expect(passages(page).first()).toContainText('Low water')
  // What was found before the quota ran low stands there again, without being asked for.
  await customs.click()
  await expect(passages(page).filter({ hasText: 'Letters, unsent' })).toBeVisible()
  await expect(notice).toHaveText('')

  await connect({ state: 'offline' })
  await expect(notice).toHaveText('On this device: offline')
  const abilities = await page.evaluate(() => window.memory.records.connection.abilities)
  await connect({ state: 'online', abilities: { ...abilities, 'documents:write': 'no' } })
  await passages(page).first().hover()
  const quote = passages(page).first().getByRole('button', { name: 'Insert as quote' })
  await expect(quote).toHaveAttribute('aria-description', 'this key may not write documents')
  await connect({ fixedFolder: '' })
  await expect(panel).toContainText('that folder is missing')
  await expect(passages(page)).toHaveCount(0)
})
