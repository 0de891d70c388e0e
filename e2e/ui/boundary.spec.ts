import type { Host } from '../host/host'
import type { CommandName } from '../../shared/ipc/ipc'
import { ok } from '../../shared/problem'
import { WINDOW } from './site'
import { expect, mainOf, stetOn, test } from './stet'

/** From now on main answers this with what no window can draw. */
async function answerNonsense(app: Host, name: CommandName, value: unknown): Promise<void> {
  app.answerWith(name, ok(value))
  await app.tell('library.changed', { documents: true, gone: false, folders: true, tags: true })
  await app.tell('outbox.changed', { waiting: 1 })
}

test.afterEach(({ app }) => {
  // What broke stands in main's log.
  const told = app.errors.splice(0)
  expect(told.filter((error) => !error.includes('cannot be shown'))).toEqual([])
  expect(told).not.toEqual([])
})

test('a list that cannot be drawn says so in its place; writing goes on, and one press brings it back', async ({
  app,
  page,
}) => {
  await page.goto(WINDOW)
  const stet = stetOn(page, mainOf(app))
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  await answerNonsense(app, 'documents.list', { items: [null], total: 1 })
  const alert = page.getByRole('region', { name: 'Document list' }).getByRole('alert')
  await expect(alert).toContainText('The document list cannot be shown')
  await expect(alert).toContainText('what you type is kept')

  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' Still here.')
  await expect(stet.text).toContainText('Still here.')
  await expect.poll(() => stet.keptText('d-low')).toContain('Still here.')

  app.answerWith('documents.list', undefined)
  await alert.getByRole('button', { name: 'Reload window' }).click()
  await expect(stet.option('Low water')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a sidebar, a panel, a dialog and a document that break leave the rest of the window whole', async ({
  app,
  page,
}) => {
  await page.goto(WINDOW)
  const stet = stetOn(page, mainOf(app))
  await stet.text.waitFor()

  await answerNonsense(app, 'outbox.list', { waiting: [null], more: 0, sent: [null], paused: false })
  await stet.press('ControlOrMeta+Shift+O')
  await expect(page.locator('[data-pane="panel"]').getByRole('alert')).toContainText(
    'This panel cannot be shown',
  )
  await stet.press('ControlOrMeta+Shift+F')
  await expect(page.getByRole('region', { name: 'Search', exact: true })).toBeVisible()
  await expect(page.locator('[data-pane="panel"]').getByRole('alert')).toHaveCount(0)

  await answerNonsense(app, 'log.read', [null])
  await stet.command('Show sync log')
  const dialog = page.getByRole('dialog', { name: 'This dialog' })
  await expect(dialog.getByRole('alert')).toContainText('This dialog cannot be shown')
  await stet.press('Escape')
  await expect(dialog).toHaveCount(0)

  await app.tell('saved-searches.changed', [null] as never)
  await expect(page.locator('[data-pane="sidebar"]').getByRole('alert')).toContainText('The sidebar')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('On and on.')
  await expect(stet.text).toContainText('On and on.')
})

test('where nothing of the window can be drawn, the keyboard is on the button that loads it anew', async ({
  app,
  page,
}) => {
  await page.goto(WINDOW)
  const stet = stetOn(page, mainOf(app))
  await stet.text.click()
  await answerNonsense(app, 'library.get', { folders: [null], tags: [null], counts: {}, withoutText: 0 })
  await expect(page.getByRole('alert')).toContainText('The window cannot be shown')
  await expect(page.getByRole('button', { name: 'Reload window' })).toBeFocused()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy what happened' }).click()
  await expect(page.getByRole('alert').getByRole('status')).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/The window cannot be shown: TypeError: .+\n +at /)
  app.answerWith('library.get', undefined)
  await page.getByRole('button', { name: 'Reload window' }).focus()
  await stet.press('Enter')
  await expect(stet.text).toBeVisible()
})

test('a notice and the recovered texts that cannot be drawn leave the rest of the window whole', async ({
  app,
  page,
}) => {
  await page.goto(WINDOW)
  const stet = stetOn(page, mainOf(app))
  await stet.text.waitFor()
  await app.tell('notice.raised', { id: 'broken', tone: 'quiet', text: {} } as never)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The notice cannot be shown')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' Under the notice.')
  await expect(stet.text).toContainText('Under the notice.')

  await answerNonsense(app, 'snapshots.list', [null])
  await stet.command('Show recovered texts')
  await expect(page.getByRole('alert').filter({ hasText: 'Recovered texts cannot be shown' })).toBeVisible()
  await stet.option('Low water').waitFor({ state: 'detached' })
  await expect(stet.tree).toBeVisible()
})
