import { expect, test } from './app'
import { eventually } from './paths'

const SHORE = 'Ledger, rope, a child’s shoe. Everything that the sea gives back was written down.\n'
const LOG =
  'We met at low water and went home.\n\nThe sea gave back a ledger and a rope, and everything was written down.\n'

/** Connections between texts, and their storage: through the service, after a restart, and without a network. */
test('links, mentions, related passages and a saved search', async ({ start, service }) => {
  await service.create({ title: 'Low water', content: 'At low water you could walk to the island.\n' })
  const log = await service.create({ title: 'Harbour log', content: LOG })
  await service.create({ title: 'What the shore kept', content: SHORE })
  const notes = await service.create({ title: 'Notes', content: 'Some notes.\n' })
  // The panel searches for a paragraph only once, so the service must have indexed everything before.
  await eventually(async () => {
    const answer = await service.request('POST', '/search/semantic', { query: 'the sea gave back a ledger' })
    const { data } = (await answer.json()) as { readonly data: readonly { readonly title: string }[] }
    return data.some(({ title }) => title === 'What the shore kept') || undefined
  })
  const contentOf = async (id: number) => (await service.document(id))?.record.content
  const first = await start({ service })
  const { page } = first

  await test.step('a title is offered after two brackets, and the link is sent', async () => {
    await first.openDocument('Notes')
    await first.type(' See [[Low')
    await page
      .getByRole('listbox', { name: 'Completions' })
      .getByRole('option', { name: 'Low water' })
      .click()
    await expect.poll(() => contentOf(notes.id)).toContain('See [[Low water]]')
  })

  await test.step('what links is listed; a mention becomes a link by a guarded save, and that is undone', async () => {
    await first.openDocument('Low water')
    await first.runCommand('Show links to this document')
    await expect(page.getByRole('listbox', { name: 'Linked from' }).getByRole('option')).toContainText(
      'Notes',
    )
    const mention = page
      .getByRole('list', { name: 'Unlinked mentions' })
      .getByRole('listitem')
      .filter({ hasText: 'Harbour log' })
    await mention.hover()
    await mention.getByRole('button', { name: 'Link it' }).click()
    await expect.poll(() => contentOf(log.id)).toContain('We met at [[low water]] and')
    await expect(mention).toHaveCount(0)
    await page.getByRole('status', { name: 'Notice' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => contentOf(log.id)).toBe(LOG)
  })

  const related = page.getByRole('list', { name: 'Related passages' }).getByRole('listitem')
  await test.step('a related passage is read, left again, and quoted', async () => {
    await first.openDocument('Harbour log')
    await first.text.getByText('The sea gave back a ledger').click()
    await first.runCommand('Show related passages')
    const shore = related.filter({ hasText: 'What the shore kept' })
    await expect(shore).toBeVisible()
    await expect(page.getByRole('status', { name: 'Search notice' })).toHaveText('')
    await expect(related.filter({ hasText: 'Harbour log' })).toHaveCount(0)
    await shore.getByRole('button', { name: /^What the shore kept/ }).click()
    await expect(first.title).toHaveValue('What the shore kept')
    await expect(page.locator('.cm-hit-passage').first()).toContainText(/sea gives back/)
    await page.keyboard.press('Escape')
    await expect(first.title).toHaveValue('Harbour log')
    await expect(first.text).toBeFocused()
    await shore.hover()
    await shore.getByRole('button', { name: 'Insert as quote' }).click()
    await expect
      .poll(() => contentOf(log.id))
      .toMatch(/written down\.\n\n> .*sea gives back.*\n>\n> — \[\[What the shore kept\]\]\n$/)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => first.readText()).not.toContain('What the shore kept')
  })

  await test.step('a search is saved', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+F')
    await page.getByRole('radio', { name: 'Exact words' }).check()
    await page.getByRole('searchbox', { name: 'Search' }).fill('ledger')
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveCount(2)
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByRole('textbox', { name: 'Name of the search' }).fill('What came back')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox', { name: 'Saved searches' }).getByRole('option')).toHaveText(
      'What came back',
    )
  })
  await first.close()

  await test.step('it is there after a restart, without a network, and so is what is related', async () => {
    await service.stop()
    const again = await start({ service, profile: first.profile })
    const saved = again.page.getByRole('listbox', { name: 'Saved searches' }).getByRole('option')
    await saved.filter({ hasText: 'What came back' }).click()
    const results = again.page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await expect(results).toHaveCount(2)
    await expect(again.page.getByRole('searchbox', { name: 'Search' })).toHaveValue('ledger')
    await again.openDocument('Harbour log')
    await again.text.getByText('The sea gave back a ledger').click()
    await again.runCommand('Show related passages')
    const notice = again.page.getByRole('status', { name: 'Search notice' })
    await expect(notice).toHaveText('On this device: offline')
    await expect(
      again.page.getByRole('list', { name: 'Related passages' }).getByRole('listitem').first(),
    ).toContainText('What the shore kept')
  })
})
