import { expect, test, FERRYMAN } from './stet'

test('titles are offered after two brackets; a link opens its document, and that one lists what names it', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('Control+End')
  await stet.type('\nSee [[lo')
  const offered = page.getByRole('listbox', { name: 'Completions' })
  await expect(offered.getByRole('option', { name: 'Low water' })).toBeVisible()
  await expect(offered.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.waitForTimeout(100)
  await stet.press('Enter')
  await stet.type(' for the tables.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('See [[Low water]] for the tables.')

  // Away from its line a link reads as its title.
  await stet.press('Control+Home')
  await expect(stet.text.locator('.cm-line').last()).toHaveText('See Low water for the tables.')
  await stet.text.getByText('Low water', { exact: true }).click({ modifiers: ['Control'] })
  await expect(stet.title).toHaveValue('Low water')
  await stet.command('Show links to this document')
  const panel = page.getByRole('region', { name: 'Links' })
  const linked = panel.getByRole('listbox', { name: 'Linked from' })
  await expect(linked.getByRole('option')).toHaveCount(1)
  await linked.getByRole('option').first().focus()
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(panel.getByText(/No other text names this document/)).toBeVisible()
})

test('a link to nothing says so', async ({ stet }) => {
  await stet.text.click()
  await stet.press('Control+End')
  await stet.type('\n[[No such text]] here')
  await stet.text.getByText('No such text', { exact: true }).click({ modifiers: ['Control'] })
  await expect(stet.notice).toContainText('There is no document called “No such text”.')
})
